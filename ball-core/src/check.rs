//! Whether one action is legal, and if not, which rule forbids it.
//!
//! This follows the rulebook sentence by sentence, action by action, where [`crate::legal`] works on sets of squares;
//! tests hold the two against each other over the whole action space.

use crate::action::{Action, Keeper};
use crate::card::{ActionKind, Card, CardIndex, Effect};
use crate::position::{Phase, Position};
use crate::refusal::Refusal;
use crate::rule::Rule;
use crate::ruleset::{Mode, Ruleset};
use crate::square::Square;
use crate::team::{PieceId, Shape};

/// What stands on a square.
enum Content {
    Nobody,
    One(PieceId),
    Stack,
}

impl Position {
    /// Whether an action is legal, and if not, why (T4).
    ///
    /// # Errors
    /// The rule that forbids it, with the squares concerned.
    pub fn check(&self, rules: &Ruleset, action: Action) -> Result<(), Refusal> {
        match (self.phase, self.pending) {
            (Phase::Over, _) if self.outcome.is_some_and(|outcome| outcome.winner().is_none()) => {
                Err(Refusal::DrawnAlready)
            }
            (Phase::Over, _) => Err(Refusal::WonAlready),
            (Phase::Unlock, _) => match action {
                Action::StandUp { from, to } => self.check_stand_up(from, to),
                Action::Release { square, top, bottom, keeper } => self.check_release(square, top, bottom, keeper),
                Action::End => Err(Refusal::TaskExpected),
                Action::Convert => Err(Refusal::ConversionInUnlockPhase),
                Action::PlayCard(_) => Err(Refusal::CardInUnlockPhase),
                _ => Err(Refusal::ActionInUnlockPhase),
            },
            (Phase::Action, Some(card)) => match rules.card(card) {
                Some(card) => self.check_completion(rules, card, action),
                None => Err(Refusal::NoSuchCard(card)),
            },
            (Phase::Action, None) => match action {
                Action::End => Ok(()),
                Action::Convert => self.check_convert(rules),
                Action::PlayCard(card) => self.check_card(rules, card),
                Action::StandUp { from, .. } | Action::Release { square: from, .. } => {
                    Err(Refusal::TaskInActionPhase(from))
                }
                Action::KnockDown { .. } => Err(Refusal::CardNeeded),
                _ if self.ap == 0 => Err(Refusal::NoAp),
                _ => self.check_ordinary(rules, action, None),
            },
        }
    }

    /// Whether an action is legal, without listing the others. [`check`](Self::check) says why it isn't.
    #[must_use]
    pub fn is_legal(&self, rules: &Ruleset, action: Action) -> bool {
        self.check(rules, action).is_ok()
    }

    /// The kind of an ordinary action (C3), legal or not; nothing for other actions.
    #[must_use]
    pub fn kind_of(&self, action: Action) -> Option<ActionKind> {
        Some(match action {
            Action::Move { .. } => ActionKind::Movement,
            Action::Stack { to, .. } if self.at(to).any(|piece| piece.team() != self.team) => ActionKind::Block,
            Action::Stack { .. } => ActionKind::Protection,
            Action::Dodge { .. } => ActionKind::Dodge,
            Action::TacticalDodge { .. } => ActionKind::TacticalDodge,
            Action::HandOff { .. } => ActionKind::HandOff,
            Action::ShortPass { .. } => ActionKind::ShortPass,
            Action::LongPass { .. } => ActionKind::LongPass,
            _ => return None,
        })
    }

    fn on(&self, square: Square) -> Content {
        let mut pieces = self.at(square);
        match (pieces.next(), pieces.next()) {
            (None, _) => Content::Nobody,
            (Some(piece), None) => Content::One(piece),
            _ => Content::Stack,
        }
    }

    fn is_open(&self, square: Square) -> bool {
        matches!(self.on(square), Content::Nobody)
    }

    fn is_free(&self, square: Square) -> bool {
        self.is_open(square) && self.ball != square
    }

    /// The single active piece on a square that is (or is not) of the team to move.
    fn active_on(&self, square: Square, own: bool) -> Option<PieceId> {
        match self.on(square) {
            Content::One(piece) if self.is_active(piece) && (piece.team() == self.team) == own => Some(piece),
            _ => None,
        }
    }

