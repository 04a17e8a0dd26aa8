//! Tables of the board, computed at compile time.
//!
//! With the index of B3 every step has one fixed offset wherever it starts: SW −7, SE −6, NW +6, NE +7. All squares a
//! movement can reach (M1) lie within 14 of the start, so the 29 bits around a square (a *window*) hold everything
//! that movement looks at.

use crate::direction::Direction;
use crate::square::Square;

/// Marks "no square" in tables of square indices.
pub(crate) const NONE: u8 = u8::MAX;

/// Bits of the 110 squares.
pub(crate) const BOARD: u128 = (1 << 110) - 1;

const fn coordinates() -> ([u8; 110], [u8; 110]) {
    let (mut columns, mut rows) = ([0; 110], [0; 110]);
    let mut index = 0;
    while index < 110 {
        // Two rows hold 13 squares: 6 on the odd row from B, then 7 on the even row from A.
        let (pair, rest) = (index / 13, index % 13);
        (columns[index], rows[index]) = if rest < 6 {
            (2 + 2 * rest as u8, 1 + 2 * pair as u8)
        } else {
            (1 + 2 * (rest as u8 - 6), 2 + 2 * pair as u8)
        };
        index += 1;
    }
    (columns, rows)
}

/// Column of each square, from 1.
pub(crate) const COLUMN_OF: [u8; 110] = coordinates().0;
/// Row of each square, from 1.
pub(crate) const ROW_OF: [u8; 110] = coordinates().1;

/// Index of the square at an offset in columns and rows, or [`NONE`].
const fn offset(index: usize, columns: i8, rows: i8) -> u8 {
    let (column, row) = (COLUMN_OF[index] as i8 + columns, ROW_OF[index] as i8 + rows);
    if column < 1 || row < 1 {
        return NONE;
    }
    match Square::at(column as u8, row as u8) {
        Some(square) => square.index() as u8,
        None => NONE,
    }
}

/// The square one step away, by direction, or [`NONE`].
pub(crate) static STEP: [[u8; 4]; 110] = {
    let mut table = [[NONE; 4]; 110];
    let mut index = 0;
    while index < 110 {
        let mut d = 0;
        while d < 4 {
            let (columns, rows) = Direction::ALL[d].delta();
            table[index][d] = offset(index, columns, rows);
            d += 1;
        }
        index += 1;
    }
    table
};

/// The twelve displacements of M1 in ascending order of the target's index, in columns and rows.
pub(crate) const REACH: [(i8, i8); 12] =
    [(-2, -2), (0, -2), (2, -2), (-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1), (-2, 2), (0, 2), (2, 2)];

/// The square at each displacement of [`REACH`], or [`NONE`].
pub(crate) static REACH_TARGET: [[u8; 12]; 110] = {
    let mut table = [[NONE; 12]; 110];
    let mut index = 0;
    while index < 110 {
        let mut slot = 0;
        while slot < 12 {
            table[index][slot] = offset(index, REACH[slot].0, REACH[slot].1);
            slot += 1;
        }
        index += 1;
    }
    table
};

/// The bit of a [`window`] that each displacement of [`REACH`] falls on, relative to the index of the square in its middle.
pub(crate) const REACH_BIT: [u8; 12] = {
    let (mut bits, mut slot) = ([0; 12], 0);
    while slot < 12 {
        // 13 squares make two rows.
        bits[slot] = (14 + (REACH[slot].1 as i16 * 13 + REACH[slot].0 as i16) / 2) as u8;
        slot += 1;
    }
    bits
};

const fn window_of(columns: i8, rows: i8) -> u32 {
    let (mut bits, mut slot) = (0, 0);
    while slot < 12 {
        if REACH[slot].0.abs() == columns && REACH[slot].1.abs() == rows {
            bits |= 1 << REACH_BIT[slot];
        }
        slot += 1;
    }
    bits
}

/// Bits of a window that are a single step away.
pub(crate) const ONE_STEP: u32 = window_of(1, 1);
/// Bits of a window that are two steps diagonally away.
pub(crate) const DIAGONAL: u32 = window_of(2, 2);
/// Bits of a window that are two squares along a row or a column away.
pub(crate) const STRAIGHT: u32 = window_of(2, 0) | window_of(0, 2);

/// The bits of a square's window that are in [`REACH`] and on the board; elsewhere a window wraps around.
pub(crate) static ON_BOARD: [u32; 128] = {
    let mut table = [0; 128];
    let mut index = 0;
    while index < 110 {
        let mut slot = 0;
        while slot < 12 {
            if REACH_TARGET[index][slot] != NONE {
                table[index] |= 1 << REACH_BIT[slot];
            }
            slot += 1;
        }
        index += 1;
    }
    table
};

/// One bit per square, padded so that an index of seven bits needs no check.
pub(crate) static BIT: [u128; 128] = {
    let mut table = [0; 128];
    let mut index = 0;
    while index < 110 {
        table[index] = 1 << index;
        index += 1;
    }
    table
};

