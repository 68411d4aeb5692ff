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

/** What we believe now of a party, fact by fact, over all days. */
export type History = ReadonlyMap<string, Timeline>;

export type Cause = 'registration' | 'change' | 'correction';

/** What is to be on record, and from when. A correction says that it was so all along. */
export interface Revision {
  readonly cause: Cause;
  readonly effective: Day;
}

/** All that was so on a day. */
export function factsOn(history: History, day: Day): FactMap {
  return new Map(
    [...history]
      .map(([name, timeline]) => [name, valueOn(timeline, day)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** The party as it was on a day; undefined before it was known. */
export function partyOn(history: History, day: Day): PartyFacts | undefined {
  return partyFactsFrom(factsOn(history, day));
}

/**
 * Enters what is wanted into history. `before` is what the wish was made from, so that only what it changes is touched:
 * a fact that changed on its own meanwhile stays.
 */
export function revise(
  history: History,
  wish: { readonly before: PartyFacts | undefined; readonly after: PartyFacts; readonly today: Day },
  { cause, effective }: Revision,
): { readonly history: History; readonly changed: readonly string[] } {
  const before = wish.before === undefined ? new Map<string, unknown>() : factsOf(wish.before);
  const after = factsOf(wish.after);
  const changed = changedFacts(before, after);
  const revised = new Map(history);
  for (const name of changed) {
    const timeline = history.get(name) ?? [];
    // A document or contact point that comes along with a change is known from today, whenever that change took effect.
    const from = isOneOfSeveral(name) ? wish.today : effective;
    const entered =
      cause === 'correction'
        ? correctOn(timeline, effective, after.get(name))
        : changeFrom(timeline, { from, today: wish.today }, after.get(name));
    const latest = from > wish.today ? from : wish.today;
    // What never was so was not so on other days either; what changes changes from now on.
    const isCarried = ({ from: begins }: Segment): boolean => cause === 'correction' || begins > latest;
    revised.set(name, carriedOn(entered, isCarried, { before: before.get(name), after: after.get(name) }));
  }
  return { history: revised, changed };
}

/**
 * A fact has members, and other stretches may be about another one: a branch planned for December must not undo the
 * phone number of November. Members that differ now differ in those stretches too, where these left them alone.
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
    const kept = Object.entries(value).filter(([member]) => !carried.includes(member));
    const taken = Object.entries(after).filter(([member]) => carried.includes(member));
    return { ...segment, value: Object.fromEntries([...kept, ...taken]) };
  });
}

/** The next day on which the party changes by what is already on record. */
export function nextDueDay(history: History, today: Day): Day | undefined {
  return [...history.values()]
    .map((timeline) => nextChangeAfter(timeline, today))
    .filter((day) => day !== undefined)
    .toSorted()[0];
}

/** A stretch of one fact as it is on record. */
export interface RecordedSegment extends Segment {
  readonly factId: string;
  readonly fact: string;
}

/** What is on record, by fact. */
export function historyOf(segments: readonly RecordedSegment[]): History {
  return Map.groupBy(segments, ({ fact }) => fact);
}

/** What has to be entered and what is no longer believed, so that the record says what history says now. */
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
