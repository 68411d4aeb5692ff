const distanceMax = 3;
/** Longer than any setting name; also limits the work. */
const lengthMax = 80;

/** Counts the characters to insert, delete or replace to turn one name into the other. */
function distance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [row, letter] of Array.from(left).entries()) {
    const current = [row + 1];
    for (const [column, other] of Array.from(right).entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      const inserted = (current[column] ?? 0) + 1;
      const omitted = (previous[column + 1] ?? 0) + 1;
      current.push(Math.min(replaced, inserted, omitted));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

/** Returns the known name closest to a mistyped one, if any is close. */
export function nearestName(mistyped: string, known: readonly string[]): string | undefined {
  if (mistyped.length > lengthMax) return undefined;
  const ranked = known
    .map((name) => ({ name, away: distance(mistyped, name) }))
    .toSorted((left, right) => left.away - right.away);
  const [best] = ranked;
  return best !== undefined && best.away <= distanceMax ? best.name : undefined;
}
