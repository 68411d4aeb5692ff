import type { Temporal } from 'temporal-polyfill';
import Type from 'typebox';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';
import type { BlockSubject } from './domain/block.ts';
import { nameOf } from './domain/endings.ts';

const defineBlockEvent = eventFamily({
  source: '/tpp',
  aggregateKind: 'third-party',
  data: Type.Object({
    organisationId: Type.Optional(Type.String()),
    issuer: Type.Optional(Type.String()),
    serialNumber: Type.Optional(Type.String()),
    at: Type.Optional(Type.String({ format: 'date-time' })),
    until: Type.Optional(Type.String({ format: 'date-time' })),
  }),
});

/** All events of this capability. */
export const events = {
  blocked: defineBlockEvent(
    'third-party-blocked',
    'A third party or one of its certificates was blocked: its requests are refused.',
  ),
  unblocked: defineBlockEvent('third-party-unblocked', 'A block of a third party or certificate was lifted.'),
} as const;

interface BlockChange {
  readonly subject: BlockSubject;
  readonly at: Temporal.Instant;
  /** When the block ends by itself. */
  readonly until?: Temporal.Instant | undefined;
}

export function blockEvent(kind: keyof typeof events, { at, subject, until }: BlockChange): NewEvent {
  const { kind: _, ...named } = subject;
  return eventOf(events[kind], nameOf(subject), {
    ...named,
    at: toWireTimestamp(at),
    ...(until === undefined ? {} : { until: toWireTimestamp(until) }),
  });
}
