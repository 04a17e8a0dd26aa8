//! Cards, their effects, and the kinds of ordinary action (C3, C7).

use arrayvec::ArrayString;

/// Kind of an ordinary action, which decides its entry in the EP table (C3) and whether a card allows it (C7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ActionKind {
    /// M1–M5.
    Movement = 0,
    /// D6 over an opponent.
    Block = 1,
    /// D6 over a teammate.
    Protection = 2,
    /// D1.
    Dodge = 3,
    /// D3.
    TacticalDodge = 4,
    /// H1.
    HandOff = 5,
    /// H2.
    ShortPass = 6,
    /// H3.
    LongPass = 7,
}

impl ActionKind {
    /// All kinds in the order of C3.
    pub const ALL: [Self; 8] = [
        Self::Movement,
        Self::Block,
        Self::Protection,
        Self::Dodge,
        Self::TacticalDodge,
        Self::HandOff,
        Self::ShortPass,
        Self::LongPass,
    ];

    /// The name in rulesets, for example `tactical_dodge`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        EpSource::ALL[self as usize].name()
    }
}

/// An entry of the EP table: what earns EP (C3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum EpSource {
    /// The action itself, by kind.
    Movement = 0,
    /// Likewise.
    Block = 1,
    /// Likewise.
    Protection = 2,
    /// Likewise.
    Dodge = 3,
    /// Likewise.
    TacticalDodge = 4,
    /// Likewise.
    HandOff = 5,
    /// Likewise.
    ShortPass = 6,
    /// Likewise.
    LongPass = 7,
    /// A dodge that took the ball (D2).
    ForcedFumble = 8,
    /// A tactical dodge that made the opponent lose the ball (D5).
    Fumble = 9,
    /// A loose ball taken, or the ball taken from an opponent by a block.
    TakePossession = 10,
    /// A release over an opponent (U4).
    Unblock = 11,
    /// A release over a teammate (U4).
    Unprotect = 12,
}

impl EpSource {
    /// All entries in the order of C3.
    pub const ALL: [Self; 13] = [
        Self::Movement,
        Self::Block,
        Self::Protection,
        Self::Dodge,
        Self::TacticalDodge,
        Self::HandOff,
        Self::ShortPass,
        Self::LongPass,
        Self::ForcedFumble,
        Self::Fumble,
        Self::TakePossession,
        Self::Unblock,
        Self::Unprotect,
    ];

    /// The name in rulesets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Movement => "movement",
            Self::Block => "block",
            Self::Protection => "protection",
            Self::Dodge => "dodge",
            Self::TacticalDodge => "tactical_dodge",
            Self::HandOff => "hand_off",
            Self::ShortPass => "short_pass",
            Self::LongPass => "long_pass",
            Self::ForcedFumble => "forced_fumble",
            Self::Fumble => "fumble",
            Self::TakePossession => "take_possession",
            Self::Unblock => "unblock",
            Self::Unprotect => "unprotect",
        }
    }
}

impl From<ActionKind> for EpSource {
    fn from(kind: ActionKind) -> Self {
        Self::ALL[kind as usize]
    }
}

/// A set of [`ActionKind`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct KindSet(u8);

impl KindSet {
    /// No kind.
    pub const EMPTY: Self = Self(0);
    /// All eight kinds.
    pub const ALL: Self = Self(u8::MAX);

    /// The set with this kind too.
    #[must_use]
    pub const fn with(self, kind: ActionKind) -> Self {
        Self(self.0 | 1 << kind as u8)
    }

    /// Whether the kind is in the set.
    #[must_use]
    pub const fn contains(self, kind: ActionKind) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }

    /// Whether there is no kind in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in the order of C3.
    pub fn iter(self) -> impl Iterator<Item = ActionKind> {
        ActionKind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<ActionKind> for KindSet {
    fn from_iter<I: IntoIterator<Item = ActionKind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// What a card does (C7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// That many AP more in this turn, at once; 1–7.
    ExtraAp {
        /// AP gained.
        amount: u8,
    },
    /// One ordinary action of these kinds, without AP.
    ExtraAction {
        /// Kinds allowed; not empty.
        kinds: KindSet,
    },
    /// One unlock task, now.
    EarlyUnlock,
    /// Two squares diagonally over a piece or stack.
    Leap,
    /// Exactly this many squares diagonally; 3 or 4.
    Run {
        /// Squares moved.
        distance: u8,
    },
    /// The ball goes straight to a teammate within this distance; 1–16.
    DirectPass {
        /// Greatest distance.
        range: u8,
    },
    /// An adjacent opponent without the ball is knocked down.
    KnockDown,
}

impl Effect {
    /// The name in rulesets, for example `extra_action`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ExtraAp { .. } => "extra_ap",
            Self::ExtraAction { .. } => "extra_action",
            Self::EarlyUnlock => "early_unlock",
            Self::Leap => "leap",
            Self::Run { .. } => "run",
            Self::DirectPass { .. } => "direct_pass",
            Self::KnockDown => "knock_down",
        }
    }

    /// Whether the effect is done by a piece, so that `after_possession` means something (chapter 9).
    #[must_use]
    pub const fn has_acting_piece(self) -> bool {
        !matches!(self, Self::ExtraAp { .. } | Self::EarlyUnlock)
    }
}

/// Id of a card: lower-case letters, digits and hyphens, starting with a letter, at most 32 (chapter 9).
pub type CardId = ArrayString<32>;

/// A card of a deck (chapter 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// Its name in texts.
    pub id: CardId,
    /// EP paid when it is played, 0–999.
    pub cost: u16,
    /// What it does.
    pub effect: Effect,
    /// Whether a tired piece may be its acting piece (C6).
    pub after_possession: bool,
}

/// Place of a card in its ruleset's deck, 0 to 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct CardIndex(u8);

impl CardIndex {
    /// The largest deck (chapter 9).
    pub const COUNT: usize = 16;

    /// The place with this number, if it is below 16.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 16 { Some(Self(index)) } else { None }
    }

    /// Place from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of cards of one deck, for example those a coach has spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct CardSet(u16);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);

    /// The set with one bit per place of the deck.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// One bit per place of the deck.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn contains(self, card: CardIndex) -> bool {
        self.0 & 1 << card.0 != 0
    }

    /// The set with this card too.
    #[must_use]
    pub const fn with(self, card: CardIndex) -> Self {
        Self(self.0 | 1 << card.0)
    }

    /// Whether there is no card in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards in deck order.
    pub fn iter(self) -> impl Iterator<Item = CardIndex> {
        (0..16).map(CardIndex).filter(move |&card| self.contains(card))
    }
}
