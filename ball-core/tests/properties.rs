//! Properties of random games: what holds in every position, whatever is played.

use std::collections::HashMap;
use std::ops::ControlFlow;

use ball_core::{
    ACTION_SPACE, Action, ActionNumber, Event, Events, Game, MAX_ACTION_TEXT, MAX_LEGAL_ACTIONS, MAX_POSITION_TEXT,
    Mode, Outcome, Phase, PieceId, Position, Record, Ruleset, RulesetSpec, Square, StackPlace, Team,
};
use proptest::prelude::*;

/// Rulesets that differ in everything that matters to play.
fn rulesets() -> Vec<Ruleset> {
    let mut list = vec![Ruleset::standard(), Ruleset::cards()];
    list.push(Ruleset::from_json(r#"{"first": "atk", "turn_limit": 7, "end_zone_rows": 4}"#).unwrap());
    let deck = r#"{"mode": "cards", "turn_limit": 40, "ep_table": {"movement": 3, "unblock": 2}, "deck": [
        {"id": "two", "cost": 1, "effect": {"type": "extra_ap", "amount": 5}},
        {"id": "any", "cost": 0, "after_possession": true, "effect": {"type": "extra_action", "kinds":
            ["movement", "block", "protection", "dodge", "tactical_dodge", "hand_off", "short_pass", "long_pass"]}},
        {"id": "up", "cost": 0, "effect": {"type": "early_unlock"}},
        {"id": "jump", "cost": 0, "after_possession": true, "effect": {"type": "leap"}},
        {"id": "four", "cost": 0, "effect": {"type": "run", "distance": 4}},
        {"id": "far", "cost": 0, "effect": {"type": "direct_pass", "range": 16}},
        {"id": "hit", "cost": 0, "effect": {"type": "knock_down"}},
        {"id": "pile", "cost": 0, "effect": {"type": "extra_action", "kinds": ["block"]}}]}"#;
    list.push(Ruleset::from_json(deck).unwrap());
    let mut crowd = RulesetSpec { mode: Mode::Cards, turn_limit: 60, ..RulesetSpec::default() };
    for (piece, start) in crowd.formation.pieces.iter_mut().enumerate() {
        start.1 = Square::new(40 + 2 * piece as u8).unwrap();
    }
    crowd.formation.ball = crowd.formation.pieces[9].1;
    list.push(Ruleset::new(crowd).unwrap());
    list
}

/// Draws as many actions as there are choices, from the start of a game.
fn play_out(
    rules: &Ruleset,
    choices: &[u16],
    mut visit: impl FnMut(&Position, Action, &Position, &Events),
) -> Position {
    let mut position = Position::start(rules);
    for &choice in choices {
        let legal = position.legal_actions(rules);
        if legal.is_empty() {
            break;
        }
        let action = legal.get(usize::from(choice) % legal.len()).unwrap();
        let (mut next, mut events) = (position.clone(), Events::new());
        next.play_with(rules, action, &mut events).unwrap();
        visit(&position, action, &next, &events);
        position = next;
    }
    position
}

fn assert_invariants(position: &Position, rules: &Ruleset) {
    // Chapter 10 accepts what play reaches, and the text says everything.
    let text = position.display(rules).to_string();
    assert!(text.len() <= MAX_POSITION_TEXT);
    assert_eq!(Position::parse(&text, rules).as_ref(), Ok(position), "{text}");
    assert_eq!(Position::from_setup(&position.to_setup(), rules).as_ref(), Ok(position), "{text}");
    // P3: at most two on a square, and then one top.
    for square in Square::all() {
        let here: Vec<_> = position.at(square).map(|id| position.piece(id)).collect();
        match here.as_slice() {
            [] => {}
            [one] => assert_eq!(one.stack, None, "{text}"),
            [a, b] => assert_ne!(a.stack.unwrap(), b.stack.unwrap(), "{text}"),
            _ => panic!("{text}"),
        }
    }
    // P4, P5: the ball is with the piece on its square that isn't a bottom and isn't knocked down, or nobody is there.
    match position.carrier() {
        Some(carrier) => {
            let piece = position.piece(carrier);
            assert!(piece.has_ball && piece.square == position.ball() && !piece.knocked_down, "{text}");
        }
        None => assert_eq!(position.at(position.ball()).count(), 0, "{text}"),
    }
    assert_eq!(position.pieces().filter(|piece| piece.has_ball).count(), usize::from(position.carrier().is_some()));
    // T1, T6
    let over = position.phase() == Phase::Over;
    assert_eq!(over, position.outcome().is_some());
    assert!(position.phase() == Phase::Action || position.ap() == 0);
    assert_eq!(rules.team_of_turn(position.turn()), position.team());
    assert!(position.turn() <= rules.turn_limit());
    assert!(position.pieces().all(|piece| !piece.tired || piece.id.team() == position.team()));
    if position.outcome() == Some(Outcome::Draw) {
        assert_eq!(position.turn(), rules.turn_limit());
    }
    // C1, C3
    assert!(Team::ALL.iter().all(|&team| position.ep(team) <= 999));
    if rules.mode() == Mode::Standard {
        assert!(Team::ALL.iter().all(|&team| position.ep(team) == 0 && position.spent(team).is_empty()));
    }
}

