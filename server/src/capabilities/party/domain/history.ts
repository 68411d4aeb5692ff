import {
  canonical,
  changedFacts,
  type FactMap,
  factsOf,
  isOneOfSeveral,
  isRecord,
  type PartyFacts,
  partyFactsFrom,
} from './fact-map.ts';
import type { Day } from './facts.ts';
import { changeFrom, correctOn, nextChangeAfter, type Segment, type Timeline, valueOn } from './timeline.ts';

/** The currently recorded values of a party, fact by fact, over all days. */
export type History = ReadonlyMap<string, Timeline>;

export type Cause = 'registration' | 'change' | 'correction';

/** Why and from when facts are recorded. A correction replaces what was recorded as if it never was so. */
export interface Revision {
  readonly cause: Cause;
  readonly effective: Day;
}

/** Returns all facts that were true on a day. */
export function factsOn(history: History, day: Day): FactMap {
  return new Map(
    [...history]
      .map(([name, timeline]) => [name, valueOn(timeline, day)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** Returns the party as it was on a day; undefined before its registration. */
export function partyOn(history: History, day: Day): PartyFacts | undefined {
  return partyFactsFrom(factsOn(history, day));
}

/**
 * Applies a change to the history. `before` is the state the change was based on, so that only facts that differ are
 * touched: a fact that became effective meanwhile stays.
 */
export function revise(
  history: History,
  change: { readonly before: PartyFacts | undefined; readonly after: PartyFacts; readonly today: Day },
  { cause, effective }: Revision,
): { readonly history: History; readonly changed: readonly string[] } {
  const before = change.before === undefined ? new Map<string, unknown>() : factsOf(change.before);
  const after = factsOf(change.after);
  const changed = changedFacts(before, after);
  const revised = new Map(history);
  for (const name of changed) {
    const timeline = history.get(name) ?? [];
    // A document or contact point that comes with a change is valid from today, whatever the effective day of that
    // change.
    const from = isOneOfSeveral(name) ? change.today : effective;
    const timelineAfter =
      cause === 'correction'
        ? correctOn(timeline, effective, after.get(name))
        : changeFrom(timeline, { from, today: change.today }, after.get(name));
    const latest = from > change.today ? from : change.today;
    // A correction applies to all days, a change only to later ones.
    const isCarried = ({ from: begins }: Segment): boolean => cause === 'correction' || begins > latest;
    revised.set(
      name,
      carriedOn(timelineAfter, isCarried, { before: before.get(name), after: after.get(name) }),
    );
  }
  return { history: revised, changed };
}

/**
 * Carries changed members into other segments: a fact has several members, and a servicing unit planned for December
 * must not undo the phone number of November. Members that differ now are also changed in later segments that had
 * left them as they were.
 */
function carriedOn(
  timeline: Timeline,
  isCarried: (segment: Segment) => boolean,
  { after, before }: { readonly before: unknown; readonly after: unknown },
): Timeline {
  if (!isRecord(before) || !isRecord(after)) return timeline;
  const changed = changedFacts(new Map(Object.entries(before)), new Map(Object.entries(after)));
  return timeline.map((segment) => {
    const { value } = segment;
    if (!isCarried(segment) || !isRecord(value)) return segment;
    const carried = changed.filter((member) => canonical(value[member]) === canonical(before[member]));
    const unchanged = Object.entries(value).filter(([member]) => !carried.includes(member));
    const carriedOver = Object.entries(after).filter(([member]) => carried.includes(member));
    return { ...segment, value: Object.fromEntries([...unchanged, ...carriedOver]) };
  });
}

/** Returns the next day on which a recorded change becomes effective. */
export function nextDueDay(history: History, today: Day): Day | undefined {
  return [...history.values()]
    .map((timeline) => nextChangeAfter(timeline, today))
    .filter((day) => day !== undefined)
    .toSorted()[0];
}

/** A recorded segment of one fact. */
export interface RecordedSegment extends Segment {
  readonly factId: string;
  readonly fact: string;
}

/** Groups recorded segments by fact. */
export function historyOf(segments: readonly RecordedSegment[]): History {
  return Map.groupBy(segments, ({ fact }) => fact);
}

/** Returns the segments to insert and those to supersede, so that the record equals the history. */
export function differences(
  recorded: readonly RecordedSegment[],
  history: History,
  nextId: () => string,
): { readonly added: readonly RecordedSegment[]; readonly superseded: readonly string[] } {
  const wanted = [...history].flatMap(([fact, timeline]) =>
    timeline.map((segment) => ({ fact, segment, key: keyOf(fact, segment) })),
  );
  const wantedKeys = new Set(wanted.map(({ key }) => key));
  const recordedKeys = new Set(recorded.map((segment) => keyOf(segment.fact, segment)));
  return {
    added: wanted
      .filter(({ key }) => !recordedKeys.has(key))
      .map(({ fact, segment: { from, until, value } }) => ({ factId: nextId(), fact, from, until, value })),
    superseded: recorded
      .filter((segment) => !wantedKeys.has(keyOf(segment.fact, segment)))
      .map(({ factId }) => factId),
  };
}

function keyOf(fact: string, { from, until, value }: Segment): string {
  return `${fact} ${from} ${until ?? ''} ${canonical(value)}`;
}
