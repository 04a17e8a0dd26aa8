//! Playing actions (chapters 3–8).

use crate::action::{Action, Keeper};
use crate::card::{CardIndex, Effect, EpSource};
use crate::event::{Event, EventSink, Gain, Loss, NoEvents};
use crate::geometry::BIT;
use crate::position::{Outcome, Phase, Position, team_bits};
use crate::refusal::Refusal;
use crate::ruleset::{MAX_EP, Mode, Ruleset};
use crate::square::Square;
use crate::team::PieceId;

impl Position {
    /// Reads an action; the same as [`Action::parse`].
    ///
    /// # Errors
    /// When the text is no action of chapter 10.
    pub fn parse_action(&self, text: &str, rules: &Ruleset) -> Result<Action, crate::ActionTextError> {
        Action::parse(text, rules)
    }

    /// Plays an action if it is legal. Phases and turns that leave nothing to decide end by themselves (T5, U5, T6).
    ///
    /// # Errors
    /// The rule that forbids the action; the position is then unchanged.
    pub fn play(&mut self, rules: &Ruleset, action: Action) -> Result<(), Refusal> {
        self.play_with(rules, action, &mut NoEvents)
    }

    /// Plays an action if it is legal and reports what happens.
    ///
    /// # Errors
    /// The rule that forbids the action; the position is then unchanged and nothing is reported.
    pub fn play_with(&mut self, rules: &Ruleset, action: Action, events: &mut impl EventSink) -> Result<(), Refusal> {
        self.check(rules, action)?;
        events.begin();
        self.apply(rules, action, events);
        Ok(())
    }

    /// Plays an action without checking that it is legal, for search.
    ///
    /// An illegal action may leave a position that chapter 10 would refuse, for which nothing but memory safety is
    /// promised; it does not panic.
    #[inline]
    pub fn play_unchecked(&mut self, rules: &Ruleset, action: Action) {
        self.apply(rules, action, &mut NoEvents);
    }

    #[inline]
    fn apply(&mut self, rules: &Ruleset, action: Action, events: &mut impl EventSink) {
        match action {
            Action::End => {
                self.end_action_phase(rules, events);
                return;
            }
            Action::Convert => {
                let team = self.team as usize;
                self.ap = self.ap.saturating_sub(1);
                self.ep[team] = (self.ep[team] + 1).min(MAX_EP);
                events.event(Event::ApConverted { team: self.team, left: self.ap, ep: self.ep[team] });
            }
            Action::PlayCard(card) => self.play_card(rules, card, events),
            Action::StandUp { from, to } => {
                self.pending = None;
                self.stand_up(from, to, events);
            }
            Action::Release { square, top, bottom, keeper } => {
                // C6: by a card it earns nothing.
                let earns = self.pending.take().is_none();
                if let Some(source) = self.release(square, top, bottom, keeper, events).filter(|_| earns) {
                    self.earn(rules, source, events);
                }
            }
            _ => {
                if let Some(scorer) = self.act(rules, action, events).filter(|&piece| self.scores(rules, piece)) {
                    self.touchdown(scorer, events);
                    return;
                }
            }
        }
        match self.phase {
            Phase::Action if self.pending.is_some() || self.ap > 0 => {}
            Phase::Action if rules.mode() == Mode::Cards && self.has_playable_card(rules) => {}
            Phase::Action => self.end_action_phase(rules, events),
            Phase::Unlock => self.end_turn_if_done(rules, events),
            Phase::Over => {}
        }
    }

    /// An action of chapters 4–6, ordinary or as a completion; gives the piece that may score by it (T7).
    #[inline]
    fn act(&mut self, rules: &Ruleset, action: Action, events: &mut impl EventSink) -> Option<PieceId> {
        // C6: special actions use no AP and earn no EP.
        let ordinary = self.pending.take().is_none();
        if ordinary {
            self.ap = self.ap.saturating_sub(1);
            events.event(Event::ApSpent { team: self.team, left: self.ap });
        }
        let kind = if ordinary && rules.mode() == Mode::Cards { self.kind_of(action) } else { None };
        let (scorer, extra) = match action {
            Action::Move { from, to } => {
                let piece = self.own_at(from)?;
                self.walk(piece, to, events);
                (piece, self.take_loose_ball(piece, events))
            }
            Action::Stack { from, to } => {
                let (piece, below) = (self.own_at(from)?, self.any_at(to)?);
                (piece, self.form_stack(piece, below, events))
            }
            Action::Dodge { from, over, exit } => {
                let (piece, opponent) = (self.own_at(from)?, self.any_at(over)?);
                (piece, self.dodge(piece, opponent, exit, events))
            }
            Action::TacticalDodge { from, landing, push } => {
                let piece = self.own_at(from)?;
                (piece, self.tactical_dodge(piece, landing, push, events)?)
            }
            Action::HandOff { to, .. } => {
                let receiver = self.own_at(to)?;
                self.give_ball(receiver, if ordinary { Gain::HandOff } else { Gain::DirectPass }, events);
                (receiver, None)
            }
            Action::ShortPass { to, .. } | Action::LongPass { to, .. } => {
                let carrier = self.holder?;
                let is_short = matches!(action, Action::ShortPass { .. });
                self.lose_ball(carrier, to, if is_short { Loss::ShortPass } else { Loss::LongPass }, events);
                (carrier, None)
            }
            Action::KnockDown { from, target } => {
                // T7: an action that moves nobody does not score.
                let (by, opponent) = (self.own_at(from)?, self.any_at(target)?);
                self.knock_down(opponent, by, events);
                return None;
            }
            _ => return None,
        };
        if let Some(kind) = kind {
            self.earn(rules, kind.into(), events);
            if let Some(source) = extra {
                self.earn(rules, source, events);
            }
        }
        Some(scorer)
    }

