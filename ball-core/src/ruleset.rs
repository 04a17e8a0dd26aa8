//! Rulesets: everything the rulebook leaves open, as data (chapter 9).

use core::fmt;

use arrayvec::ArrayVec;

use crate::card::{ActionKind, Card, CardId, CardIndex, CardSet, Effect, EpSource, KindSet};
use crate::geometry;
use crate::rule::Rule;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::team::{PieceId, Shape, Team};

/// EP stop growing here, and no card costs more (C3, chapter 9).
pub(crate) const MAX_EP: u16 = 999;
/// Greatest entry of the EP table (C3).
pub(crate) const MAX_EP_ENTRY: u16 = 99;
/// Greatest depth of an end zone (B4).
pub(crate) const MAX_END_ZONE_ROWS: u16 = 4;
/// Greatest amount of `extra_ap`, of one card and of a deck (chapter 9).
pub(crate) const MAX_EXTRA_AP: u16 = 7;
/// Greatest range of a direct pass (chapter 9).
pub(crate) const MAX_RANGE: u16 = 16;

/// Whether the game has EP and cards (C1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Mode {
    /// No EP, no conversion, no cards.
    #[default]
    Standard = 0,
    /// EP, conversion and a deck, which may be empty.
    Cards = 1,
}

impl Mode {
    /// `standard` or `cards`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Cards => "cards",
        }
    }
}

/// Where the pieces start and who has the ball (P6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formation {
    /// Shape and square of each piece, ATK's seven first ([`PieceId`] order).
    pub pieces: [(Shape, Square); PieceId::COUNT],
    /// Square of the piece that starts with the ball.
    pub ball: Square,
}

impl Default for Formation {
    fn default() -> Self {
        use Shape::{O, S, X};
        let atk = [(X, 4, 7), (X, 6, 7), (X, 8, 7), (X, 10, 7), (X, 7, 4), (O, 2, 7), (S, 12, 7)];
        let mut pieces = [(X, Square::from_raw(0)); PieceId::COUNT];
        for (i, (shape, column, row)) in atk.into_iter().enumerate() {
            let square = Square::at(column, row).unwrap_or(Square::from_raw(0));
            pieces[i] = (shape, square);
            pieces[i + PieceId::PER_TEAM] = (shape, square.rotated());
        }
        Self { pieces, ball: pieces[4].1 }
    }
}

/// EP earned by each [`EpSource`] (C3), each 0–99.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpTable(pub [u8; 13]);

impl EpTable {
    /// EP earned by this source.
    #[must_use]
    pub const fn get(&self, source: EpSource) -> u8 {
        self.0[source as usize]
    }
}

impl Default for EpTable {
    fn default() -> Self {
        let free = [EpSource::Movement, EpSource::Unblock, EpSource::Unprotect];
        Self(EpSource::ALL.map(|source| u8::from(!free.contains(&source))))
    }
}

/// A list of cards in deck order, at most 16.
pub type Deck = ArrayVec<Card, { CardIndex::COUNT }>;

/// The house deck (C8).
#[must_use]
pub fn default_deck() -> Deck {
    let kinds = |kinds: &[ActionKind]| Effect::ExtraAction { kinds: kinds.iter().copied().collect::<KindSet>() };
    let cards: [(&str, u16, bool, Effect); 8] = [
        ("audible", 3, false, Effect::ExtraAp { amount: 1 }),
        ("second-effort", 2, true, kinds(&[ActionKind::Movement])),
        ("shake-off", 2, false, kinds(&[ActionKind::Dodge, ActionKind::TacticalDodge])),
        ("quick-recovery", 2, false, Effect::EarlyUnlock),
        ("hurdle", 2, false, Effect::Leap),
        ("breakaway", 4, true, Effect::Run { distance: 3 }),
        ("bullet-pass", 3, false, Effect::DirectPass { range: 6 }),
        ("tackle", 3, false, Effect::KnockDown),
    ];
    cards
        .into_iter()
        .map(|(id, cost, after_possession, effect)| Card {
            id: CardId::from(id).unwrap_or_default(),
            cost,
            effect,
            after_possession,
        })
        .collect()
}

