//! Events: what an action did, step by step.

use std::ffi::c_char;

use ball_core::{Event, PieceId, Square};

use crate::error::{BallError, Failure};
use crate::game::BallGame;
use crate::guard::guard;
use crate::pointer::{OutText, shared};
use crate::status::BallStatus;
use crate::values::{
    self, BALL_NONE, BallCard, BallEpSource, BallGain, BallLoss, BallPhase, BallPiece, BallSquare, BallTeam,
};

/// What happened; each line names the fields of BallEvent that are used. Wherever piece is used, team is its team. A
/// later release may add kinds: skip those you don't know.
pub type BallEventKind = u8;
/// An ordinary action used AP (T2): team, amount, ap (left).
pub const BALL_EVENT_AP_SPENT: BallEventKind = 1;
/// AP became EP (C4): team, amount, ap (left), ep (now).
pub const BALL_EVENT_AP_CONVERTED: BallEventKind = 2;
/// A card was played and paid (C5): team, card, ep (left).
pub const BALL_EVENT_CARD_PLAYED: BallEventKind = 3;
/// A card gave AP (C7): team, amount, ap (now).
pub const BALL_EVENT_AP_GAINED: BallEventKind = 4;
/// A piece moved, the ball with it if it has it: piece, from, to, over (the square between of a diagonal two, else
/// BALL_NONE). A dodge is two of these: onto the opponent's square, and on to the exit (D1).
pub const BALL_EVENT_MOVED: BallEventKind = 5;
/// A piece was knocked down (P2): piece, to (where), other (by whom).
pub const BALL_EVENT_KNOCKED_DOWN: BallEventKind = 6;
/// A piece was pushed (D4): piece, from, to. If it had the ball, the ball stays and BALL_EVENT_BALL_LOOSE follows.
pub const BALL_EVENT_PUSHED: BallEventKind = 7;
/// The ball left its holder and lies loose (H2, H3, D5): piece (who had it), from, to, loss.
pub const BALL_EVENT_BALL_LOOSE: BallEventKind = 8;
/// A piece came into possession of the ball: piece, from (where the ball was), to, gain.
pub const BALL_EVENT_POSSESSION: BallEventKind = 9;
/// A piece became tired (T3): piece.
pub const BALL_EVENT_TIRED: BallEventKind = 10;
/// A stack was formed (D6): piece (the top), other (the bottom), to (where).
pub const BALL_EVENT_STACK_FORMED: BallEventKind = 11;
/// A stack was released (U4): piece (the top), other (the bottom), from (where). The movements of both follow.
pub const BALL_EVENT_STACK_RELEASED: BallEventKind = 12;
/// A piece stood up (U3): piece, from, to.
pub const BALL_EVENT_STOOD_UP: BallEventKind = 13;
/// EP were earned (C3): team, source, amount, ep (now).
pub const BALL_EVENT_EP_GAINED: BallEventKind = 14;
/// The game is won (T7): piece, to (where).
pub const BALL_EVENT_TOUCHDOWN: BallEventKind = 15;
/// A phase ended (T5, U2, U5): phase.
pub const BALL_EVENT_PHASE_ENDED: BallEventKind = 16;
/// A turn began (T6): turn, team.
pub const BALL_EVENT_TURN_BEGAN: BallEventKind = 17;
/// The game is drawn (T8): turn (the last).
pub const BALL_EVENT_DRAW: BallEventKind = 18;

