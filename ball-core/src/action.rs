//! Actions: everything a coach decides, as it is written in chapter 10.

use crate::card::CardIndex;
use crate::square::Square;

/// Which piece of a released stack keeps the ball (U4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Keeper {
    /// The stack has no ball.
    Nobody = 0,
    /// The piece that was on top.
    Top = 1,
    /// The piece that was below; it must come out active.
    Bottom = 2,
}

/// One decision of a coach (chapter 10). Squares tell which piece is meant.
///
/// Forms that the notation writes alike are one variant: which of them it is follows from the position.
/// [`Action::display`] prints it, [`Action::parse`] reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// `D7-F9`: a movement (M1–M5), or with a card pending a leap or a run (C7).
    Move {
        /// Start.
        from: Square,
        /// End.
        to: Square,
    },
    /// `D7^E8`: a block or a protection (D6).
    Stack {
        /// Start.
        from: Square,
        /// Square of the piece below.
        to: Square,
    },
    /// `D7*F9-G10`: a dodge (D1, D2).
    Dodge {
        /// Start.
        from: Square,
        /// Square of the opponent.
        over: Square,
        /// Where the acting piece ends.
        exit: Square,
    },
    /// `D7~F9/D9`: a tactical dodge (D3–D5).
    TacticalDodge {
        /// Start.
        from: Square,
        /// Where the acting piece ends.
        landing: Square,
        /// Where the opponent is pushed.
        push: Square,
    },
    /// `G4:F5`: a hand-off (H1), or with a card pending a direct pass (C7).
    HandOff {
        /// The carrier.
        from: Square,
        /// The receiver.
        to: Square,
    },
    /// `G4>H7`: a short pass (H2).
    ShortPass {
        /// The carrier.
        from: Square,
        /// Where the ball is laid.
        to: Square,
    },
    /// `G4>>H13`: a long pass (H3).
    LongPass {
        /// The carrier.
        from: Square,
        /// Where the ball is laid.
        to: Square,
    },
    /// `D7xE8`: a knock-down by a card (C7).
    KnockDown {
        /// The acting piece.
        from: Square,
        /// The opponent.
        target: Square,
    },
    /// `D7!E8`: a stand-up (U3).
    StandUp {
        /// Start.
        from: Square,
        /// End.
        to: Square,
    },
    /// `D7|E8*,C6`: a release (U4).
    Release {
        /// Square of the stack.
        square: Square,
        /// Where the top goes.
        top: Square,
        /// Where the bottom goes.
        bottom: Square,
        /// Who keeps the ball.
        keeper: Keeper,
    },
    /// `convert`: 1 AP becomes 1 EP (C4).
    Convert,
    /// `end`: the action phase ends (T5).
    End,
    /// `card:hurdle`: a card is played (C5).
    PlayCard(CardIndex),
}

impl Action {
    /// The square of the piece or stack that the action starts with; nothing for `convert`, `end` and cards.
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        match self {
            Self::Move { from, .. }
            | Self::Stack { from, .. }
            | Self::Dodge { from, .. }
            | Self::TacticalDodge { from, .. }
            | Self::HandOff { from, .. }
            | Self::ShortPass { from, .. }
            | Self::LongPass { from, .. }
            | Self::KnockDown { from, .. }
            | Self::StandUp { from, .. }
            | Self::Release { square: from, .. } => Some(from),
            Self::Convert | Self::End | Self::PlayCard(_) => None,
        }
    }
}