/// A ruleset as it is written down: public fields, possibly nonsense. [`Ruleset::new`] checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetSpec {
    /// `mode`
    pub mode: Mode,
    /// `formation`
    pub formation: Formation,
    /// `first`: team of the first turn.
    pub first: Team,
    /// `end_zone_rows`, 1–4 (B4).
    pub end_zone_rows: u8,
    /// `turn_limit`, from 1 (T8).
    pub turn_limit: u16,
    /// `ep_table`
    pub ep_table: EpTable,
    /// `deck`
    pub deck: Deck,
}

impl Default for RulesetSpec {
    /// The defaults of chapter 9, in standard mode.
    fn default() -> Self {
        Self {
            mode: Mode::Standard,
            formation: Formation::default(),
            first: Team::Def,
            end_zone_rows: 2,
            turn_limit: u16::MAX,
            ep_table: EpTable::default(),
            deck: default_deck(),
        }
    }
}

/// One reason why a ruleset can't work (chapter 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesetProblem {
    /// Two pieces start on one square.
    #[error("chapter 9: {0} is taken twice in the formation")]
    SquareTaken(Square),
    /// The ball's square holds no piece.
    #[error("chapter 9: no piece of the formation stands on {0}, the square of the ball")]
    BallWithoutPiece(Square),
    /// `end_zone_rows` outside 1–4.
    #[error("B4: end_zone_rows is {0}, not 1 to 4")]
    EndZoneRows(u8),
    /// `turn_limit` is 0.
    #[error("T8: turn_limit is 0, not 1 to 65535")]
    TurnLimit,
    /// An EP entry over 99.
    #[error("C3: ep_table.{} is {value}, not 0 to 99", source_entry.name())]
    EpEntry {
        /// The entry.
        source_entry: EpSource,
        /// Its value.
        value: u8,
    },
    /// A card id that is not a lower-case word.
    #[error("chapter 9: deck[{0}].id is not lower-case letters, digits and hyphens starting with a letter, at most 32")]
    CardId(u8),
    /// A card id that an earlier card has.
    #[error("chapter 9: the id of deck[{0}] is repeated")]
    CardRepeated(u8),
    /// A cost over 999.
    #[error("chapter 9: deck[{0}].cost is {1}, not 0 to 999")]
    CardCost(u8, u16),
    /// An effect parameter out of range.
    #[error(
        "C7: deck[{0}].effect has a parameter out of range: amount 1-7, kinds not empty, distance 3 or 4, range 1-16"
    )]
    CardEffect(u8),
    /// `after_possession` on an effect without an acting piece.
    #[error("chapter 9: deck[{0}] has after_possession, but its effect has no acting piece")]
    CardAfterPossession(u8),
    /// The `extra_ap` amounts add up to more than 7.
    #[error("chapter 9: the extra_ap amounts of the deck add up to {0}, more than 7")]
    ExtraApSum(u16),
}

impl RulesetProblem {
    /// The rule that is broken.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::EndZoneRows(_) => Rule::B4,
            Self::TurnLimit => Rule::T8,
            Self::EpEntry { .. } => Rule::C3,
            Self::CardEffect(_) => Rule::C7,
            _ => Rule::Ruleset,
        }
    }
}