/// One step of what an action did: 20 bytes without padding. The events of an action, in order, are enough to animate or
/// log it.
///
/// Fields that the kind does not use hold BALL_NONE (bytes) or 0 (amount, ep, turn, reserved).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallEvent {
    /// One of BALL_EVENT_…
    pub kind: BallEventKind,
    /// The coach or the piece's team.
    pub team: BallTeam,
    /// Who.
    pub piece: BallPiece,
    /// The bottom of a stack; who knocked a piece down.
    pub other: BallPiece,
    /// Where it began.
    pub from: BallSquare,
    /// Where it ended or happened.
    pub to: BallSquare,
    /// The square passed over.
    pub over: BallSquare,
    /// Which card.
    pub card: BallCard,
    /// How the ball was gained, one of BALL_GAIN_…
    pub gain: BallGain,
    /// For what EP were earned, one of BALL_EP_…
    pub source: BallEpSource,
    /// Which phase, one of BALL_PHASE_…
    pub phase: BallPhase,
    /// AP after the event.
    pub ap: u8,
    /// How many AP or EP.
    pub amount: u16,
    /// EP of the coach after the event.
    pub ep: u16,
    /// Number of the turn.
    pub turn: u16,
    /// How the ball was lost, one of BALL_LOSS_…
    pub loss: BallLoss,
    /// 0
    pub reserved: u8,
}

const _: () = {
    assert!(size_of::<BallEvent>() == 20 && align_of::<BallEvent>() == 2);
    assert!(std::mem::offset_of!(BallEvent, amount) == 12);
};

impl BallEvent {
    const fn new(kind: BallEventKind) -> Self {
        Self {
            kind,
            team: BALL_NONE,
            piece: BALL_NONE,
            other: BALL_NONE,
            from: BALL_NONE,
            to: BALL_NONE,
            over: BALL_NONE,
            card: BALL_NONE,
            gain: BALL_NONE,
            source: BALL_NONE,
            phase: BALL_NONE,
            ap: BALL_NONE,
            amount: 0,
            ep: 0,
            turn: 0,
            loss: BALL_NONE,
            reserved: 0,
        }
    }

    const fn of_piece(kind: BallEventKind, piece: PieceId) -> Self {
        Self { piece: piece.index() as BallPiece, team: piece.team() as BallTeam, ..Self::new(kind) }
    }
}

impl From<Event> for BallEvent {
    fn from(event: Event) -> Self {
        let index = |square: Square| square.index() as BallSquare;
        match event {
            Event::ApSpent { team, left } => {
                Self { team: team as BallTeam, amount: 1, ap: left, ..Self::new(BALL_EVENT_AP_SPENT) }
            }
            Event::ApConverted { team, left, ep } => {
                Self { team: team as BallTeam, amount: 1, ap: left, ep, ..Self::new(BALL_EVENT_AP_CONVERTED) }
            }
            Event::CardPlayed { team, card, ep } => {
                Self { team: team as BallTeam, card: card.index() as BallCard, ep, ..Self::new(BALL_EVENT_CARD_PLAYED) }
            }
            Event::ApGained { team, amount, ap } => {
                Self { team: team as BallTeam, amount: amount.into(), ap, ..Self::new(BALL_EVENT_AP_GAINED) }
            }
            Event::Moved { piece, from, to, over } => Self {
                from: index(from),
                to: index(to),
                over: over.map_or(BALL_NONE, index),
                ..Self::of_piece(BALL_EVENT_MOVED, piece)
            },
            Event::KnockedDown { piece, square, by } => Self {
                to: index(square),
                other: by.index() as BallPiece,
                ..Self::of_piece(BALL_EVENT_KNOCKED_DOWN, piece)
            },
            Event::Pushed { piece, from, to } => {
                Self { from: index(from), to: index(to), ..Self::of_piece(BALL_EVENT_PUSHED, piece) }
            }
            Event::BallLoose { piece, from, square, loss } => Self {
                from: index(from),
                to: index(square),
                loss: loss as BallLoss,
                ..Self::of_piece(BALL_EVENT_BALL_LOOSE, piece)
            },
            Event::Possession { piece, from, square, gain } => Self {
                from: index(from),
                to: index(square),
                gain: gain as BallGain,
                ..Self::of_piece(BALL_EVENT_POSSESSION, piece)
            },
            Event::Tired { piece } => Self::of_piece(BALL_EVENT_TIRED, piece),
            Event::StackFormed { top, bottom, square } => Self {
                other: bottom.index() as BallPiece,
                to: index(square),
                ..Self::of_piece(BALL_EVENT_STACK_FORMED, top)
            },
            Event::StackReleased { top, bottom, square } => Self {
                other: bottom.index() as BallPiece,
                from: index(square),
                ..Self::of_piece(BALL_EVENT_STACK_RELEASED, top)
            },
            Event::StoodUp { piece, from, to } => {
                Self { from: index(from), to: index(to), ..Self::of_piece(BALL_EVENT_STOOD_UP, piece) }
            }
            Event::EpGained { team, source, amount, ep } => Self {
                team: team as BallTeam,
                source: source as BallEpSource,
                amount,
                ep,
                ..Self::new(BALL_EVENT_EP_GAINED)
            },
            Event::Touchdown { piece, square } => {
                Self { to: index(square), ..Self::of_piece(BALL_EVENT_TOUCHDOWN, piece) }
            }
            Event::PhaseEnded { phase } => Self { phase: phase as BallPhase, ..Self::new(BALL_EVENT_PHASE_ENDED) },
            Event::TurnBegan { turn, team } => {
                Self { turn, team: team as BallTeam, ..Self::new(BALL_EVENT_TURN_BEGAN) }
            }
            Event::Draw { turn } => Self { turn, ..Self::new(BALL_EVENT_DRAW) },
            // The core may grow events that this version has no kind for; a test keeps the two together.
            _ => Self::new(0),
        }
    }
}

