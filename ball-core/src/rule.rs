//! The ids of the rules, which every refusal cites.

use core::fmt;

macro_rules! rules {
    ($($name:ident $id:literal $title:literal;)*) => {
        /// A rule of the project's rulebook (docs/rules.md), by its id.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Rule {
            $(#[doc = $title] $name,)*
        }

        impl Rule {
            /// All rules in the order of the rulebook.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The id as it is written in texts, for example `D4`; chapters without ids give `chapter 10`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)* }
            }

            /// What the rule is about, in a few words.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }
        }
    };
}

rules! {
    B1 "B1" "Hatched squares.";
    B2 "B2" "Steps, adjacency and distance.";
    B3 "B3" "Index of a square.";
    B4 "B4" "End zones.";
    P1 "P1" "Teams, turns and names of pieces.";
    P2 "P2" "Active and inactive pieces.";
    P3 "P3" "Stacks.";
    P4 "P4" "Where the ball can be.";
    P5 "P5" "Free and open squares.";
    P6 "P6" "The default formation.";
    T1 "T1" "Phases and action points of a turn.";
    T2 "T2" "What an action costs.";
    T3 "T3" "Tired pieces.";
    T4 "T4" "Actions that can't be completed.";
    T5 "T5" "End of the action phase.";
    T6 "T6" "End of the turn.";
    T7 "T7" "Touchdown.";
    T8 "T8" "Turn limit and draw.";
    M1 "M1" "How each shape moves.";
    M2 "M2" "A diagonal two goes straight.";
    M3 "M3" "Where a movement ends.";
    M4 "M4" "What a movement passes over.";
    M5 "M5" "The ball is carried along.";
    D1 "D1" "Dodge.";
    D2 "D2" "Forced fumble.";
    D3 "D3" "Tactical dodge.";
    D4 "D4" "The push of a tactical dodge.";
    D5 "D5" "Fumble.";
    D6 "D6" "Block and protection.";
    D7 "D7" "The top takes the ball.";
    H1 "H1" "Hand-off.";
    H2 "H2" "Short pass.";
    H3 "H3" "Long pass.";
    U1 "U1" "Unlock tasks.";
    U2 "U2" "Tasks are compulsory.";
    U3 "U3" "Stand-up.";
    U4 "U4" "Release.";
    U5 "U5" "An unlock phase without tasks.";
    C1 "C1" "Modes.";
    C2 "C2" "EP and cards at the start.";
    C3 "C3" "Earning EP.";
    C4 "C4" "Conversion.";
    C5 "C5" "Playing a card.";
    C6 "C6" "Special actions.";
    C7 "C7" "Card effects.";
    C8 "C8" "The default deck.";
    Ruleset "chapter 9" "Rulesets.";
    Notation "chapter 10" "Notation.";
    Record "chapter 11" "Game records.";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