impl RulesetSpec {
    /// Calls `visit` with every reason why this ruleset can't work; with none it is fine.
    pub fn for_each_problem(&self, mut visit: impl FnMut(RulesetProblem)) {
        let (mut taken, mut twice) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for (_, square) in self.formation.pieces {
            if taken.contains(square) && !twice.contains(square) {
                visit(RulesetProblem::SquareTaken(square));
                twice = twice.with(square);
            }
            taken = taken.with(square);
        }
        if !taken.contains(self.formation.ball) {
            visit(RulesetProblem::BallWithoutPiece(self.formation.ball));
        }
        if !(1..=MAX_END_ZONE_ROWS).contains(&u16::from(self.end_zone_rows)) {
            visit(RulesetProblem::EndZoneRows(self.end_zone_rows));
        }
        if self.turn_limit == 0 {
            visit(RulesetProblem::TurnLimit);
        }
        for source_entry in EpSource::ALL {
            let value = self.ep_table.get(source_entry);
            if u16::from(value) > MAX_EP_ENTRY {
                visit(RulesetProblem::EpEntry { source_entry, value });
            }
        }
        let mut extra_ap = 0;
        for (place, card) in self.deck.iter().enumerate() {
            let i = place as u8;
            if !is_card_id(&card.id) {
                visit(RulesetProblem::CardId(i));
            }
            if self.deck[..place].iter().any(|earlier| earlier.id == card.id) {
                visit(RulesetProblem::CardRepeated(i));
            }
            if card.cost > MAX_EP {
                visit(RulesetProblem::CardCost(i, card.cost));
            }
            let in_range = match card.effect {
                Effect::ExtraAp { amount } => {
                    extra_ap += u16::from(amount);
                    (1..=MAX_EXTRA_AP).contains(&u16::from(amount))
                }
                Effect::ExtraAction { kinds } => !kinds.is_empty(),
                Effect::Run { distance } => matches!(distance, 3 | 4),
                Effect::DirectPass { range } => (1..=MAX_RANGE).contains(&u16::from(range)),
                Effect::EarlyUnlock | Effect::Leap | Effect::KnockDown => true,
            };
            if !in_range {
                visit(RulesetProblem::CardEffect(i));
            }
            if card.after_possession && !card.effect.has_acting_piece() {
                visit(RulesetProblem::CardAfterPossession(i));
            }
        }
        if extra_ap > MAX_EXTRA_AP {
            visit(RulesetProblem::ExtraApSum(extra_ap));
        }
    }
}

/// Whether a text can be a card's id (chapter 9).
///
/// ```
/// assert!(ball_core::is_card_id("second-effort"));
/// assert!(!ball_core::is_card_id("2nd-effort"));
/// ```
#[must_use]
pub fn is_card_id(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.len() <= 32
        && id.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-')
}

/// Why a ruleset was refused: the reasons in order, as far as they fit, and how many there are in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetError {
    /// The first twelve reasons; never empty.
    pub problems: ArrayVec<RulesetProblem, 12>,
    /// Number of reasons. [`RulesetSpec::for_each_problem`] visits them all.
    pub count: usize,
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::problems::write_list(f, &self.problems, self.count)
    }
}

impl core::error::Error for RulesetError {}

/// A checked ruleset (chapter 9): what a [`Position`](crate::Position) is played by.
///
/// ```
/// use ball_core::{Mode, Ruleset, RulesetSpec};
/// let cards = Ruleset::new(RulesetSpec { mode: Mode::Cards, ..RulesetSpec::default() })?;
/// assert_eq!(cards, Ruleset::cards());
/// assert!(Ruleset::new(RulesetSpec { turn_limit: 0, ..RulesetSpec::default() }).is_err());
/// # Ok::<(), ball_core::RulesetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    spec: RulesetSpec,
    /// Bits of its window that each piece may go to (M1).
    pub(crate) reach: [u32; PieceId::COUNT],
    /// Target end zone of each team (B4).
    pub(crate) target: [u128; 2],
}

impl Ruleset {
    /// Checks a ruleset.
    ///
    /// # Errors
    /// Every reason for which it can't work.
    pub fn new(spec: RulesetSpec) -> Result<Self, RulesetError> {
        let mut error = RulesetError { problems: ArrayVec::new(), count: 0 };
        spec.for_each_problem(|problem| {
            error.count += 1;
            // What does not fit is counted.
            let _ = error.problems.try_push(problem);
        });
        if error.count > 0 { Err(error) } else { Ok(Self::compile(spec)) }
    }