    /// The piece of the team to move on a square.
    #[inline]
    fn own_at(&self, square: Square) -> Option<PieceId> {
        lowest(self.mask_at(square) & team_bits(self.team))
    }

    /// One piece on a square.
    #[inline]
    fn any_at(&self, square: Square) -> Option<PieceId> {
        lowest(self.mask_at(square))
    }

    /// The pieces on a square, one bit each; without a branch, since none could be foreseen.
    #[inline]
    fn mask_at(&self, square: Square) -> u16 {
        self.squares.iter().enumerate().fold(0, |mask, (i, &other)| mask | u16::from(other == square) << i)
    }

    /// M5: the ball goes along.
    #[inline]
    fn put(&mut self, piece: PieceId, square: Square) {
        self.squares[piece.index()] = square;
        if self.holder == Some(piece) {
            self.ball = square;
        }
    }

    #[inline]
    fn walk(&mut self, piece: PieceId, to: Square, events: &mut impl EventSink) {
        let from = self.squares[piece.index()];
        self.put(piece, to);
        let over = crate::check::between(from, to);
        events.event(Event::Moved { piece, from, to, over });
    }

    fn give_ball(&mut self, piece: PieceId, gain: Gain, events: &mut impl EventSink) {
        let from = self.ball;
        self.holder = Some(piece);
        self.ball = self.squares[piece.index()];
        events.event(Event::Possession { piece, from, square: self.ball, gain });
    }

    fn lose_ball(&mut self, piece: PieceId, square: Square, loss: Loss, events: &mut impl EventSink) {
        let from = self.ball;
        self.holder = None;
        self.ball = square;
        events.event(Event::BallLoose { piece, from, square, loss });
    }

    /// T3
    fn tire(&mut self, piece: PieceId, events: &mut impl EventSink) {
        self.tired |= piece.bit();
        events.event(Event::Tired { piece });
    }

    fn knock_down(&mut self, piece: PieceId, by: PieceId, events: &mut impl EventSink) {
        self.knocked |= piece.bit();
        events.event(Event::KnockedDown { piece, square: self.squares[piece.index()], by });
    }

    /// M3: a piece that ends on the loose ball takes it.
    #[inline]
    fn take_loose_ball(&mut self, piece: PieceId, events: &mut impl EventSink) -> Option<EpSource> {
        if self.holder.is_some() || self.ball != self.squares[piece.index()] {
            return None;
        }
        self.give_ball(piece, Gain::LooseBall, events);
        self.tire(piece, events);
        Some(EpSource::TakePossession)
    }

    /// D6, D7
    fn form_stack(&mut self, top: PieceId, bottom: PieceId, events: &mut impl EventSink) -> Option<EpSource> {
        let square = self.squares[bottom.index()];
        self.walk(top, square, events);
        self.tops |= top.bit();
        self.fresh |= top.bit();
        self.bottoms |= bottom.bit();
        events.event(Event::StackFormed { top, bottom, square });
        if self.holder != Some(bottom) {
            return None;
        }
        self.give_ball(top, Gain::Stack, events);
        // C3: taking the ball from a teammate earns nothing more.
        if top.team() == bottom.team() { None } else { Some(EpSource::TakePossession) }
    }

    /// D1, D2
    fn dodge(
        &mut self,
        piece: PieceId,
        opponent: PieceId,
        exit: Square,
        events: &mut impl EventSink,
    ) -> Option<EpSource> {
        self.walk(piece, self.squares[opponent.index()], events);
        self.knock_down(opponent, piece, events);
        let forced = self.holder == Some(opponent);
        if forced {
            self.give_ball(piece, Gain::ForcedFumble, events);
        }
        self.walk(piece, exit, events);
        if forced {
            self.tire(piece, events);
        }
        if forced { Some(EpSource::ForcedFumble) } else { None }
    }

