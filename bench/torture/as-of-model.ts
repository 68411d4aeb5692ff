/**
 * A second opinion on what was known and what was true: no stretches, no cleverness, one cell per day. It remembers the
 * whole calendar after every change, so any question about the past is a look into a drawer.
 */
interface Cell {
  /** Which entry put it there; neighbours from one entry belong together. */
  readonly entry: number;
  readonly value: Members;
}

type Calendar = readonly (Cell | undefined)[];
type Members = Readonly<Record<string, unknown>>;

export interface AsOfModel {
  /**
   * From this day on and today, until the next day after both on which another entry begins. Entries after that take
   * over the members that differ from what was so before, where they left them as they were.
   */
  change(fact: string, when: { readonly day: number; readonly today: number }, value: Members): void;
  /** All days around this one that came from the same entry; the members that were wrong, on all days. */
  correct(fact: string, day: number, value: Members): void;
  valueOn(fact: string, day: number): unknown;
  /** Closes the drawer: everything so far was known at this moment. */
  remember(atMs: number): void;
  answer(fact: string, knownAtMs: number, day: number): unknown;
}

/** A calendar of this many days, counted from its first. */
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
    answer: (fact, knownAtMs, day) =>
      drawers.findLast(({ atMs }) => atMs <= knownAtMs)?.facts.get(fact)?.[day]?.value,
  };
}

/** A later value with the members that change now, as far as it had not changed them itself. */
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

/** Whether an entry begins on this day. */
function begins(calendar: Calendar, day: number): boolean {
  const cell = calendar[day];
  return cell !== undefined && calendar[day - 1]?.entry !== cell.entry;
}