    fn compile(spec: RulesetSpec) -> Self {
        let reach = spec.formation.pieces.map(|(shape, _)| match shape {
            Shape::X => geometry::ONE_STEP | geometry::DIAGONAL,
            Shape::O => geometry::ONE_STEP | geometry::STRAIGHT,
            Shape::S => geometry::ONE_STEP | geometry::DIAGONAL | geometry::STRAIGHT,
        });
        let south = geometry::ROWS_UPTO[usize::from(spec.end_zone_rows)];
        Self { reach, target: [geometry::rotate(south), south], spec }
    }

    /// The standard game: `{}` in JSON.
    #[must_use]
    pub fn standard() -> Self {
        Self::compile(RulesetSpec::default())
    }

    /// The card game with the house deck (C8).
    #[must_use]
    pub fn cards() -> Self {
        Self::compile(RulesetSpec { mode: Mode::Cards, ..RulesetSpec::default() })
    }

    /// Everything the ruleset was made from.
    #[must_use]
    pub const fn spec(&self) -> &RulesetSpec {
        &self.spec
    }

    /// Standard or cards (C1).
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.spec.mode
    }

    /// Turns after which the game is drawn (T8).
    #[must_use]
    pub const fn turn_limit(&self) -> u16 {
        self.spec.turn_limit
    }

    /// Team whose turn it is in this turn (P1, T6).
    #[must_use]
    pub const fn team_of_turn(&self, turn: u16) -> Team {
        if turn % 2 == 1 { self.spec.first } else { self.spec.first.other() }
    }

    /// The end zone this team has to reach (B4).
    #[must_use]
    pub const fn target_zone(&self, team: Team) -> SquareSet {
        SquareSet::from_bits(self.target[team as usize])
    }

    /// The cards in play: the deck, or nothing in standard mode (C1).
    #[must_use]
    pub fn deck(&self) -> &[Card] {
        match self.spec.mode {
            Mode::Standard => &[],
            Mode::Cards => &self.spec.deck,
        }
    }

    /// The card at a place of the deck in play.
    #[must_use]
    pub fn card(&self, card: CardIndex) -> Option<&Card> {
        self.deck().get(card.index())
    }

    /// The card with this id among those in play.
    #[must_use]
    pub fn card_by_id(&self, id: &str) -> Option<CardIndex> {
        let place = self.deck().iter().position(|card| card.id.as_str() == id)?;
        CardIndex::new(place as u8)
    }

    /// Shape of a piece.
    #[must_use]
    pub const fn shape(&self, piece: PieceId) -> Shape {
        self.spec.formation.pieces[piece.index()].0
    }

    /// Name of a piece, for example `ATK X5` (P1).
    #[must_use]
    pub fn piece_name(&self, piece: PieceId) -> PieceName {
        let shape = self.shape(piece);
        let earlier = piece.team().pieces().take(piece.number()).filter(|&other| self.shape(other) == shape).count();
        PieceName { team: piece.team(), shape, number: earlier as u8 + 1 }
    }

    /// No game has more decisions than this, automatic endings not counted (T5, U5).
    ///
    /// In a turn each of 2 AP is one decision (T1, T2, C4); in cards mode `end` may follow them while a card could be
    /// played. Each of the seven own pieces is the one that stands up, or the top that is released, at most once: it is
    /// then active, nobody knocks down a piece in its own turn, and a stack formed in this turn stays closed (U1). Over
    /// the whole game each coach plays each card once and completes it once, and each AP it gives is one more (C5, C7).
    ///
    /// ```
    /// assert_eq!(ball_core::Ruleset::standard().max_decisions(), 9 * 65535);
    /// ```
    #[must_use]
    pub fn max_decisions(&self) -> u32 {
        let all = (0..self.deck().len() as u8).filter_map(CardIndex::new).fold(CardSet::EMPTY, CardSet::with);
        let in_a_turn = PieceId::PER_TEAM as u32 + if self.mode() == Mode::Cards { 3 } else { 2 };
        let by_cards = 2 * (2 * self.deck().len() as u32 + u32::from(self.extra_ap(all)));
        u32::from(self.turn_limit()) * in_a_turn + by_cards
    }

    /// AP that these cards give when they are played (C7).
    pub(crate) fn extra_ap(&self, cards: CardSet) -> u16 {
        cards
            .iter()
            .filter_map(|card| match self.card(card)?.effect {
                Effect::ExtraAp { amount } => Some(u16::from(amount)),
                _ => None,
            })
            .sum()
    }
}