    /// D3–D5; nothing if nobody stands between.
    fn tactical_dodge(
        &mut self,
        piece: PieceId,
        landing: Square,
        push: Square,
        events: &mut impl EventSink,
    ) -> Option<Option<EpSource>> {
        let middle = crate::check::between(self.squares[piece.index()], landing)?;
        let opponent = self.any_at(middle)?;
        let direction = middle.direction_to(push)?;
        self.walk(piece, landing, events);
        let fumbled = self.holder == Some(opponent);
        if fumbled {
            self.holder = None;
        }
        self.squares[opponent.index()] = push;
        events.event(Event::Pushed { piece: opponent, from: middle, to: push });
        self.knock_down(opponent, piece, events);
        if !fumbled {
            return Some(None);
        }
        let opposite = middle.step(direction.opposite()).filter(|&square| self.mask_at(square) == 0);
        self.lose_ball(opponent, opposite.unwrap_or(middle), Loss::Fumble, events);
        Some(Some(EpSource::Fumble))
    }

    /// C5; `extra_ap` works at once (C7).
    fn play_card(&mut self, rules: &Ruleset, index: CardIndex, events: &mut impl EventSink) {
        let Some(card) = rules.card(index) else { return };
        let team = self.team as usize;
        self.ep[team] = self.ep[team].saturating_sub(card.cost);
        self.spent[team] = self.spent[team].with(index);
        events.event(Event::CardPlayed { team: self.team, card: index, ep: self.ep[team] });
        match card.effect {
            Effect::ExtraAp { amount } => {
                self.ap = self.ap.saturating_add(amount);
                events.event(Event::ApGained { team: self.team, amount, ap: self.ap });
            }
            _ => self.pending = Some(index),
        }
    }

    /// U3
    fn stand_up(&mut self, from: Square, to: Square, events: &mut impl EventSink) {
        let Some(piece) = self.own_at(from) else { return };
        self.squares[piece.index()] = to;
        self.knocked &= !piece.bit();
        events.event(Event::StoodUp { piece, from, to });
    }

    /// U4; gives what it earns (C3).
    fn release(
        &mut self,
        square: Square,
        to: Square,
        bottom_to: Square,
        keeper: Keeper,
        events: &mut impl EventSink,
    ) -> Option<EpSource> {
        let top = self.at(square).find(|piece| self.tops & piece.bit() != 0)?;
        let bottom = self.below(top)?;
        self.tops &= !top.bit();
        self.fresh &= !top.bit();
        self.bottoms &= !bottom.bit();
        events.event(Event::StackReleased { top, bottom, square });
        if keeper == Keeper::Bottom {
            self.give_ball(bottom, Gain::Release, events);
        }
        self.walk(top, to, events);
        self.walk(bottom, bottom_to, events);
        Some(if top.team() == bottom.team() { EpSource::Unprotect } else { EpSource::Unblock })
    }

    /// C3
    fn earn(&mut self, rules: &Ruleset, source: EpSource, events: &mut impl EventSink) {
        let (team, earned) = (self.team, u16::from(rules.spec().ep_table.get(source)));
        if rules.mode() == Mode::Standard {
            return;
        }
        let before = self.ep[team as usize];
        let ep = (before + earned).min(MAX_EP);
        self.ep[team as usize] = ep;
        if ep > before {
            events.event(Event::EpGained { team, source, amount: ep - before, ep });
        }
    }

    /// T7, of a piece that has just ended an action.
    #[inline]
    fn scores(&self, rules: &Ruleset, piece: PieceId) -> bool {
        self.holder == Some(piece) && rules.target[self.team as usize] & BIT[self.ball.index() & 127] != 0
    }

    fn touchdown(&mut self, piece: PieceId, events: &mut impl EventSink) {
        self.finish(Outcome::Win(self.team));
        events.event(Event::Touchdown { piece, square: self.ball });
    }

    /// Chapter 10: what the end of the game clears.
    fn finish(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.phase = Phase::Over;
        self.ap = 0;
        self.pending = None;
        self.fresh = 0;
        self.tired = 0;
    }

    /// T5, T6: AP and tiredness vanish with the action phase.
    fn end_action_phase(&mut self, rules: &Ruleset, events: &mut impl EventSink) {
        self.phase = Phase::Unlock;
        self.ap = 0;
        self.tired = 0;
        events.event(Event::PhaseEnded { phase: Phase::Action });
        self.end_turn_if_done(rules, events);
    }

    /// U2, U5, T6, T8
    fn end_turn_if_done(&mut self, rules: &Ruleset, events: &mut impl EventSink) {
        if self.has_task() {
            return;
        }
        events.event(Event::PhaseEnded { phase: Phase::Unlock });
        if self.turn >= rules.turn_limit() {
            self.finish(Outcome::Draw);
            events.event(Event::Draw { turn: self.turn });
            return;
        }
        self.fresh = 0;
        self.turn += 1;
        self.team = self.team.other();
        self.phase = Phase::Action;
        self.ap = 2;
        events.event(Event::TurnBegan { turn: self.turn, team: self.team });
    }
}

#[inline]
fn lowest(pieces: u16) -> Option<PieceId> {
    PieceId::new(pieces.trailing_zeros() as u8)
}