    /// The piece that would act (chapter 4, T3, C6).
    fn actor(&self, from: Square, card: Option<&Card>) -> Result<PieceId, Refusal> {
        let piece = match self.on(from) {
            Content::Nobody => return Err(Refusal::NoPiece(from)),
            Content::Stack => return Err(Refusal::InStack(from)),
            Content::One(piece) => piece,
        };
        if piece.team() != self.team {
            Err(Refusal::NotYours(from))
        } else if !self.is_active(piece) {
            Err(Refusal::KnockedDown(from))
        } else if self.tired & piece.bit() != 0 {
            match card {
                None => Err(Refusal::Tired(from)),
                Some(card) if card.after_possession => Ok(piece),
                Some(_) => Err(Refusal::TiredForCard(from)),
            }
        } else {
            Ok(piece)
        }
    }

    fn carrier_at(&self, from: Square, card: Option<&Card>, rule: Rule) -> Result<PieceId, Refusal> {
        let piece = self.actor(from, card)?;
        if self.holder == Some(piece) { Ok(piece) } else { Err(Refusal::NotCarrier { rule, from }) }
    }

    fn check_convert(&self, rules: &Ruleset) -> Result<(), Refusal> {
        match (rules.mode(), self.ap) {
            (Mode::Standard, _) => Err(Refusal::StandardMode),
            (Mode::Cards, 0) => Err(Refusal::NoApToConvert),
            (Mode::Cards, _) => Ok(()),
        }
    }

    fn check_card(&self, rules: &Ruleset, index: CardIndex) -> Result<(), Refusal> {
        if rules.mode() == Mode::Standard {
            return Err(Refusal::StandardMode);
        }
        let card = rules.card(index).ok_or(Refusal::NoSuchCard(index))?;
        let ep = self.ep(self.team);
        if self.spent(self.team).contains(index) {
            Err(Refusal::CardSpent)
        } else if ep < card.cost {
            Err(Refusal::TooFewEp { cost: card.cost, ep })
        } else if !self.has_completion(rules, card) {
            Err(Refusal::NoCompletion)
        } else {
            Ok(())
        }
    }

    fn check_completion(&self, rules: &Ruleset, card: &Card, action: Action) -> Result<(), Refusal> {
        let example = match card.effect {
            Effect::ExtraAp { .. } => "end",
            Effect::ExtraAction { .. } => "any of its kinds of action",
            Effect::EarlyUnlock => "D7!E8 or D7|E8,C6",
            Effect::Leap => "D7-F9",
            Effect::Run { .. } => "D7-G10",
            Effect::DirectPass { .. } => "G4:F7",
            Effect::KnockDown => "D7xE8",
        };
        let other_form = Err(Refusal::CompletionExpected { effect: card.effect.name(), example });
        match (card.effect, action) {
            (Effect::ExtraAction { kinds }, _) => match self.kind_of(action) {
                Some(kind) if kinds.contains(kind) => self.check_ordinary(rules, action, Some(card)),
                Some(_) => Err(Refusal::KindNotAllowed),
                None => other_form,
            },
            (Effect::EarlyUnlock, Action::StandUp { from, to }) => self.check_stand_up(from, to),
            (Effect::EarlyUnlock, Action::Release { square, top, bottom, keeper }) => {
                self.check_release(square, top, bottom, keeper)
            }
            (Effect::Leap, Action::Move { from, to }) => self.check_leap(card, from, to),
            (Effect::Run { distance }, Action::Move { from, to }) => self.check_run(card, from, to, distance),
            (Effect::DirectPass { range }, Action::HandOff { from, to }) => {
                let carrier = self.carrier_at(from, Some(card), Rule::C7)?;
                match self.active_on(to, true) {
                    Some(receiver) if receiver != carrier && from.distance(to) <= range => Ok(()),
                    _ => Err(Refusal::NoDirectPass { to, range }),
                }
            }
            (Effect::KnockDown, Action::KnockDown { from, target }) => {
                self.actor(from, Some(card))?;
                match self.active_on(target, false) {
                    Some(opponent) if from.distance(target) == 1 && self.holder != Some(opponent) => Ok(()),
                    _ => Err(Refusal::NobodyToKnockDown(target)),
                }
            }
            _ => other_form,
        }
    }

