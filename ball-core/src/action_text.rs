//! Text of actions (chapter 10).

use core::fmt;

use crate::action::{Action, Keeper};
use crate::ruleset::{Mode, Ruleset};
use crate::square::{Square, SquareError};

/// Longest text of an action in bytes: `card:` and an id of 32 letters.
pub const MAX_ACTION_TEXT: usize = 37;

/// A text that is no action (chapter 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActionTextError {
    /// None of the forms of chapter 10.
    #[error(
        "chapter 10: not an action; the forms are D7-F9, D7^E8, D7*F9-G10, D7~F9/D9, G4:F5, G4>H7, G4>>H13, D7xE8, D7!E8, D7|E8*,C6, convert, end and card:ID"
    )]
    Form,
    /// A part that should be a square is none.
    #[error("{reason} (at byte {offset})")]
    Square {
        /// Byte offset of the part.
        offset: usize,
        /// What is wrong with it.
        reason: SquareError,
    },
    /// A card in standard mode.
    #[error("C1: there are no cards in standard mode")]
    StandardMode,
    /// No card of the ruleset in play has this id.
    #[error("C5: the ruleset has no card of this id (at byte 5)")]
    UnknownCard,
    /// Both pieces of a release are marked to keep the ball.
    #[error("U4: only one piece can keep the ball")]
    TwoKeepers,
}

impl ActionTextError {
    /// The rule that is broken.
    #[must_use]
    pub const fn rule(&self) -> crate::Rule {
        match self {
            Self::Form => crate::Rule::Notation,
            Self::Square { .. } => crate::Rule::B1,
            Self::StandardMode => crate::Rule::C1,
            Self::UnknownCard => crate::Rule::C5,
            Self::TwoKeepers => crate::Rule::U4,
        }
    }

    /// Byte offset of the part that is wrong.
    #[must_use]
    pub const fn offset(&self) -> usize {
        match self {
            Self::Square { offset, .. } => *offset,
            Self::UnknownCard => 5,
            Self::Form | Self::StandardMode | Self::TwoKeepers => 0,
        }
    }
}

impl Action {
    /// Reads an action.
    ///
    /// ```
    /// use ball_core::{Action, Ruleset};
    /// let rules = Ruleset::cards();
    /// for text in ["D7-F9", "D7~F9/D9", "D7|E8*,C6", "card:hurdle", "end"] {
    ///     assert_eq!(Action::parse(text, &rules)?.display(&rules).to_string(), text);
    /// }
    /// assert!(Action::parse("D7-F8", &rules).unwrap_err().to_string().starts_with("B1: F8 is not hatched"));
    /// # Ok::<(), ball_core::ActionTextError>(())
    /// ```
    ///
    /// # Errors
    /// When the text has none of the forms of chapter 10, names a square that isn't hatched, or a card that isn't in
    /// the ruleset's deck.
    pub fn parse(text: &str, rules: &Ruleset) -> Result<Self, ActionTextError> {
        match text {
            "convert" => return Ok(Self::Convert),
            "end" => return Ok(Self::End),
            _ => {}
        }
        if let Some(id) = text.strip_prefix("card:") {
            return match (rules.mode(), rules.card_by_id(id)) {
                (Mode::Standard, _) => Err(ActionTextError::StandardMode),
                (Mode::Cards, Some(card)) => Ok(Self::PlayCard(card)),
                (Mode::Cards, None) => Err(ActionTextError::UnknownCard),
            };
        }
        let at = |offset: usize, part: &str| -> Result<Square, ActionTextError> {
            part.parse().map_err(|reason| ActionTextError::Square { offset, reason })
        };
        let operator = text.find(['-', '^', '*', '~', ':', '>', 'x', '!', '|']).ok_or(ActionTextError::Form)?;
        let (first, rest) = (&text[..operator], &text[operator + 1..]);
        let start = operator + 1;
        // The second and third square of forms that have three.
        let pair = |separator: char| -> Result<(&str, &str, usize), ActionTextError> {
            let (second, third) = rest.split_once(separator).ok_or(ActionTextError::Form)?;
            Ok((second, third, start + second.len() + 1))
        };
        let from = at(0, first)?;
        Ok(match text.as_bytes()[operator] {
            b'-' => Self::Move { from, to: at(start, rest)? },
            b'^' => Self::Stack { from, to: at(start, rest)? },
            b':' => Self::HandOff { from, to: at(start, rest)? },
            b'x' => Self::KnockDown { from, target: at(start, rest)? },
            b'!' => Self::StandUp { from, to: at(start, rest)? },
            b'>' => match rest.strip_prefix('>') {
                Some(rest) => Self::LongPass { from, to: at(start + 1, rest)? },
                None => Self::ShortPass { from, to: at(start, rest)? },
            },
            b'*' => {
                let (over, exit, offset) = pair('-')?;
                Self::Dodge { from, over: at(start, over)?, exit: at(offset, exit)? }
            }
            b'~' => {
                let (landing, push, offset) = pair('/')?;
                Self::TacticalDodge { from, landing: at(start, landing)?, push: at(offset, push)? }
            }
            _ => {
                let (top, bottom, offset) = pair(',')?;
                let (top, top_keeps) = unmark(top);
                let (bottom, bottom_keeps) = unmark(bottom);
                let keeper = match (top_keeps, bottom_keeps) {
                    (false, false) => Keeper::Nobody,
                    (true, false) => Keeper::Top,
                    (false, true) => Keeper::Bottom,
                    (true, true) => return Err(ActionTextError::TwoKeepers),
                };
                Self::Release { square: from, top: at(start, top)?, bottom: at(offset, bottom)?, keeper }
            }
        })
    }

