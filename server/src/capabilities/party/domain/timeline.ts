import type { Day } from './facts.ts';

/** A period of days in which a fact had one value. Without an end it is still valid. */
export interface Segment {
  readonly from: Day;
  readonly until: Day | undefined;
  readonly value: unknown;
}

/** The recorded values of one fact over all days: ascending, not overlapping, with gaps where nothing is known. */
export type Timeline = readonly Segment[];

/** Returns the value on a day; undefined when nothing is known. */
export function valueOn(timeline: Timeline, day: Day): unknown {
  return segmentOn(timeline, day)?.value;
}

/** The effective day of a change, and the day of the request. */
export interface ChangeDay {
  readonly from: Day;
  readonly today: Day;
}

/**
 * Sets the value from a day on, today included: values recorded between the two are replaced. The new segment ends on
 * the next day after both for which another value is recorded. Without a value the fact ends there. Earlier values
 * stay.
 */
export function changeFrom(timeline: Timeline, { from, today }: ChangeDay, value: unknown): Timeline {
  const latest = from > today ? from : today;
  const after = timeline.filter((segment) => segment.from > latest);
  const before = timeline
    .filter((segment) => segment.from < from)
    .map((segment) => (isAfter(segment.until, from) ? { ...segment, until: from } : segment));
  return [...before, ...(value === undefined ? [] : [{ from, until: after[0]?.from, value }]), ...after];
}

/**
 * Corrects the segment around a day, as if it had always had the new value. Where nothing is known, a segment starts
 * on that day.
 */
export function correctOn(timeline: Timeline, day: Day, value: unknown): Timeline {
  const wrong = segmentOn(timeline, day);
  if (wrong === undefined) return changeFrom(timeline, { from: day, today: day }, value);
  return timeline.flatMap((segment) => {
    if (segment !== wrong) return [segment];
    return value === undefined ? [] : [{ ...segment, value }];
  });
}

/** Returns the first day after this one on which a recorded change becomes effective. */
export function nextChangeAfter(timeline: Timeline, day: Day): Day | undefined {
  return timeline
    .flatMap(({ from, until }) => (until === undefined ? [from] : [from, until]))
    .filter((edge) => edge > day)
    .toSorted()[0];
}

function segmentOn(timeline: Timeline, day: Day): Segment | undefined {
  return timeline.find(({ from, until }) => from <= day && isAfter(until, day));
}

/** A segment without an end is after every day. */
function isAfter(until: Day | undefined, day: Day): boolean {
  return until === undefined || until > day;
}
