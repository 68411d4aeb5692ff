import type { Day } from './facts.ts';

/** A stretch of days on which something was so. Without an end it still is. */
export interface Segment {
  readonly from: Day;
  readonly until: Day | undefined;
  readonly value: unknown;
}

/** What we believe now about one fact, over all days: ascending, never overlapping, gaps where nothing is known. */
export type Timeline = readonly Segment[];

/** What was so on a day; undefined when nothing is known. */
export function valueOn(timeline: Timeline, day: Day): unknown {
  return segmentOn(timeline, day)?.value;
}

/** From when something is so, and when it was said. */
export interface ChangeDay {
  readonly from: Day;
  readonly today: Day;
}

/**
 * From this day on it is so, today included: what was on record between the two is replaced. It ends on the next day
 * after both for which something else is on record. Without a value the fact ends there. What was so before stays.
 */
export function changeFrom(timeline: Timeline, { from, today }: ChangeDay, value: unknown): Timeline {
  const latest = from > today ? from : today;
  const after = timeline.filter((segment) => segment.from > latest);
  const before = timeline
    .filter((segment) => segment.from < from)
    .map((segment) => (isAfter(segment.until, from) ? { ...segment, until: from } : segment));
  return [...before, ...(value === undefined ? [] : [{ from, until: after[0]?.from, value }]), ...after];
}

/** It never was as recorded: the stretch around this day gets another value. Where nothing is known, it begins then. */
export function correctOn(timeline: Timeline, day: Day, value: unknown): Timeline {
  const wrong = segmentOn(timeline, day);
  if (wrong === undefined) return changeFrom(timeline, { from: day, today: day }, value);
  return timeline.flatMap((segment) => {
    if (segment !== wrong) return [segment];
    return value === undefined ? [] : [{ ...segment, value }];
  });
}

/** The first day after this one on which something changes by what is already on record. */
export function nextChangeAfter(timeline: Timeline, day: Day): Day | undefined {
  return timeline
    .flatMap(({ from, until }) => (until === undefined ? [from] : [from, until]))
    .filter((edge) => edge > day)
    .toSorted()[0];
}

function segmentOn(timeline: Timeline, day: Day): Segment | undefined {
  return timeline.find(({ from, until }) => from <= day && isAfter(until, day));
}

/** No end is after every day. */
function isAfter(until: Day | undefined, day: Day): boolean {
  return until === undefined || until > day;
}
