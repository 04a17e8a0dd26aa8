//! Everything that is drawn: pieces, ball, turn, cards.

use ball_core::{PieceId, StackPlace};

use crate::error::BallError;
use crate::game::BallGame;
use crate::guard::guard;
use crate::pointer::{OutList, Output, shared};
use crate::status::BallStatus;
use crate::values::*;

/// One piece of a position: 16 bytes without padding.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BallPieceView {
    /// Which piece it is; also its place in the list.
    pub piece: BallPiece,
    /// Its team.
    pub team: BallTeam,
    /// Its shape.
    pub shape: BallShape,
    /// Its number within the shape, from 1: ATK X5 has 5.
    pub number: u8,
    /// Where it stands.
    pub square: BallSquare,
    /// Column of the square, 1 = A to 13 = M.
    pub column: u8,
    /// Row of the square, 1 = south to 17.
    pub row: u8,
    /// 1 if it is knocked down, else 0; for a bottom, the state to which it will return (U4).
    pub knocked_down: u8,
    /// BALL_STACK_NONE, BALL_STACK_TOP or BALL_STACK_BOTTOM.
    pub stack: BallStackPlace,
    /// 1 if its stack was formed in this turn (U1), else 0.
    pub formed_this_turn: u8,
    /// 1 if it is tired (T3), else 0.
    pub tired: u8,
    /// 1 if it has the ball (P4), else 0.
    pub has_ball: u8,
    /// 1 if it is active (P2): neither knocked down nor in a stack; else 0.
    pub active: u8,
    /// 0
    pub reserved: [u8; 3],
}

/// A position without its pieces: 24 bytes without padding. Arrays of two are ATK's value, then DEF's.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BallGameView {
    /// EP of the coaches; 0 in standard mode.
    pub ep: [u16; 2],
    /// Cards that the coaches have spent: bit c for the card with place c in the deck.
    pub spent: [u16; 2],
    /// Number of the turn, from 1.
    pub turn: u16,
    /// The game is drawn after this many turns (T8).
    pub turn_limit: u16,
    /// Whose turn it is; at the end, whose turn was the last.
    pub team: BallTeam,
    /// One of BALL_PHASE_…
    pub phase: BallPhase,
    /// AP left.
    pub ap: u8,
    /// The card whose completion must follow (C5), or BALL_NONE.
    pub pending: BallCard,
    /// BALL_OUTCOME_NONE while the game goes on.
    pub outcome: BallOutcome,
    /// Square of the ball.
    pub ball: BallSquare,
    /// Column of the ball, 1 = A to 13 = M.
    pub ball_column: u8,
    /// Row of the ball, 1 = south to 17.
    pub ball_row: u8,
    /// The piece that has the ball, or BALL_NONE while it lies loose.
    pub carrier: BallPiece,
    /// BALL_MODE_STANDARD or BALL_MODE_CARDS.
    pub mode: BallMode,
    /// 0
    pub reserved: [u8; 2],
}

const _: () = {
    assert!(size_of::<BallPieceView>() == 16 && align_of::<BallPieceView>() == 1);
    assert!(size_of::<BallGameView>() == 24 && align_of::<BallGameView>() == 2);
    assert!(std::mem::offset_of!(BallGameView, team) == 12);
};

/// The fourteen pieces, ATK's in formation order, then DEF's. BALL_PIECE_COUNT are enough.
///
/// Errors: BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_pieces(
    game: *const BallGame,
    pieces: *mut BallPieceView,
    capacity: usize,
    out_count: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out = unsafe { OutList::new(pieces, capacity, out_count, "pieces") }?;
        out.write(game.position().pieces().map(|piece| {
            let name = game.rules().piece_name(piece.id);
            BallPieceView {
                piece: piece.id.index() as BallPiece,
                team: name.team as BallTeam,
                shape: name.shape as BallShape,
                number: name.number,
                square: piece.square.index() as BallSquare,
                column: piece.square.column(),
                row: piece.square.row(),
                knocked_down: piece.knocked_down.into(),
                stack: match piece.stack {
                    None => BALL_STACK_NONE,
                    Some(StackPlace::Top) => BALL_STACK_TOP,
                    Some(StackPlace::Bottom) => BALL_STACK_BOTTOM,
                },
                formed_this_turn: piece.formed_this_turn.into(),
                tired: piece.tired.into(),
                has_ball: piece.has_ball.into(),
                active: piece.is_active().into(),
                reserved: [0; 3],
            }
        }))
    })
}

/// Turn, phase, AP, ball, EP, cards and outcome of a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_view(
    game: *const BallGame,
    out_view: *mut BallGameView,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out_view = unsafe { Output::new(out_view, "out_view") }?;
        let (rules, position) = (game.rules(), game.position());
        let both = ball_core::Team::ALL;
        out_view.write(BallGameView {
            ep: both.map(|team| position.ep(team)),
            spent: both.map(|team| position.spent(team).bits()),
            turn: position.turn(),
            turn_limit: rules.turn_limit(),
            team: position.team() as BallTeam,
            phase: position.phase() as BallPhase,
            ap: position.ap(),
            pending: or_none(position.pending().map(ball_core::CardIndex::index)),
            outcome: outcome_number(position.outcome()),
            ball: position.ball().index() as BallSquare,
            ball_column: position.ball().column(),
            ball_row: position.ball().row(),
            carrier: or_none(position.carrier().map(PieceId::index)),
            mode: rules.mode() as BallMode,
            reserved: [0; 2],
        });
        Ok(())
    })
}