/// Squares at distance `range` or less, computed from column and row bands.
pub(crate) fn within(square: Square, range: u8) -> u128 {
    let (column, row) = (square.column(), square.row());
    let rows = ROWS_UPTO[usize::from((row + range).min(17))] & !ROWS_UPTO[usize::from((row - 1).saturating_sub(range))];
    let columns = COLUMNS_UPTO[usize::from((column + range).min(13))]
        & !COLUMNS_UPTO[usize::from((column - 1).saturating_sub(range))];
    rows & columns
}

const fn upto(limit: u8, by_row: bool) -> u128 {
    let (mut set, mut index) = (0, 0);
    while index < 110 {
        if (if by_row { ROW_OF[index] } else { COLUMN_OF[index] }) <= limit {
            set |= 1 << index;
        }
        index += 1;
    }
    set
}

/// Squares of rows 1 to n.
pub(crate) static ROWS_UPTO: [u128; 18] = {
    let mut table = [0; 18];
    let mut n = 0;
    while n < 18 {
        table[n] = upto(n as u8, true);
        n += 1;
    }
    table
};

/// Squares of columns A to the n-th.
static COLUMNS_UPTO: [u128; 14] = {
    let mut table = [0; 14];
    let mut n = 0;
    while n < 14 {
        table[n] = upto(n as u8, false);
        n += 1;
    }
    table
};

const COLUMN_A: u128 = COLUMNS_UPTO[1];
const COLUMN_M: u128 = BOARD & !COLUMNS_UPTO[12];

/// All squares one step from a square of the set.
pub(crate) const fn neighbours(set: u128) -> u128 {
    let (west, east) = (set & !COLUMN_A, set & !COLUMN_M);
    ((west >> 7) | (east >> 6) | (west << 6) | (east << 7)) & BOARD
}

/// The 29 bits of a set around a square: bit 14 is the square itself.
#[inline(always)]
pub(crate) const fn window(set: u128, square: Square) -> u32 {
    ((set << 14) >> (square.index() & 127)) as u32 & 0x1FFF_FFFF
}

/// Gathers the bits of a window at the displacements of [`REACH`], in their order.
#[inline(always)]
pub(crate) const fn gather(window: u32) -> u32 {
    (window & 0x007)
        | (window >> 4 & 0x018)
        | (window >> 8 & 0x020)
        | (window >> 9 & 0x040)
        | (window >> 13 & 0x180)
        | (window >> 17 & 0xE00)
}

/// Moves the bits a step away to the squares two steps away, beyond them.
#[inline(always)]
pub(crate) const fn beyond(window: u32) -> u32 {
    (window >> 7 & 1 << 0) | (window >> 6 & 1 << 2) | (window << 6 & 1 << 26) | (window << 7 & 1 << 28)
}

/// The bits a step away as four bits by direction.
#[inline(always)]
pub(crate) const fn directions(window: u32) -> u32 {
    (window >> 7 & 3) | (window >> 18 & 12)
}

/// The bits two steps away diagonally as four bits by direction.
#[inline(always)]
pub(crate) const fn diagonals(window: u32) -> u32 {
    (window & 1) | (window >> 1 & 2) | (window >> 24 & 4) | (window >> 25 & 8)
}

/// Which of the four neighbours of a square are in a set, as four bits by direction.
#[inline(always)]
pub(crate) fn neighbours_in(set: u128, square: Square) -> u32 {
    directions(window(set, square) & ON_BOARD[square.index() & 127])
}

/// The board turned by half a turn.
#[inline(always)]
pub(crate) const fn rotate(set: u128) -> u128 {
    set.reverse_bits() >> 18
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b2_windows_agree_with_coordinates() {
        for square in Square::all() {
            let on_board = ON_BOARD[square.index()];
            for other in Square::all() {
                let set = BIT[other.index()];
                let found = gather(window(set, square) & on_board);
                for (slot, &(columns, rows)) in REACH.iter().enumerate() {
                    let expected = other.column() as i8 == square.column() as i8 + columns
                        && other.row() as i8 == square.row() as i8 + rows;
                    assert_eq!(found & 1 << slot != 0, expected, "{square} {other} {slot}");
                }
                for direction in Direction::ALL {
                    let expected = square.step(direction) == Some(other);
                    assert_eq!(neighbours_in(set, square) & 1 << direction as u32 != 0, expected);
                }
                assert_eq!(neighbours(set) & BIT[square.index()] != 0, square.distance(other) == 1);
                for range in 0..=16 {
                    assert_eq!(within(square, range) & set != 0, square.distance(other) <= range);
                }
            }
        }
    }

    #[test]
    fn m2_a_diagonal_two_lies_beyond_its_step() {
        for direction in Direction::ALL {
            let (columns, rows) = direction.delta();
            let bit = |n: i8| 1 << REACH_BIT[REACH.iter().position(|&r| r == (n * columns, n * rows)).unwrap()];
            assert_eq!(beyond(bit(1)), bit(2));
            assert_eq!((directions(bit(1)), diagonals(bit(2))), (1 << direction as u32, 1 << direction as u32));
            assert_eq!((ONE_STEP & bit(1), DIAGONAL & bit(2)), (bit(1), bit(2)));
        }
        assert_eq!(gather(ONE_STEP | DIAGONAL | STRAIGHT), 0xFFF);
    }
}
