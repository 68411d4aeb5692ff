import type { Static, TObject } from 'typebox';
import type { CountedOutcome } from '#platform/log/outcome-metrics.ts';

/** Declares an event: its name, its source, its aggregate and its data. */
export interface EventKind<Data extends TObject = TObject> {
  /** Noun, then past verb. */
  readonly name: string;
  readonly version: number;
  /** Base path of the interface that emits it. */
  readonly source: string;
  readonly aggregateKind: string;
  /** The minimum that lets a subscriber decide to read more; never personal secrets. */
  readonly data: Data;
  readonly summary: string;
}

/** An event to be emitted, before it has an id or a position. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly aggregateId: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** What the metrics count when the event is saved. */
  readonly counted?: CountedOutcome | undefined;
}

/** Declares an event kind; keeps the data schema's type. */
export function defineEvent<const Data extends TObject>(kind: EventKind<Data>): EventKind<Data> {
  return kind;
}

/** Declares events that have source, aggregate and data in common: returns a function that adds name and summary. */
export function eventFamily<const Data extends TObject>(
  family: Pick<EventKind<Data>, 'source' | 'aggregateKind' | 'data'>,
): (name: string, summary: string) => EventKind<Data> {
  return (name, summary) => ({ ...family, name, version: 1, summary });
}

/** Creates an event of the declared kind. */
export function eventOf<Data extends TObject>(
  kind: EventKind<Data>,
  aggregateId: string,
  data: Static<Data> & Readonly<Record<string, unknown>>,
): NewEvent {
  return { kind, aggregateId, data };
}