fn assert_actions_agree(position: &Position, rules: &Ruleset) {
    let legal = position.legal_actions(rules);
    assert_eq!(legal.is_empty(), position.outcome().is_some());
    assert!(legal.len() <= MAX_LEGAL_ACTIONS);
    assert_eq!(position.count_legal(rules), legal.len());
    let numbers: Vec<_> = legal.numbers().collect();
    assert_eq!((numbers.len(), legal.numbers().len()), (legal.len(), legal.len()));
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
    let actions: Vec<_> = legal.iter().collect();
    assert_eq!(legal.iter().fold(Vec::new(), |list, action| [list, vec![action]].concat()), actions);
    for (i, (&number, &action)) in numbers.iter().zip(&actions).enumerate() {
        assert_eq!((legal.number(i), legal.get(i)), (Some(number), Some(action)));
        assert_eq!((position.action(number), position.action_number(action)), (Some(action), Some(number)));
        assert!(legal.contains(action));
        let text = action.display(rules).to_string();
        assert!(text.len() <= MAX_ACTION_TEXT);
        assert_eq!(Action::parse(&text, rules), Ok(action));
    }
    assert_eq!((legal.number(legal.len()), legal.get(legal.len())), (None, None));
    // is_legal ⇔ in the list, over everything that has a number.
    for number in (0..ACTION_SPACE as u16).filter_map(ActionNumber::new) {
        if let Some(action) = position.action(number) {
            assert_eq!(position.is_legal(rules, action), actions.contains(&action), "{}", action.display(rules));
        }
    }
    // The pieces' own actions together are those that belong to a piece.
    let mut of_pieces: Vec<_> =
        PieceId::all().flat_map(|id| position.legal_actions_of(rules, id).numbers().collect::<Vec<_>>()).collect();
    of_pieces.sort();
    let with_piece: Vec<_> =
        numbers.iter().copied().filter(|&n| position.action(n).unwrap().from().is_some()).collect();
    assert_eq!(of_pieces, with_piece);
    // The visitor stops when told to.
    let mut seen = 0;
    let stopped = position.for_each_legal(rules, |_| {
        seen += 1;
        if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((stopped.is_break(), seen), (legal.len() >= 3, legal.len().min(3)));
}

/// Replays the events on a plain board: they must tell everything that changed.
fn assert_events_tell_all(before: &Position, after: &Position, events: &Events) {
    let mut pieces: HashMap<PieceId, _> = before.pieces().map(|piece| (piece.id, piece)).collect();
    let (mut ball, mut carrier, mut ap, mut turn, mut team) =
        (before.ball(), before.carrier(), before.ap(), before.turn(), before.team());
    let (mut phase, mut outcome) = (before.phase(), None);
    let mut ep = Team::ALL.map(|team| before.ep(team));
    let mut spent = Team::ALL.map(|team| before.spent(team));
    for &event in events {
        match event {
            Event::ApSpent { team: whose, left } => {
                assert_eq!((whose, left), (team, ap - 1));
                ap = left;
            }
            Event::ApConverted { team, left, ep: now } => (ap, ep[team as usize]) = (left, now),
            Event::CardPlayed { team, card, ep: left } => {
                ep[team as usize] = left;
                spent[team as usize] = spent[team as usize].with(card);
            }
            Event::ApGained { amount, ap: now, .. } => {
                assert_eq!(now, ap + amount);
                ap = now;
            }
            Event::Moved { piece, from, to, .. } | Event::Pushed { piece, from, to } => {
                assert_eq!(pieces[&piece].square, from);
                pieces.get_mut(&piece).unwrap().square = to;
                if carrier == Some(piece) && matches!(event, Event::Moved { .. }) {
                    ball = to;
                }
            }
            Event::StoodUp { piece, from, to } => {
                assert_eq!(pieces[&piece].square, from);
                let piece = pieces.get_mut(&piece).unwrap();
                (piece.square, piece.knocked_down) = (to, false);
            }
            Event::KnockedDown { piece, square, by } => {
                assert!(by.team() == team && piece.team() != team);
                assert_eq!(pieces[&piece].square, square);
                pieces.get_mut(&piece).unwrap().knocked_down = true;
            }
            Event::BallLoose { piece, from, square, .. } => {
                assert_eq!((carrier, ball), (Some(piece), from));
                (ball, carrier) = (square, None);
            }
            Event::Possession { piece, from, square, .. } => {
                assert_eq!(ball, from);
                (ball, carrier) = (square, Some(piece));
            }
            Event::Tired { piece } => pieces.get_mut(&piece).unwrap().tired = true,
            Event::StackFormed { top, bottom, square } => {
                assert!([top, bottom].iter().all(|id| pieces[id].square == square));
                for (id, place) in [(top, StackPlace::Top), (bottom, StackPlace::Bottom)] {
                    let piece = pieces.get_mut(&id).unwrap();
                    (piece.stack, piece.formed_this_turn) = (Some(place), true);
                }
            }
            Event::StackReleased { top, bottom, square } => {
                for id in [top, bottom] {
                    assert_eq!(pieces[&id].square, square);
                    pieces.get_mut(&id).unwrap().stack = None;
                }
            }
            Event::EpGained { team, amount, ep: now, .. } => {
                assert_eq!(now, ep[team as usize] + amount);
                ep[team as usize] = now;
            }
            Event::Touchdown { piece, square } => {
                assert_eq!((carrier, ball), (Some(piece), square));
                outcome = Some(Outcome::Win(team));
                (phase, ap) = (Phase::Over, 0);
            }
            Event::PhaseEnded { phase: ended } => {
                assert_eq!(phase, ended);
                (phase, ap) = (Phase::Unlock, 0);
                let unlocked = ended == Phase::Unlock;
                pieces.values_mut().for_each(|piece| piece.formed_this_turn &= !unlocked);
                pieces.values_mut().for_each(|piece| piece.tired = false);
            }
            Event::TurnBegan { turn: now, team: mover } => {
                assert_eq!(now, turn + 1);
                (turn, team, phase, ap) = (now, mover, Phase::Action, 2);
            }
            Event::Draw { turn: last } => {
                assert_eq!(last, turn);
                outcome = Some(Outcome::Draw);
                phase = Phase::Over;
            }
            _ => panic!("unknown event {event:?}"),
        }
    }
    assert_eq!(
        (ball, carrier, ap, turn, team),
        (after.ball(), after.carrier(), after.ap(), after.turn(), after.team())
    );
    assert_eq!((phase, outcome), (after.phase(), after.outcome()));
    assert_eq!(ep, Team::ALL.map(|team| after.ep(team)));
    assert_eq!(spent, Team::ALL.map(|team| after.spent(team)));
    for piece in after.pieces() {
        let told = pieces[&piece.id];
        assert_eq!((told.square, told.knocked_down, told.stack), (piece.square, piece.knocked_down, piece.stack));
        let marks = if outcome.is_some() { (false, false) } else { (told.tired, told.formed_this_turn) };
        assert_eq!(marks, (piece.tired, piece.formed_this_turn), "{piece:?}");
    }
}

fn choices(most: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_keep_the_rules(which in 0..5usize, choices in choices(120)) {
        let rules = &rulesets()[which];
        let mut hashes = HashMap::new();
        assert_invariants(&Position::start(rules), rules);
        assert_actions_agree(&Position::start(rules), rules);
        play_out(rules, &choices, |before, action, after, events| {
            assert_invariants(after, rules);
            assert_actions_agree(after, rules);
            assert_events_tell_all(before, after, events);
            assert_eq!(events.iter().filter(|event| matches!(event, Event::Touchdown { .. } | Event::Draw { .. })).count(), usize::from(after.outcome().is_some()));
            // Unchecked play, and play of a copy read from text, do the same.
            let mut unchecked = before.clone();
            unchecked.play_unchecked(rules, action);
            assert_eq!(&unchecked, after);
            // Equal positions have equal hashes and different ones don't collide here.
            let text = after.display(rules).to_string();
            assert_eq!(Position::parse(&text, rules).unwrap().zobrist(), after.zobrist());
            assert_eq!(hashes.entry(after.zobrist()).or_insert_with(|| text.clone()), &text);
        });
    }

    #[test]
    fn undo_takes_back_what_playing_did(which in 0..5usize, choices in choices(60)) {
        let mut game = Game::new(rulesets()[which].clone());
        let mut before = vec![game.position().clone()];
        play_out(&rulesets()[which], &choices, |_, action, after, _| {
            game.play(action).unwrap();
            assert_eq!(game.position(), after);
            before.push(after.clone());
        });
        let record = Record::of_game(&game, std::collections::BTreeMap::new());
        prop_assert_eq!(&Record::from_json(&record.to_json()).unwrap().replay().unwrap(), &game);
        while let Some(position) = before.pop() {
            prop_assert_eq!(game.position(), &position);
            prop_assert_eq!(game.undo().is_some(), !before.is_empty());
        }
    }

    #[test]
    fn illegal_actions_change_nothing(which in 0..5usize, choices in choices(60), number in 0..ACTION_SPACE as u16) {
        let rules = &rulesets()[which];
        let position = play_out(rules, &choices, |_, _, _, _| {});
        let (mut next, mut events) = (position.clone(), Events::new());
        if let Some(action) = position.action(ActionNumber::new(number).unwrap()) {
            let played = next.play_with(rules, action, &mut events);
            prop_assert_eq!(played.is_ok(), position.is_legal(rules, action));
            if let Err(refusal) = played {
                prop_assert_eq!(&next, &position);
                prop_assert!(events.is_empty());
                prop_assert!(refusal.to_string().starts_with(refusal.rule().id()));
            }
            // Unchecked nonsense neither panics nor hangs, and neither does asking about what it left.
            let mut nonsense = position.clone();
            nonsense.play_unchecked(rules, action);
            for other in &nonsense.legal_actions(rules) {
                nonsense.clone().play_unchecked(rules, other);
            }
        }
    }

    #[test]
    fn another_ruleset_does_no_harm(which in 0..5usize, other in 0..5usize, choices in choices(60)) {
        let (rules, other) = (&rulesets()[which], &rulesets()[other]);
        let position = play_out(rules, &choices, |_, _, _, _| {});
        for action in &position.legal_actions(other) {
            let mut next = position.clone();
            next.play_unchecked(other, action);
            prop_assert!(!next.display(other).to_string().is_empty());
        }
    }

    #[test]
    fn half_a_turn_changes_nothing_but_the_view(choices in choices(80)) {
        // The default formation is the same for both, so a game with the sides changed is the same game turned.
        let rules = Ruleset::standard();
        let turned_rules = Ruleset::from_json(r#"{"first": "atk", "formation": {
            "atk": [{"shape":"X","square":"D7"},{"shape":"X","square":"F7"},{"shape":"X","square":"H7"},{"shape":"X","square":"J7"},{"shape":"X","square":"G4"},{"shape":"O","square":"B7"},{"shape":"S","square":"L7"}],
            "def": [{"shape":"X","square":"J11"},{"shape":"X","square":"H11"},{"shape":"X","square":"F11"},{"shape":"X","square":"D11"},{"shape":"X","square":"G14"},{"shape":"O","square":"L11"},{"shape":"S","square":"B11"}],
            "ball": "G14"}}"#).unwrap();
        let mut turned = Position::start(&turned_rules);
        play_out(&rules, &choices, |before, action, after, _| {
            let mine: Vec<_> = before.legal_actions(&rules).numbers().collect();
            let theirs: Vec<_> = turned.legal_actions(&turned_rules).numbers().collect();
            assert_eq!(mine, theirs);
            let action = turned.action(before.action_number(action).unwrap()).unwrap();
            turned.play(&turned_rules, action).unwrap();
            assert_eq!(turned.ball(), after.ball().rotated());
        });
    }

    #[test]
    fn texts_of_any_kind_are_read_or_refused(text in "\\PC{0,60}", mangled in any::<(u8, u8, u8)>()) {
        for rules in [Ruleset::standard(), Ruleset::cards()] {
            let _ = Position::parse(&text, &rules);
            let _ = Action::parse(&text, &rules);
            let _ = Ruleset::from_json(&text);
            let _ = Record::from_json(&text).map(|record| record.replay());
            let start = Position::start(&rules).display(&rules).to_string();
            let mut bytes = start.clone().into_bytes();
            let at = usize::from(mangled.0) % bytes.len();
            bytes[at] = mangled.1 % 128;
            let text = String::from_utf8(bytes).unwrap();
            match Position::parse(&text, &rules) {
                Ok(position) => prop_assert_eq!(position.display(&rules).to_string(), text),
                Err(error) => prop_assert!(error.offset(&text) <= text.len()),
            }
            let _ = Position::parse(&start[..usize::from(mangled.2) % start.len()], &rules);
        }
    }
}