    /// The action as text; card ids come from the ruleset.
    #[must_use]
    pub const fn display(self, rules: &Ruleset) -> ActionDisplay<'_> {
        ActionDisplay { action: self, rules }
    }
}

fn unmark(text: &str) -> (&str, bool) {
    match text.strip_suffix('*') {
        Some(square) => (square, true),
        None => (text, false),
    }
}

/// Prints an action (chapter 10); made by [`Action::display`].
#[derive(Clone, Copy, Debug)]
pub struct ActionDisplay<'r> {
    action: Action,
    rules: &'r Ruleset,
}

impl fmt::Display for ActionDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            Action::Move { from, to } => write!(f, "{from}-{to}"),
            Action::Stack { from, to } => write!(f, "{from}^{to}"),
            Action::Dodge { from, over, exit } => write!(f, "{from}*{over}-{exit}"),
            Action::TacticalDodge { from, landing, push } => write!(f, "{from}~{landing}/{push}"),
            Action::HandOff { from, to } => write!(f, "{from}:{to}"),
            Action::ShortPass { from, to } => write!(f, "{from}>{to}"),
            Action::LongPass { from, to } => write!(f, "{from}>>{to}"),
            Action::KnockDown { from, target } => write!(f, "{from}x{target}"),
            Action::StandUp { from, to } => write!(f, "{from}!{to}"),
            Action::Release { square, top, bottom, keeper } => {
                let mark = |who| if keeper == who { "*" } else { "" };
                write!(f, "{square}|{top}{},{bottom}{}", mark(Keeper::Top), mark(Keeper::Bottom))
            }
            Action::Convert => f.write_str("convert"),
            Action::End => f.write_str("end"),
            Action::PlayCard(card) => match self.rules.card(card) {
                Some(card) => write!(f, "card:{}", card.id),
                // A card of another ruleset; no text of this ruleset names it.
                None => write!(f, "card:#{}", card.index()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn texts_that_are_no_action_are_refused() {
        let rules = Ruleset::cards();
        for text in [
            "",
            "D7",
            "D7-",
            "-D7",
            "D7-F9 ",
            " D7-F9",
            "D7-F10",
            "D7*F9",
            "D7~F9",
            "D7|E8",
            "D7|E8*,C6*",
            "D7|E8,C6**",
            "Convert",
            "END",
            "card:",
            "card:hurdles",
            "card:Hurdle",
            "D7>>>H13",
            "D7--F9",
            "d7-f9",
            "D7→F9",
            "D7>É7",
            "end\n",
            "D07-F9",
        ] {
            assert!(Action::parse(text, &rules).is_err(), "{text:?}");
        }
        assert_eq!(Action::parse("D7*F9-G9", &rules).unwrap_err().to_string(), "B1: G9 is not hatched (at byte 6)");
        assert_eq!(Action::parse("card:hurdle", &Ruleset::standard()), Err(ActionTextError::StandardMode));
    }
}