impl BallEvent {
    pub(crate) fn to_core(self) -> Result<Event, Failure> {
        let team = || values::team(self.team, "event->team");
        let piece = || values::piece(self.piece, "event->piece");
        let other = || values::piece(self.other, "event->other");
        let from = || values::square(self.from, "event->from");
        let to = || values::square(self.to, "event->to");
        let card = || values::card(self.card, "event->card");
        let event = match self.kind {
            BALL_EVENT_AP_SPENT => Event::ApSpent { team: team()?, left: self.ap },
            BALL_EVENT_AP_CONVERTED => Event::ApConverted { team: team()?, left: self.ap, ep: self.ep },
            BALL_EVENT_CARD_PLAYED => Event::CardPlayed { team: team()?, card: card()?, ep: self.ep },
            BALL_EVENT_AP_GAINED => Event::ApGained { team: team()?, amount: self.amount as u8, ap: self.ap },
            BALL_EVENT_MOVED => {
                let over = values::optional_square(self.over, "event->over")?;
                Event::Moved { piece: piece()?, from: from()?, to: to()?, over }
            }
            BALL_EVENT_KNOCKED_DOWN => Event::KnockedDown { piece: piece()?, square: to()?, by: other()? },
            BALL_EVENT_PUSHED => Event::Pushed { piece: piece()?, from: from()?, to: to()? },
            BALL_EVENT_BALL_LOOSE => {
                Event::BallLoose { piece: piece()?, from: from()?, square: to()?, loss: values::loss(self.loss)? }
            }
            BALL_EVENT_POSSESSION => {
                Event::Possession { piece: piece()?, from: from()?, square: to()?, gain: values::gain(self.gain)? }
            }
            BALL_EVENT_TIRED => Event::Tired { piece: piece()? },
            BALL_EVENT_STACK_FORMED => Event::StackFormed { top: piece()?, bottom: other()?, square: to()? },
            BALL_EVENT_STACK_RELEASED => Event::StackReleased { top: piece()?, bottom: other()?, square: from()? },
            BALL_EVENT_STOOD_UP => Event::StoodUp { piece: piece()?, from: from()?, to: to()? },
            BALL_EVENT_EP_GAINED => {
                let source = values::ep_source(self.source, "event->source")?;
                Event::EpGained { team: team()?, source, amount: self.amount, ep: self.ep }
            }
            BALL_EVENT_TOUCHDOWN => Event::Touchdown { piece: piece()?, square: to()? },
            BALL_EVENT_PHASE_ENDED => Event::PhaseEnded { phase: values::phase(self.phase)? },
            BALL_EVENT_TURN_BEGAN => Event::TurnBegan { turn: self.turn, team: team()? },
            BALL_EVENT_DRAW => Event::Draw { turn: self.turn },
            kind => {
                let expected = "one of BALL_EVENT_…";
                return Err(Failure::InvalidValue { name: "event->kind", value: kind.into(), expected });
            }
        };
        // As with actions, one event has one form.
        if Self::from(event) == self {
            Ok(event)
        } else {
            let expected = "an event with BALL_NONE or 0 in every field that it does not use";
            Err(Failure::InvalidValue { name: "event of kind", value: self.kind.into(), expected })
        }
    }
}

