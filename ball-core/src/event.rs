//! What happens when an action is played, step by step.

use core::fmt;

use arrayvec::ArrayVec;

use crate::card::{CardIndex, EpSource};
use crate::position::Phase;
use crate::ruleset::Ruleset;
use crate::square::Square;
use crate::team::{PieceId, Team};

/// How a piece came into possession of the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Gain {
    /// It ended on the loose ball (M3).
    LooseBall = 0,
    /// It dodged the carrier (D2).
    ForcedFumble = 1,
    /// It formed a stack on the carrier (D7).
    Stack = 2,
    /// Hand-off (H1).
    HandOff = 3,
    /// Direct pass (C7).
    DirectPass = 4,
    /// The bottom of a released stack keeps the ball (U4).
    Release = 5,
}

impl Gain {
    /// All ways.
    pub const ALL: [Self; 6] =
        [Self::LooseBall, Self::ForcedFumble, Self::Stack, Self::HandOff, Self::DirectPass, Self::Release];

    /// The name, for example `loose ball`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LooseBall => "loose ball",
            Self::ForcedFumble => "forced fumble",
            Self::Stack => "stack",
            Self::HandOff => "hand-off",
            Self::DirectPass => "direct pass",
            Self::Release => "release",
        }
    }
}

/// How the ball came to lie loose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Loss {
    /// H2
    ShortPass = 0,
    /// H3
    LongPass = 1,
    /// D5
    Fumble = 2,
}

impl Loss {
    /// All ways.
    pub const ALL: [Self; 3] = [Self::ShortPass, Self::LongPass, Self::Fumble];

    /// The name, for example `short pass`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ShortPass => "short pass",
            Self::LongPass => "long pass",
            Self::Fumble => "fumble",
        }
    }
}

/// One step of what an action does. The events of an action, in order, are enough to draw or log it.
///
/// A ball in possession moves with its piece; it needs no event of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Event {
    /// AP were used by an ordinary action (T2).
    ApSpent {
        /// Whose.
        team: Team,
        /// AP left.
        left: u8,
    },
    /// AP became EP (C4).
    ApConverted {
        /// Whose.
        team: Team,
        /// AP left.
        left: u8,
        /// EP of the coach now.
        ep: u16,
    },
    /// A card was played and paid (C5).
    CardPlayed {
        /// Who played it.
        team: Team,
        /// Which card.
        card: CardIndex,
        /// EP left.
        ep: u16,
    },
    /// A card gave AP (C7).
    ApGained {
        /// Whose.
        team: Team,
        /// AP gained.
        amount: u8,
        /// AP now.
        ap: u8,
    },
    /// A piece moved. A dodge is two movements: onto the opponent's square and on to the exit (D1).
    Moved {
        /// Who.
        piece: PieceId,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// The square between, of a diagonal two (M4). A run passes over more; they lie on the line.
        over: Option<Square>,
    },
    /// A piece was knocked down (P2).
    KnockedDown {
        /// Who.
        piece: PieceId,
        /// Where.
        square: Square,
        /// By whom.
        by: PieceId,
    },
    /// A piece was pushed (D4). If it had the ball, the ball stays where it was and [`BallLoose`](Self::BallLoose)
    /// follows.
    Pushed {
        /// Who.
        piece: PieceId,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// The ball left its holder and lies loose (P4).
    BallLoose {
        /// Who had it.
        piece: PieceId,
        /// Where it was.
        from: Square,
        /// Where it lies.
        square: Square,
        /// Why.
        loss: Loss,
    },
    /// A piece came into possession of the ball.
    Possession {
        /// Who.
        piece: PieceId,
        /// Where the ball came from.
        from: Square,
        /// Where it is.
        square: Square,
        /// How.
        gain: Gain,
    },
    /// The piece became tired (T3).
    Tired {
        /// Who.
        piece: PieceId,
    },
    /// A stack was formed (D6).
    StackFormed {
        /// Above.
        top: PieceId,
        /// Below.
        bottom: PieceId,
        /// Where.
        square: Square,
    },
    /// A stack was released (U4); the movements of its pieces follow. The bottom has the state it had before: it may
    /// be knocked down.
    StackReleased {
        /// Above.
        top: PieceId,
        /// Below.
        bottom: PieceId,
        /// Where it was.
        square: Square,
    },
    /// A piece stood up (U3).
    StoodUp {
        /// Who.
        piece: PieceId,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// EP were earned (C3).
    EpGained {
        /// By whom.
        team: Team,
        /// For what.
        source: EpSource,
        /// How many were added; less than the table says near 999.
        amount: u16,
        /// EP now.
        ep: u16,
    },
    /// The game is won (T7). AP are 0; tiredness and the marks of new stacks are gone.
    Touchdown {
        /// By whom.
        piece: PieceId,
        /// Where.
        square: Square,
    },
    /// A phase ended (T5, U2, U5). With the action phase AP and tiredness are gone, with the unlock phase the marks of
    /// new stacks.
    PhaseEnded {
        /// Which.
        phase: Phase,
    },
    /// A turn began (T6), with 2 AP.
    TurnBegan {
        /// Its number.
        turn: u16,
        /// Whose it is.
        team: Team,
    },
    /// The game is drawn (T8).
    Draw {
        /// The last turn.
        turn: u16,
    },
}

impl Event {
    /// The event as a line of a log; names of pieces and cards come from the ruleset.
    ///
    /// ```
    /// use ball_core::{Events, Position, Ruleset};
    /// let rules = Ruleset::standard();
    /// let mut position = Position::start(&rules);
    /// let mut events = Events::new();
    /// let action = position.parse_action("H11-G10", &rules)?;
    /// position.play_with(&rules, action, &mut events)?;
    /// let log: Vec<_> = events.iter().map(|event| event.display(&rules).to_string()).collect();
    /// assert_eq!(log, ["1 AP spent, 1 left", "DEF X2 moves from H11 to G10"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn display(self, rules: &Ruleset) -> EventDisplay<'_> {
        EventDisplay { event: self, rules }
    }
}