    fn check_ordinary(&self, rules: &Ruleset, action: Action, card: Option<&Card>) -> Result<(), Refusal> {
        match action {
            Action::Move { from, to } => {
                let piece = self.actor(from, card)?;
                self.check_path(rules, piece, to)?;
                if self.is_open(to) { Ok(()) } else { Err(Refusal::EndNotOpen(to)) }
            }
            Action::Stack { from, to } => {
                self.actor(from, card)?;
                if from.distance(to) != 1 {
                    return Err(Refusal::StackNotAdjacent { from, to });
                }
                match self.on(to) {
                    Content::One(_) => Ok(()),
                    _ => Err(Refusal::NothingToStackOn(to)),
                }
            }
            Action::Dodge { from, over, exit } => {
                let piece = self.actor(from, card)?;
                if from.distance(over) == 1 {
                    return Err(Refusal::DodgeTooShort { from, over });
                }
                self.check_path(rules, piece, over)?;
                self.active_on(over, false).ok_or(Refusal::NobodyToDodge(over))?;
                if over.distance(exit) == 1 && self.is_free(exit) {
                    Ok(())
                } else {
                    Err(Refusal::NoExit { over, exit })
                }
            }
            Action::TacticalDodge { from, landing, push } => {
                self.check_tactical_dodge(rules, from, landing, push, card)
            }
            Action::HandOff { from, to } => {
                let carrier = self.carrier_at(from, card, Rule::H1)?;
                match self.active_on(to, true) {
                    Some(receiver) if receiver != carrier && self.linked(carrier, receiver) => Ok(()),
                    _ => Err(Refusal::NotInNetwork(to)),
                }
            }
            Action::ShortPass { from, to } => {
                let carrier = self.carrier_at(from, card, Rule::H2)?;
                if !self.is_free(to) {
                    return Err(Refusal::ShortPassNotFree(to));
                }
                let receives = |mate: PieceId| {
                    let square = self.squares[mate.index()];
                    mate != carrier && self.is_active(mate) && square.distance(from) <= 4 && square.distance(to) == 1
                };
                if self.team.pieces().any(receives) { Ok(()) } else { Err(Refusal::NoReceiver(to)) }
            }
            Action::LongPass { from, to } => {
                self.carrier_at(from, card, Rule::H3)?;
                if !self.is_free(to) {
                    Err(Refusal::LongPassNotFree(to))
                } else if self.team.pieces().any(|mate| self.squares[mate.index()].distance(to) < 2) {
                    Err(Refusal::TooNear(to))
                } else {
                    Ok(())
                }
            }
            _ => Err(Refusal::CardNeeded),
        }
    }

    /// M1, M2, M4: whether the piece's shape leads there, and over what.
    fn check_path(&self, rules: &Ruleset, piece: PieceId, to: Square) -> Result<(), Refusal> {
        let (from, shape) = (self.squares[piece.index()], rules.shape(piece));
        let columns = from.column().abs_diff(to.column());
        let rows = from.row().abs_diff(to.row());
        let in_reach = match (columns, rows) {
            (1, 1) => true,
            (2, 2) => shape != Shape::O,
            (0, 2) | (2, 0) => shape != Shape::X,
            _ => false,
        };
        if !in_reach {
            return Err(Refusal::OutOfReach { shape: shape.letter(), from, to });
        }
        match between(from, to) {
            Some(middle) if !self.is_open(middle) && self.active_on(middle, true).is_none() => {
                Err(Refusal::NotPassable(middle))
            }
            _ => Ok(()),
        }
    }

