/**
 * Returns how many letters must be replaced, added, left out or swapped with their neighbour to make one word of the
 * other (Damerau–Levenshtein, each letter changed once); `max + 1` for any distance beyond the maximum.
 */
export function editDistance(one: string, other: string, max: number): number {
  if (one === other) return 0;
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = nextRow({ one, other, row, last, before });
    if (Math.min(...next) > max) return max + 1;
    [before, last] = [last, next];
  }
  return Math.min(last[other.length] ?? max + 1, max + 1);
}

interface RowInput {
  readonly one: string;
  readonly other: string;
  readonly row: number;
  readonly last: readonly number[];
  readonly before: readonly number[];
}

function nextRow({ before, last, one, other, row }: RowInput): readonly number[] {
  const next = [row];
  for (let column = 1; column <= other.length; column += 1) {
    const isEqual = one[row - 1] === other[column - 1];
    const swapped =
      one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
        ? at(before, column - 2) + 1
        : Number.POSITIVE_INFINITY;
    next.push(
      Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isEqual ? 0 : 1),
        swapped,
      ),
    );
  }
  return next;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
