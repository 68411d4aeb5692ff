/**
 * A simple second implementation of as-of views: one cell per day, no intervals. It stores a copy of the whole
 * calendar after every change, so a view of the past is a lookup.
 */
interface Cell {
  /** Number of the entry that wrote the cell; adjacent cells of one entry belong together. */
  readonly entry: number;
  readonly value: Members;
}

type Calendar = readonly (Cell | undefined)[];
type Members = Readonly<Record<string, unknown>>;

export interface AsOfModel {
  /**
   * Sets the value from this day and today, until the next day after both on which another entry begins. Later
   * entries also change the members that differ now, unless they changed those members themselves.
   */
  change(fact: string, when: { readonly day: number; readonly today: number }, value: Members): void;
  /** Corrects the members that were wrong, on all days around this one that came from the same entry. */
  correct(fact: string, day: number, value: Members): void;
  valueOn(fact: string, day: number): unknown;
  /** Stores a copy of the calendar as the knowledge at this time. */
  remember(atMs: number): void;
  response(fact: string, knownAtMs: number, day: number): unknown;
}

/** Creates a calendar with this number of days. */
export function createAsOfModel(days: number): AsOfModel {
  const facts = new Map<string, Calendar>();
  const drawers: { readonly atMs: number; readonly facts: ReadonlyMap<string, Calendar> }[] = [];
  let entries = 0;
  const empty: Calendar = Array.from({ length: days }, () => undefined);
  const calendarOf = (fact: string): Calendar => facts.get(fact) ?? empty;

  const change: AsOfModel['change'] = (fact, { day, today }, value) => {
    entries += 1;
    const before = calendarOf(fact);
    let end = Math.max(day, today) + 1;
    while (end < days && !begins(before, end)) end += 1;
    const was = before[today]?.value;
    facts.set(
      fact,
      before.map((cell, index) => {
        if (index >= end) return cell && { ...cell, value: takenOver(cell.value, was, value) };
        return index >= day ? { entry: entries, value } : cell;
      }),
    );
  };

  return {
    change,
    correct(fact, day, value) {
      const before = calendarOf(fact);
      const wrong = before[day];
      if (wrong === undefined) return change(fact, { day, today: day }, value);
      entries += 1;
      let [from, to] = [day, day];
      while (before[from - 1]?.entry === wrong.entry) from -= 1;
      while (before[to + 1]?.entry === wrong.entry) to += 1;
      facts.set(
        fact,
        before.map((cell, index) => {
          if (index >= from && index <= to) return { entry: entries, value };
          return cell && { ...cell, value: takenOver(cell.value, wrong.value, value) };
        }),
      );
    },
    valueOn: (fact, day) => calendarOf(fact)[day]?.value,
    remember: (atMs) => void drawers.push({ atMs, facts: new Map(facts) }),
    response: (fact, knownAtMs, day) =>
      drawers.findLast(({ atMs }) => atMs <= knownAtMs)?.facts.get(fact)?.[day]?.value,
  };
}

/** Returns a later value with the members that change now, except those it had changed itself. */
function takenOver(later: Members, was: Members | undefined, is: Members): Members {
  if (was === undefined) return later;
  const result: Record<string, unknown> = { ...later };
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (was[name] === is[name] || later[name] !== was[name]) continue;
    if (is[name] === undefined) delete result[name];
    else result[name] = is[name];
  }
  return result;
}

/** Tells whether an entry begins on this day. */
function begins(calendar: Calendar, day: number): boolean {
  const cell = calendar[day];
  return cell !== undefined && calendar[day - 1]?.entry !== cell.entry;
}