/// Name of a piece: team, shape and number within the shape (P1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceName {
    /// The piece's team.
    pub team: Team,
    /// The piece's shape.
    pub shape: Shape,
    /// From 1 within the shape.
    pub number: u8,
}

impl fmt::Display for PieceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.team, self.shape, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn p6_the_default_formation_is_the_rulebooks_line_turned_for_def() {
        let rules = Ruleset::standard();
        let texts: Vec<_> = PieceId::all()
            .map(|piece| std::format!("{} {}", rules.piece_name(piece), rules.spec().formation.pieces[piece.index()].1))
            .collect();
        assert_eq!(
            texts,
            [
                "ATK X1 D7",
                "ATK X2 F7",
                "ATK X3 H7",
                "ATK X4 J7",
                "ATK X5 G4",
                "ATK O1 B7",
                "ATK S1 L7",
                "DEF X1 J11",
                "DEF X2 H11",
                "DEF X3 F11",
                "DEF X4 D11",
                "DEF X5 G14",
                "DEF O1 L11",
                "DEF S1 B11"
            ]
        );
        assert_eq!(rules.spec().formation.ball, square("G4"));
    }

    #[test]
    fn b4_the_target_zone_is_the_others_own() {
        for rows in 1..=4 {
            let rules = Ruleset::new(RulesetSpec { end_zone_rows: rows, ..RulesetSpec::default() }).unwrap();
            for square in Square::all() {
                assert_eq!(rules.target_zone(Team::Atk).contains(square), square.row() > 17 - rows);
                assert_eq!(rules.target_zone(Team::Def).contains(square), square.row() <= rows);
            }
        }
    }

    #[test]
    fn c8_the_house_deck() {
        let deck = default_deck();
        let line = |card: &Card| {
            std::format!(
                "{} {}{} {}",
                card.id,
                card.cost,
                if card.after_possession { " +" } else { "" },
                card.effect.name()
            )
        };
        assert_eq!(
            deck.iter().map(line).collect::<Vec<_>>(),
            [
                "audible 3 extra_ap",
                "second-effort 2 + extra_action",
                "shake-off 2 extra_action",
                "quick-recovery 2 early_unlock",
                "hurdle 2 leap",
                "breakaway 4 + run",
                "bullet-pass 3 direct_pass",
                "tackle 3 knock_down"
            ]
        );
    }

    #[test]
    fn every_reason_is_reported() {
        let mut spec = RulesetSpec { end_zone_rows: 0, turn_limit: 0, ..RulesetSpec::default() };
        spec.formation.pieces[3].1 = square("D7");
        spec.formation.ball = square("A2");
        spec.ep_table.0[EpSource::Dodge as usize] = 100;
        spec.deck[1].id = spec.deck[0].id;
        spec.deck[2].id = CardId::from("Shake").unwrap();
        spec.deck[3].cost = 1000;
        spec.deck[3].after_possession = true;
        spec.deck[4].effect = Effect::Run { distance: 5 };
        spec.deck[5].effect = Effect::ExtraAp { amount: 7 };
        let error = Ruleset::new(spec).unwrap_err();
        assert_eq!(error.count, 12);
        let text = error.to_string();
        for part in [
            "D7 is taken twice",
            "A2",
            "end_zone_rows is 0",
            "turn_limit",
            "ep_table.dodge is 100",
            "deck[1] is repeated",
            "deck[2].id",
            "deck[3].cost is 1000",
            "deck[4].effect",
            "deck[5] has after_possession",
            "add up to 8",
        ] {
            assert!(text.contains(part), "{part} not in {text}");
        }
    }
}
