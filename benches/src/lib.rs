//! The work that is measured, of BALL and of chess by cozy-chess, in the same form.

/// A small generator (xorshift64*), so that both games draw alike.
#[derive(Clone, Debug)]
pub struct Draws(u64);

impl Draws {
    /// A generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        ((high * n as u64) >> 32) as usize
    }
}

/// Decisions after which a random game is given up.
pub const CAP: u32 = 400;

/// Random games and perft of BALL.
pub mod ball {
    use super::{CAP, Draws};
    pub use ball_core::{Position, Ruleset, perft, perft_one_by_one};

    /// Plays random games with these seeds; gives the number of decisions.
    #[must_use]
    pub fn random_play(rules: &Ruleset, seeds: core::ops::Range<u64>) -> u64 {
        let start = Position::start(rules);
        let mut steps = 0;
        for seed in seeds {
            let (mut draws, mut position) = (Draws::new(seed), start.clone());
            for _ in 0..CAP {
                let legal = position.legal_actions(rules);
                let count = legal.len();
                if count == 0 {
                    break;
                }
                let Some(action) = legal.get(draws.below(count)) else { break };
                position.play_unchecked(rules, action);
                steps += 1;
            }
        }
        steps
    }

    /// [`random_play`] with every legal action written out into a list, from which one is drawn.
    #[must_use]
    pub fn random_play_written_out(rules: &Ruleset, seeds: core::ops::Range<u64>) -> u64 {
        let start = Position::start(rules);
        let (mut steps, mut list) = (0, Vec::with_capacity(ball_core::MAX_LEGAL_ACTIONS));
        for seed in seeds {
            let (mut draws, mut position) = (Draws::new(seed), start.clone());
            for _ in 0..CAP {
                list.clear();
                position.legal_actions(rules).iter().for_each(|action| list.push(action));
                if list.is_empty() {
                    break;
                }
                position.play_unchecked(rules, list[draws.below(list.len())]);
                steps += 1;
            }
        }
        steps
    }
}

/// Random games and perft of chess.
pub mod chess {
    use super::{CAP, Draws};
    pub use cozy_chess::Board;
    use cozy_chess::GameStatus;

    /// Plays random games with these seeds; gives the number of moves.
    #[must_use]
    pub fn random_play(seeds: core::ops::Range<u64>) -> u64 {
        let start = Board::default();
        let (mut steps, mut list) = (0, Vec::with_capacity(256));
        for seed in seeds {
            let (mut draws, mut board) = (Draws::new(seed), start.clone());
            for _ in 0..CAP {
                if board.status() != GameStatus::Ongoing {
                    break;
                }
                list.clear();
                board.generate_moves(|moves| {
                    list.extend(moves);
                    false
                });
                board.play_unchecked(list[draws.below(list.len())]);
                steps += 1;
            }
        }
        steps
    }

    /// Nodes at depth `n`, the last counted.
    #[must_use]
    pub fn perft(board: &Board, n: u32) -> u64 {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if n == 1 {
                nodes += moves.len() as u64;
            } else {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    nodes += perft(&next, n - 1);
                }
            }
            false
        });
        nodes
    }

    /// Nodes at depth `n`, each played.
    #[must_use]
    pub fn perft_one_by_one(board: &Board, n: u32) -> u64 {
        if n == 0 {
            return 1;
        }
        let mut nodes = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += perft_one_by_one(&next, n - 1);
            }
            false
        });
        nodes
    }
}

/// One kind of work with the number of its items, for both games.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// What is counted.
    pub name: &'static str,
    /// BALL's share: gives the number of items done.
    pub ball: fn() -> u64,
    /// Chess's share.
    pub chess: fn() -> u64,
}

impl std::fmt::Display for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Everything that is measured beside chess.
pub const WORK: [Work; 4] = [
    Work {
        name: "random steps (legal actions, draw, play)",
        ball: || ball::random_play(&ball::Ruleset::standard(), 0..50),
        chess: || chess::random_play(0..50),
    },
    Work {
        name: "random steps, legal actions written out",
        ball: || ball::random_play_written_out(&ball::Ruleset::standard(), 0..50),
        chess: || chess::random_play(0..50),
    },
    Work {
        name: "perft nodes, one by one",
        ball: || {
            let rules = ball::Ruleset::standard();
            ball::perft_one_by_one(&ball::Position::start(&rules), &rules, 3)
        },
        chess: || chess::perft_one_by_one(&chess::Board::default(), 4),
    },
    Work {
        name: "perft nodes, bulk",
        ball: || {
            let rules = ball::Ruleset::standard();
            ball::perft(&ball::Position::start(&rules), &rules, 3)
        },
        chess: || chess::perft(&chess::Board::default(), 4),
    },
];
