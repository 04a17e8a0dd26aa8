//! The action space: every action has one number, the same in every position and release.
//!
//! Numbers count from the point of view of the coach to move: DEF sees the board turned by half a turn, so that
//! squares, directions and numbers mean the same to both. Pieces are counted 0–6 in formation order.
//!
//! | numbers | per piece | action | order within |
//! | --- | --- | --- | --- |
//! | 0–447 | 64 | of one piece, see below | piece |
//! | 448–503 | 8 | run: move 4 or 3 squares diagonally | piece, index of the target |
//! | 504–510 | 1 | hand-off or direct pass to the piece | receiver |
//! | 511 | | `end` | |
//! | 512–621 | | short pass | index of the square |
//! | 622–731 | | long pass | index of the square |
//! | 732 | | `convert` | |
//! | 733–748 | | play a card | place in the deck |
//! | 749–776 | 4 | stand-up | piece, direction |
//! | 777–944 | 24 | release | piece on top, keeper (top or nobody, bottom), direction of the top, of the bottom |
//!
//! The 64 of a piece:
//!
//! | numbers | action | order within |
//! | --- | --- | --- |
//! | 0–11 | move 1 or 2 squares (a leap too) | index of the target |
//! | 12–15 | block or protection | direction |
//! | 16–19 | knock down | direction |
//! | 20–31 | tactical dodge | direction, direction of the push |
//! | 32–63 | dodge | index of the opponent's square, direction of the exit |
//!
//! Directions go SW, SE, NW, NE: the order of the target's index.

use crate::action::{Action, Keeper};
use crate::card::CardIndex;
use crate::direction::Direction;
use crate::geometry::{ONE_STEP, REACH_BIT, REACH_TARGET, STEP};
use crate::square::Square;
use crate::team::{PieceId, Team};

/// Number of actions in the action space.
pub const ACTION_SPACE: usize = 945;

pub(crate) const RUN: u16 = 448;
pub(crate) const HAND_OFF: u16 = 504;
pub(crate) const END: u16 = 511;
pub(crate) const SHORT_PASS: u16 = 512;
pub(crate) const LONG_PASS: u16 = 622;
pub(crate) const CONVERT: u16 = 732;
pub(crate) const CARD: u16 = 733;
pub(crate) const STAND_UP: u16 = 749;
pub(crate) const RELEASE: u16 = 777;

pub(crate) const STACK_BITS: u32 = 12;
pub(crate) const KNOCK_DOWN_BITS: u32 = 16;
pub(crate) const TACTICAL_BITS: u32 = 20;
pub(crate) const DODGE_BITS: u32 = 32;

/// The slots of [`geometry::REACH`](crate::geometry::REACH) that are two squares away, in order.
pub(crate) const TWO_SQUARES: [u8; 8] = {
    let (mut list, mut found, mut slot) = ([0; 8], 0, 0);
    while slot < 12 {
        if ONE_STEP >> REACH_BIT[slot] & 1 == 0 {
            list[found] = slot as u8;
            found += 1;
        }
        slot += 1;
    }
    list
};

/// Place in [`TWO_SQUARES`] of each bit of a window that is two squares away.
pub(crate) const TWO_SQUARES_PLACE: [u8; 32] = {
    let (mut table, mut place) = ([0; 32], 0);
    while place < 8 {
        table[REACH_BIT[TWO_SQUARES[place] as usize] as usize] = place as u8;
        place += 1;
    }
    table
};

/// Number of an action in the [action space](self), below [`ACTION_SPACE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct ActionNumber(u16);

impl ActionNumber {
    /// The number, if it is below [`ACTION_SPACE`].
    #[must_use]
    pub const fn new(number: u16) -> Option<Self> {
        if (number as usize) < ACTION_SPACE { Some(Self(number)) } else { None }
    }

    pub(crate) const fn from_raw(number: u16) -> Self {
        debug_assert!((number as usize) < ACTION_SPACE);
        Self(number)
    }