/// An event as a line for a log, for example "DEF X2 moves from H11 to G10"; BALL_EVENT_TEXT_SIZE bytes are enough.
/// Names of pieces and cards come from the ruleset of the game.
///
/// Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_event_to_text(
    game: *const BallGame,
    event: *const BallEvent,
    buffer: *mut c_char,
    capacity: usize,
    out_length: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let event = unsafe { shared(event, "event") }?.to_core()?;
        let out = unsafe { OutText::new(buffer, capacity, out_length) }?;
        out.write(event.display(game.rules()))
    })
}

#[cfg(test)]
mod tests {
    use ball_core::{CardIndex, EpSource, Gain, Loss, Phase, Ruleset, Team};

    use super::*;
    use crate::values::BALL_EVENT_TEXT_SIZE;

    /// One event of every kind, each with the longest values.
    fn all() -> Vec<Event> {
        let (piece, other) = (PieceId::new(13).unwrap(), PieceId::new(0).unwrap());
        let (from, to) = ("M16".parse().unwrap(), "L17".parse().unwrap());
        let gain = Gain::ForcedFumble;
        vec![
            Event::ApSpent { team: Team::Def, left: 254 },
            Event::ApConverted { team: Team::Def, left: 254, ep: u16::MAX },
            Event::CardPlayed { team: Team::Def, card: CardIndex::new(0).unwrap(), ep: u16::MAX },
            Event::ApGained { team: Team::Def, amount: 255, ap: 254 },
            Event::Moved { piece, from, to, over: Some(to) },
            Event::KnockedDown { piece, square: to, by: other },
            Event::Pushed { piece, from, to },
            Event::BallLoose { piece, from, square: to, loss: Loss::ShortPass },
            Event::Possession { piece, from, square: to, gain },
            Event::Tired { piece },
            Event::StackFormed { top: piece, bottom: other, square: to },
            Event::StackReleased { top: piece, bottom: other, square: from },
            Event::StoodUp { piece, from, to },
            Event::EpGained { team: Team::Def, source: EpSource::TakePossession, amount: u16::MAX, ep: u16::MAX },
            Event::Touchdown { piece, square: to },
            Event::PhaseEnded { phase: Phase::Unlock },
            Event::TurnBegan { turn: u16::MAX, team: Team::Def },
            Event::Draw { turn: u16::MAX },
        ]
    }

    #[test]
    fn every_event_has_a_kind_and_comes_back() {
        for (event, kind) in all().into_iter().zip(1..) {
            assert_eq!(BallEvent::from(event).kind, kind, "{event:?}");
            assert_eq!(BallEvent::from(event).to_core().unwrap(), event);
        }
        // The core's own source says how many there are.
        let source = include_str!("../../ball-core/src/event.rs");
        let variants = source.split("pub enum Event {").nth(1).unwrap().split("\n}").next().unwrap();
        let count = variants.lines().filter(|line| line.starts_with("    ") && line.ends_with('{')).count();
        assert_eq!(count, all().len());
    }

    #[test]
    fn every_text_of_an_event_fits() {
        let id = "a".repeat(32);
        let rules = Ruleset::from_json(&format!(
            r#"{{"mode":"cards","deck":[{{"id":"{id}","cost":999,"effect":{{"type":"leap"}}}}]}}"#
        ));
        for event in all() {
            let text = event.display(rules.as_ref().unwrap()).to_string();
            assert!(text.len() < BALL_EVENT_TEXT_SIZE, "{text}");
        }
    }
}