    fn check_tactical_dodge(
        &self,
        rules: &Ruleset,
        from: Square,
        landing: Square,
        push: Square,
        card: Option<&Card>,
    ) -> Result<(), Refusal> {
        let piece = self.actor(from, card)?;
        let middle = between(from, landing).filter(|_| rules.shape(piece) != Shape::O);
        let opponent = middle.ok_or(Refusal::NoTacticalDodge { from, landing })?;
        self.active_on(opponent, false).ok_or(Refusal::NobodyBetween(opponent))?;
        if !self.is_free(landing) {
            return Err(Refusal::LandingNotFree(landing));
        }
        // D4: the acting piece has left, so its start is free.
        let free = push == from || self.is_free(push);
        if push != landing && opponent.distance(push) == 1 && free {
            Ok(())
        } else {
            Err(Refusal::NoPush { opponent, push })
        }
    }

    /// H1: whether adjacent active teammates link two of them.
    fn linked(&self, carrier: PieceId, receiver: PieceId) -> bool {
        let mut linked = carrier.bit();
        loop {
            let mut next = linked;
            for mate in self.team.pieces().filter(|&mate| self.is_active(mate)) {
                let adjacent = |other: PieceId| {
                    linked & other.bit() != 0 && self.squares[other.index()].distance(self.squares[mate.index()]) == 1
                };
                if self.team.pieces().any(adjacent) {
                    next |= mate.bit();
                }
            }
            if next == linked {
                return linked & receiver.bit() != 0;
            }
            linked = next;
        }
    }

    fn check_stand_up(&self, from: Square, to: Square) -> Result<(), Refusal> {
        match self.on(from) {
            Content::One(piece) if piece.team() == self.team && !self.is_active(piece) => {
                if from.distance(to) == 1 && self.is_free(to) {
                    Ok(())
                } else {
                    Err(Refusal::NoPlaceToStandUp { from, to })
                }
            }
            _ => Err(Refusal::NobodyToStandUp(from)),
        }
    }

    fn check_release(&self, square: Square, top: Square, bottom: Square, keeper: Keeper) -> Result<(), Refusal> {
        let own_top = self.at(square).find(|piece| piece.team() == self.team && self.tops & piece.bit() != 0);
        let piece = own_top.ok_or(Refusal::NoStack(square))?;
        if self.fresh & piece.bit() != 0 {
            return Err(Refusal::StackTooNew(square));
        }
        for to in [top, bottom] {
            if square.distance(to) != 1 || !self.is_free(to) || top == bottom {
                return Err(Refusal::NoPlaceToRelease(to));
            }
        }
        let below_knocked = self.below(piece).is_some_and(|below| self.knocked & below.bit() != 0);
        match (self.holder == Some(piece), keeper) {
            (false, Keeper::Nobody) | (true, Keeper::Top) => Ok(()),
            (false, _) => Err(Refusal::NoBallToKeep(square)),
            (true, Keeper::Nobody) => Err(Refusal::KeeperExpected(square)),
            (true, Keeper::Bottom) if below_knocked => Err(Refusal::KeeperKnockedDown(square)),
            (true, Keeper::Bottom) => Ok(()),
        }
    }

    fn check_leap(&self, card: &Card, from: Square, to: Square) -> Result<(), Refusal> {
        self.actor(from, Some(card))?;
        match between(from, to) {
            Some(middle) if !self.is_open(middle) && self.is_open(to) => Ok(()),
            _ => Err(Refusal::NoLeap { from, to }),
        }
    }

    fn check_run(&self, card: &Card, from: Square, to: Square, distance: u8) -> Result<(), Refusal> {
        self.actor(from, Some(card))?;
        let runs_there = |&direction: &crate::Direction| from.steps(direction, distance) == Some(to);
        let direction = crate::Direction::ALL.into_iter().find(runs_there);
        let is_clear = |direction| (1..=distance).all(|n| from.steps(direction, n).is_some_and(|s| self.is_open(s)));
        match direction {
            Some(direction) if is_clear(direction) => Ok(()),
            _ => Err(Refusal::NoRun { from, to, distance }),
        }
    }
}

/// The square between the ends of a diagonal two (M2).
#[inline]
pub(crate) fn between(from: Square, to: Square) -> Option<Square> {
    if from.column().abs_diff(to.column()) == 2 && from.row().abs_diff(to.row()) == 2 {
        Square::at((from.column() + to.column()) / 2, (from.row() + to.row()) / 2)
    } else {
        None
    }
}