    /// The number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Half a turn of a block of 64 (see the table): every row of it is reversed.
#[inline(always)]
pub(crate) const fn rotate_block(block: u64) -> u64 {
    let reversed = block.reverse_bits();
    reversed << 32
        | reversed >> 12 & 0xFFF << TACTICAL_BITS
        | reversed >> 28 & 0xF << KNOCK_DOWN_BITS
        | reversed >> 36 & 0xF << STACK_BITS
        | reversed >> 52
}

/// The two different directions of pair `index` (0–11): the first in order, then the second among the other three.
const fn pair(index: u16) -> (u8, u8) {
    let (first, second) = ((index / 3) as u8, (index % 3) as u8);
    (first, if second < first { second } else { second + 1 })
}

const fn pair_index(first: u8, second: u8) -> u16 {
    first as u16 * 3 + second as u16 - (second > first) as u16
}

/// What a slot of a block does.
#[derive(Clone, Copy)]
enum Form {
    Move,
    Stack,
    KnockDown,
    TacticalDodge,
    Dodge,
}

/// A slot of a block on the board as it lies: the place in [`REACH`](crate::geometry::REACH) that is gone to, and the
/// direction of an exit or a push.
#[derive(Clone, Copy)]
struct BlockSlot {
    form: Form,
    target: u8,
    step: u8,
}

/// The slots of a block, as ATK and as DEF counts them.
static BLOCK: [[BlockSlot; 64]; 2] = {
    const STEPS: [u8; 4] = [3, 4, 7, 8];
    const DIAGONALS: [u8; 4] = [0, 2, 9, 11];
    let mut table = [[BlockSlot { form: Form::Move, target: 0, step: 0 }; 64]; 2];
    let mut slot = 0;
    while slot < 64 {
        let atk = match slot {
            0..12 => BlockSlot { form: Form::Move, target: slot, step: 0 },
            12..16 => BlockSlot { form: Form::Stack, target: STEPS[slot as usize - 12], step: 0 },
            16..20 => BlockSlot { form: Form::KnockDown, target: STEPS[slot as usize - 16], step: 0 },
            20..32 => {
                let (ahead, push) = pair(slot as u16 - 20);
                BlockSlot { form: Form::TacticalDodge, target: DIAGONALS[ahead as usize], step: push }
            }
            _ => BlockSlot { form: Form::Dodge, target: TWO_SQUARES[(slot as usize - 32) / 4], step: slot % 4 },
        };
        table[0][slot as usize] = atk;
        table[1][slot as usize] = BlockSlot { form: atk.form, target: 11 - atk.target, step: 3 - atk.step };
        slot += 1;
    }
    table
};

/// What numbers refer to: where the mover's pieces and the ball stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) squares: [Square; PieceId::PER_TEAM],
    pub(crate) ball: Square,
    pub(crate) team: Team,
}

impl Frame {
    fn turned(&self) -> bool {
        self.team == Team::Def
    }

    /// Between the coach's view and the board, both ways.
    fn direction(&self, direction: u8) -> usize {
        usize::from(if self.turned() { 3 - direction } else { direction })
    }

    fn slot(&self, slot: u8) -> usize {
        usize::from(if self.turned() { 11 - slot } else { slot })
    }

    fn square(&self, square: Square) -> Square {
        if self.turned() { square.rotated() } else { square }
    }

    fn step(&self, from: Square, direction: u8) -> Option<Square> {
        Square::new(STEP[from.index()][self.direction(direction)])
    }

    fn reach(&self, from: Square, slot: u8) -> Option<Square> {
        Square::new(REACH_TARGET[from.index()][self.slot(slot)])
    }

    fn steps(&self, from: Square, direction: u8, n: u8) -> Option<Square> {
        from.steps(Direction::new(self.direction(direction) as u8)?, n)
    }

    /// The action with this number, unless it leads off the board.
    #[inline]
    pub(crate) fn action(&self, number: ActionNumber) -> Option<Action> {
        let n = number.0;
        let of_piece = |n: u16, size: u16| (self.squares[usize::from(n / size)], (n % size) as u8);
        Some(match n {
            0..RUN => {
                let (from, slot) = of_piece(n, 64);
                self.block_action(from, slot)?
            }
            RUN..HAND_OFF => {
                let (from, slot) = of_piece(n - RUN, 8);
                let (direction, distance) = RUNS[usize::from(slot)];
                Action::Move { from, to: self.steps(from, direction, distance)? }
            }
            HAND_OFF..END => Action::HandOff { from: self.ball, to: self.squares[usize::from(n - HAND_OFF)] },
            END => Action::End,
            SHORT_PASS..LONG_PASS => {
                Action::ShortPass { from: self.ball, to: self.square(Square::new((n - SHORT_PASS) as u8)?) }
            }
            LONG_PASS..CONVERT => {
                Action::LongPass { from: self.ball, to: self.square(Square::new((n - LONG_PASS) as u8)?) }
            }
            CONVERT => Action::Convert,
            CARD..STAND_UP => Action::PlayCard(CardIndex::new((n - CARD) as u8)?),
            STAND_UP..RELEASE => {
                let (from, direction) = of_piece(n - STAND_UP, 4);
                Action::StandUp { from, to: self.step(from, direction)? }
            }
            _ => {
                let (square, rest) = of_piece(n - RELEASE, 24);
                let (top, bottom) = pair(u16::from(rest % 12));
                let keeper = match (rest < 12, square == self.ball) {
                    (true, false) => Keeper::Nobody,
                    (true, true) => Keeper::Top,
                    (false, _) => Keeper::Bottom,
                };
                Action::Release { square, top: self.step(square, top)?, bottom: self.step(square, bottom)?, keeper }
            }
        })
    }

