//! Hash of positions.
//!
//! # Stability
//! Equal positions have equal hashes in every release and on every platform; a table of test vectors pins them. The
//! hash does not depend on the ruleset: positions of different games can share one. It is no protection against
//! somebody who wants two positions to collide.

use crate::position::{Outcome, Position};
use crate::team::PieceId;

/// One of the numbers a hash is made of: the output of SplitMix64 (Steele, Lea, Flood 2014) at this place.
const fn key(place: u64) -> u64 {
    let mut z = (place + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// Keys of piece and square.
static STANDS: [[u64; 110]; PieceId::COUNT] = {
    let mut table = [[0; 110]; PieceId::COUNT];
    let mut piece = 0;
    while piece < PieceId::COUNT {
        let mut square = 0;
        while square < 110 {
            table[piece][square] = key((piece * 128 + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// Places of keys that belong to one number of the position, which is mixed in whole.
#[derive(Clone, Copy)]
enum Part {
    Marks = 1,
    Game = 2,
    Cards = 3,
}

const fn mixed(part: Part, value: u64) -> u64 {
    // A number that is 0 at the start of every game keeps its key: what counts is that different numbers differ.
    key(value ^ key(1 << 32 | part as u64))
}

impl Position {
    /// 64-bit hash of everything that `==` compares, computed when asked for (see [the module](crate::zobrist)).
    ///
    /// ```
    /// use ball_core::{Position, Ruleset};
    /// assert_eq!(Position::start(&Ruleset::standard()).zobrist(), 0x4873_353c_779d_51b7);
    /// ```
    #[must_use]
    pub fn zobrist(&self) -> u64 {
        let stands = self.squares.iter().enumerate().fold(0, |hash, (i, square)| hash ^ STANDS[i][square.index()]);
        let marks = u64::from(self.knocked)
            | u64::from(self.tops) << 14
            | u64::from(self.fresh) << 28
            | u64::from(self.tired) << 42
            | (self.ball.index() as u64) << 56;
        let outcome = match self.outcome {
            None => 0,
            Some(Outcome::Win(_)) => 1,
            Some(Outcome::Draw) => 2,
        };
        let game = u64::from(self.turn)
            | (self.team as u64) << 16
            | (self.phase as u64) << 17
            | u64::from(self.ap) << 19
            | outcome << 27
            | self.pending.map_or(0, |card| card.index() as u64 + 1) << 29;
        let cards = u64::from(self.ep[0])
            | u64::from(self.ep[1]) << 16
            | u64::from(self.spent[0].bits()) << 32
            | u64::from(self.spent[1].bits()) << 48;
        stands ^ mixed(Part::Marks, marks) ^ mixed(Part::Game, game) ^ mixed(Part::Cards, cards)
    }
}