/// Prints an event; made by [`Event::display`].
#[derive(Clone, Copy, Debug)]
pub struct EventDisplay<'r> {
    event: Event,
    rules: &'r Ruleset,
}

impl fmt::Display for EventDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |piece| self.rules.piece_name(piece);
        match self.event {
            Event::ApSpent { left, .. } => write!(f, "1 AP spent, {left} left"),
            Event::ApConverted { left, ep, .. } => write!(f, "1 AP converted, {left} AP left, {ep} EP"),
            Event::CardPlayed { team, card, ep } => match self.rules.card(card) {
                Some(card) => write!(f, "{team} plays {} for {} EP, {ep} EP left", card.id, card.cost),
                None => write!(f, "{team} plays card {}, {ep} EP left", card.index()),
            },
            Event::ApGained { amount, ap, .. } => write!(f, "{amount} AP gained, {ap} AP"),
            Event::Moved { piece, from, to, over } => {
                write!(f, "{} moves from {from} to {to}", name(piece))?;
                over.map_or(Ok(()), |over| write!(f, " over {over}"))
            }
            Event::KnockedDown { piece, square, by } => {
                write!(f, "{} is knocked down on {square} by {}", name(piece), name(by))
            }
            Event::Pushed { piece, from, to } => write!(f, "{} is pushed from {from} to {to}", name(piece)),
            Event::BallLoose { piece, square, loss, .. } => {
                write!(f, "the ball of {} lies loose on {square} ({})", name(piece), loss.name())
            }
            Event::Possession { piece, square, gain, .. } => {
                write!(f, "{} has the ball on {square} ({})", name(piece), gain.name())
            }
            Event::Tired { piece } => write!(f, "{} is tired", name(piece)),
            Event::StackFormed { top, bottom, square } if top.team() == bottom.team() => {
                write!(f, "{} protects {} on {square}", name(top), name(bottom))
            }
            Event::StackFormed { top, bottom, square } => {
                write!(f, "{} blocks {} on {square}", name(top), name(bottom))
            }
            Event::StackReleased { top, bottom, square } => {
                write!(f, "{} and {} are released on {square}", name(top), name(bottom))
            }
            Event::StoodUp { piece, from, to } => write!(f, "{} stands up from {from} to {to}", name(piece)),
            Event::EpGained { team, source, amount, ep } => {
                write!(f, "{team} gains {amount} EP for {}, {ep} EP", source.name())
            }
            Event::Touchdown { piece, square } => write!(f, "touchdown by {} on {square}", name(piece)),
            Event::PhaseEnded { phase } => write!(f, "the {} phase ends", phase.name()),
            Event::TurnBegan { turn, team } => write!(f, "turn {turn} begins, {team} to move"),
            Event::Draw { turn } => write!(f, "draw after turn {turn}"),
        }
    }
}

/// Takes the events of an action as they happen.
pub trait EventSink {
    /// Called before the first event of an action.
    fn begin(&mut self) {}

    /// Called once per event, in order.
    fn event(&mut self, event: Event);
}

/// Wants no events and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvents;

impl EventSink for NoEvents {
    #[inline(always)]
    fn event(&mut self, _: Event) {}
}

/// No action has more events than this.
///
/// The most that one action does itself is eight, in a dodge that takes the ball: AP, two movements, knock-down,
/// possession, tiredness, and two gains of EP. Then comes a touchdown, or three more: the ends of both phases, and the
/// next turn or the draw. The rest is room to grow.
pub const MAX_EVENTS: usize = 16;

/// The events of the last action: playing with them clears them first.
pub type Events = ArrayVec<Event, MAX_EVENTS>;

impl EventSink for Events {
    fn begin(&mut self) {
        self.clear();
    }

    fn event(&mut self, event: Event) {
        // There is always room (see MAX_EVENTS).
        let _ = self.try_push(event);
    }
}