    /// Slot `slot` of the block of the piece on `from`.
    #[inline(always)]
    pub(crate) fn block_action(&self, from: Square, slot: u8) -> Option<Action> {
        let BlockSlot { form, target, step } = BLOCK[self.team as usize][usize::from(slot & 63)];
        let reached = Square::new(REACH_TARGET[from.index()][usize::from(target)])?;
        Some(match form {
            Form::Move => Action::Move { from, to: reached },
            Form::Stack => Action::Stack { from, to: reached },
            Form::KnockDown => Action::KnockDown { from, target: reached },
            Form::Dodge => {
                let exit = Square::new(STEP[reached.index()][usize::from(step)])?;
                Action::Dodge { from, over: reached, exit }
            }
            Form::TacticalDodge => {
                // The middle of two squares lies between their indices.
                let opponent = Square::new(from.index().midpoint(reached.index()) as u8)?;
                let push = Square::new(STEP[opponent.index()][usize::from(step)])?;
                Action::TacticalDodge { from, landing: reached, push }
            }
        })
    }

    /// The number of an action, if it is done by the mover's piece with this place in the formation.
    pub(crate) fn number(&self, action: Action, piece: usize) -> Option<ActionNumber> {
        let from = self.squares[piece];
        let direction = |from: Square, to: Square| (0..4).find(|&d| self.step(from, d) == Some(to));
        let reach = |to: Square| (0..12).find(|&slot| self.reach(from, slot) == Some(to));
        let of_piece = |base: u16, size: u16, slot: u16| base + piece as u16 * size + slot;
        let number = match action {
            Action::Move { to, .. } => match reach(to) {
                Some(slot) => of_piece(0, 64, u16::from(slot)),
                None => {
                    let run = RUNS.iter().position(|&(d, distance)| self.steps(from, d, distance) == Some(to))?;
                    of_piece(RUN, 8, run as u16)
                }
            },
            Action::Stack { to, .. } => of_piece(0, 64, 12 + u16::from(direction(from, to)?)),
            Action::KnockDown { target, .. } => of_piece(0, 64, 16 + u16::from(direction(from, target)?)),
            Action::TacticalDodge { landing, push, .. } => {
                let ahead = (0..4).find(|&d| self.steps(from, d, 2) == Some(landing))?;
                let push = direction(self.step(from, ahead)?, push)?;
                if push == ahead {
                    return None;
                }
                of_piece(0, 64, 20 + pair_index(ahead, push))
            }
            Action::Dodge { over, exit, .. } => {
                let slot = reach(over)?;
                let place = TWO_SQUARES.iter().position(|&two| two == slot)?;
                of_piece(0, 64, 32 + place as u16 * 4 + u16::from(direction(over, exit)?))
            }
            Action::HandOff { from, to } if from == self.ball => {
                HAND_OFF + self.squares.iter().position(|&square| square == to)? as u16
            }
            Action::ShortPass { from, to } if from == self.ball => SHORT_PASS + self.square(to).index() as u16,
            Action::LongPass { from, to } if from == self.ball => LONG_PASS + self.square(to).index() as u16,
            Action::HandOff { .. } | Action::ShortPass { .. } | Action::LongPass { .. } => return None,
            Action::StandUp { to, .. } => of_piece(STAND_UP, 4, u16::from(direction(from, to)?)),
            Action::Release { square, top, bottom, keeper } => {
                if (keeper == Keeper::Nobody) == (square == self.ball) || top == bottom {
                    return None;
                }
                let pair = pair_index(direction(from, top)?, direction(from, bottom)?);
                of_piece(RELEASE, 24, pair + if keeper == Keeper::Bottom { 12 } else { 0 })
            }
            Action::Convert => CONVERT,
            Action::End => END,
            Action::PlayCard(card) => CARD + card.index() as u16,
        };
        Some(ActionNumber(number))
    }
}

/// Direction and distance of the eight runs, by index of the target.
pub(crate) const RUNS: [(u8, u8); 8] = [(0, 4), (1, 4), (0, 3), (1, 3), (2, 3), (3, 3), (2, 4), (3, 4)];
