//! Why an action is refused.

use crate::card::CardIndex;
use crate::rule::Rule;
use crate::square::Square;

/// Why an action can't be played: which rule forbids it, and where. The position is unchanged.
///
/// ```
/// use ball_core::{Position, Rule, Ruleset};
/// let rules = Ruleset::standard();
/// let mut position = Position::start(&rules);
/// let action = position.parse_action("H11-H13", &rules)?;
/// let refusal = position.play(&rules, action).unwrap_err();
/// assert_eq!(refusal.rule(), Rule::M1);
/// assert_eq!(refusal.to_string(), "M1: the X on H11 can't move to H13");
/// # Ok::<(), ball_core::ActionTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A touchdown has ended the game.
    #[error("T7: the game is over, a touchdown has been scored")]
    WonAlready,
    /// The turn limit has ended the game.
    #[error("T8: the game is over, it was drawn at the turn limit")]
    DrawnAlready,
    /// `end` in the unlock phase.
    #[error("U2: the unlock phase can't be ended, a stand-up or a release must be chosen")]
    TaskExpected,
    /// An action in the unlock phase.
    #[error("T1: actions belong to the action phase, now a stand-up or a release must be chosen")]
    ActionInUnlockPhase,
    /// A conversion in the unlock phase.
    #[error("C4: AP are converted in the action phase, now a stand-up or a release must be chosen")]
    ConversionInUnlockPhase,
    /// A card in the unlock phase.
    #[error("C5: cards are played in the action phase, now a stand-up or a release must be chosen")]
    CardInUnlockPhase,
    /// An unlock task in the action phase.
    #[error("T1: {0} can be unlocked in the unlock phase only")]
    TaskInActionPhase(Square),
    /// Something else than a completion while a card is pending.
    #[error("C5: a card with the effect {effect} is pending, a completion of it must follow, such as {example}")]
    CompletionExpected {
        /// Name of the card's effect.
        effect: &'static str,
        /// Text of an action of that form.
        example: &'static str,
    },
    /// A form of special action without its card.
    #[error("C7: this needs a pending card that allows it")]
    CardNeeded,
    /// An ordinary action of a kind that the pending card doesn't list.
    #[error("C7: the pending card does not allow this kind of action")]
    KindNotAllowed,
    /// No AP left.
    #[error("T2: an action costs 1 AP and none is left")]
    NoAp,
    /// No AP left to convert.
    #[error("C4: no AP is left to convert")]
    NoApToConvert,
    /// Conversion or card in standard mode.
    #[error("C1: there is no conversion and there are no cards in standard mode")]
    StandardMode,
    /// A card beyond the deck.
    #[error("C5: the deck has no card number {}", .0.index())]
    NoSuchCard(CardIndex),
    /// The card has been spent.
    #[error("C5: the card is spent")]
    CardSpent,
    /// Not enough EP.
    #[error("C5: the card costs {cost} EP and there are {ep}")]
    TooFewEp {
        /// Price.
        cost: u16,
        /// EP of the coach.
        ep: u16,
    },
    /// A card without a legal completion.
    #[error("C5: the card has no legal completion here")]
    NoCompletion,
    /// Nobody on the square.
    #[error("P1: no piece stands on {0}")]
    NoPiece(Square),
    /// A piece of the other team.
    #[error("P1: the piece on {0} is not of the team to move")]
    NotYours(Square),
    /// Knocked down.
    #[error("P2: the piece on {0} is knocked down")]
    KnockedDown(Square),
    /// In a stack.
    #[error("P3: the pieces on {0} are in a stack and can't act")]
    InStack(Square),
    /// Tired.
    #[error("T3: the piece on {0} is tired")]
    Tired(Square),
    /// Tired, and the pending card does not lift that.
    #[error("C6: the piece on {0} is tired and the card is not for tired pieces")]
    TiredForCard(Square),
    /// No movement of the piece's shape.
    #[error("M1: the {shape} on {from} can't move to {to}")]
    OutOfReach {
        /// Letter of the shape.
        shape: char,
        /// Start.
        from: Square,
        /// End.
        to: Square,
    },
    /// A movement onto a piece.
    #[error("M3: {0} is not open to end a movement on")]
    EndNotOpen(Square),
    /// A movement over something that is not passed over.
    #[error("M4: {0} can't be passed over")]
    NotPassable(Square),
    /// Not a movement of two squares.
    #[error("D1: a dodge ends a movement of two squares, from {from} to {over} it is one")]
    DodgeTooShort {
        /// Start.
        from: Square,
        /// Square of the opponent.
        over: Square,
    },
    /// Not a single active opponent, or nobody.
    #[error("D1: no single active opponent stands on {0}")]
    NobodyToDodge(Square),
    /// An exit that is not a step away or not free.
    #[error("D1: {exit} is not a free square one step from {over}")]
    NoExit {
        /// Square of the opponent.
        over: Square,
        /// The exit.
        exit: Square,
    },
    /// Not two squares diagonally by X or □.
    #[error("D3: a tactical dodge is a diagonal two of an X or square piece, {from} to {landing} is none")]
    NoTacticalDodge {
        /// Start.
        from: Square,
        /// End.
        landing: Square,
    },
    /// No single active opponent between.
    #[error("D3: no single active opponent stands on {0}, the square between")]
    NobodyBetween(Square),
    /// The landing is not free.
    #[error("D3: {0} is not free to land on")]
    LandingNotFree(Square),
    /// The push square is the landing, not a step away or not free.
    #[error("D4: {push} is not a free square one step from {opponent} and other than the landing square")]
    NoPush {
        /// Square of the opponent.
        opponent: Square,
        /// The push square.
        push: Square,
    },
    /// More than one step to form a stack.
    #[error("D6: {to} is not one step from {from}")]
    StackNotAdjacent {
        /// Start.
        from: Square,
        /// End.
        to: Square,
    },
    /// Not exactly one piece to stack on.
    #[error("D6: {0} does not hold exactly one piece")]
    NothingToStackOn(Square),
    /// Not in possession of the ball.
    #[error("{rule}: the piece on {from} does not have the ball")]
    NotCarrier {
        /// H1, H2, H3 or C7.
        rule: Rule,
        /// The piece.
        from: Square,
    },
    /// The receiver is not an active teammate of the network.
    #[error("H1: no other piece of the carrier's network stands on {0}")]
    NotInNetwork(Square),
    /// A short pass to a square that isn't free.
    #[error("H2: {0} is not free to lay the ball on")]
    ShortPassNotFree(Square),
    /// A short pass away from all receivers.
    #[error("H2: no active teammate within 4 of the carrier is adjacent to {0}")]
    NoReceiver(Square),
    /// A long pass to a square that isn't free.
    #[error("H3: {0} is not free to lay the ball on")]
    LongPassNotFree(Square),
    /// A long pass too near to a piece of the passing team.
    #[error("H3: {0} is less than 2 away from a piece of the passing team")]
    TooNear(Square),
    /// Not a knocked-down piece outside stacks.
    #[error("U1: no own knocked-down piece stands alone on {0}")]
    NobodyToStandUp(Square),
    /// A stand-up elsewhere than to a free neighbour.
    #[error("U3: {to} is not a free square one step from {from}")]
    NoPlaceToStandUp {
        /// Start.
        from: Square,
        /// End.
        to: Square,
    },
    /// No stack with an own top.
    #[error("U1: no stack with an own piece on top stands on {0}")]
    NoStack(Square),
    /// The stack was formed in this turn.
    #[error("U1: the stack on {0} was formed in this turn")]
    StackTooNew(Square),
    /// A release to anything but two different free neighbours.
    #[error("U4: {0} is not one of two different free squares one step from the stack")]
    NoPlaceToRelease(Square),
    /// A keeper of a ball that the stack doesn't have.
    #[error("U4: the stack on {0} has no ball to keep")]
    NoBallToKeep(Square),
    /// No keeper of the ball.
    #[error("U4: the stack on {0} has the ball; mark with * the piece that keeps it")]
    KeeperExpected(Square),
    /// A knocked-down keeper.
    #[error("U4: the bottom of the stack on {0} comes out knocked down and can't keep the ball")]
    KeeperKnockedDown(Square),
    /// A leap that isn't two squares diagonally, over nobody, or onto a piece.
    #[error("C7: {from} to {to} is no leap: two squares diagonally over a piece to an open square")]
    NoLeap {
        /// Start.
        from: Square,
        /// End.
        to: Square,
    },
    /// A run of another length, not straight, or over or onto a piece.
    #[error("C7: {from} to {to} is no run: exactly {distance} squares diagonally over open squares to an open square")]
    NoRun {
        /// Start.
        from: Square,
        /// End.
        to: Square,
        /// Squares the card moves.
        distance: u8,
    },
    /// A direct pass to somebody else than an active teammate in range.
    #[error("C7: no other active teammate stands on {to} at most {range} from the carrier")]
    NoDirectPass {
        /// The receiver's square.
        to: Square,
        /// Range of the card.
        range: u8,
    },
    /// A knock-down of somebody else than an adjacent single active opponent without the ball.
    #[error("C7: no adjacent single active opponent without the ball stands on {0}")]
    NobodyToKnockDown(Square),
}

impl Refusal {
    /// The rule that forbids the action.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::WonAlready => Rule::T7,
            Self::DrawnAlready => Rule::T8,
            Self::TaskExpected => Rule::U2,
            Self::TaskInActionPhase(_) | Self::ActionInUnlockPhase => Rule::T1,
            Self::NoAp => Rule::T2,
            Self::NoApToConvert | Self::ConversionInUnlockPhase => Rule::C4,
            Self::StandardMode => Rule::C1,
            Self::CompletionExpected { .. }
            | Self::CardInUnlockPhase
            | Self::NoSuchCard(_)
            | Self::CardSpent
            | Self::TooFewEp { .. }
            | Self::NoCompletion => Rule::C5,
            Self::NoPiece(_) | Self::NotYours(_) => Rule::P1,
            Self::KnockedDown(_) => Rule::P2,
            Self::InStack(_) => Rule::P3,
            Self::Tired(_) => Rule::T3,
            Self::TiredForCard(_) => Rule::C6,
            Self::OutOfReach { .. } => Rule::M1,
            Self::EndNotOpen(_) => Rule::M3,
            Self::NotPassable(_) => Rule::M4,
            Self::DodgeTooShort { .. } | Self::NobodyToDodge(_) | Self::NoExit { .. } => Rule::D1,
            Self::NoTacticalDodge { .. } | Self::NobodyBetween(_) | Self::LandingNotFree(_) => Rule::D3,
            Self::NoPush { .. } => Rule::D4,
            Self::StackNotAdjacent { .. } | Self::NothingToStackOn(_) => Rule::D6,
            Self::NotCarrier { rule, .. } => *rule,
            Self::NotInNetwork(_) => Rule::H1,
            Self::ShortPassNotFree(_) | Self::NoReceiver(_) => Rule::H2,
            Self::LongPassNotFree(_) | Self::TooNear(_) => Rule::H3,
            Self::NobodyToStandUp(_) | Self::NoStack(_) | Self::StackTooNew(_) => Rule::U1,
            Self::NoPlaceToStandUp { .. } => Rule::U3,
            Self::NoPlaceToRelease(_)
            | Self::NoBallToKeep(_)
            | Self::KeeperExpected(_)
            | Self::KeeperKnockedDown(_) => Rule::U4,
            Self::CardNeeded
            | Self::KindNotAllowed
            | Self::NoLeap { .. }
            | Self::NoRun { .. }
            | Self::NoDirectPass { .. }
            | Self::NobodyToKnockDown(_) => Rule::C7,
        }
    }
}
