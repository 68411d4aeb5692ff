import Type from 'typebox';
import { eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';
import type { BlockSubject } from './domain/block.ts';

const defineBlockEvent = eventFamily({
  source: '/tpp',
  aggregateKind: 'third-party',
  data: Type.Object({
    organisationId: Type.Optional(Type.String()),
    issuer: Type.Optional(Type.String()),
    serialNumber: Type.Optional(Type.String()),
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

export function blockEvent(kind: keyof typeof events, subject: BlockSubject): NewEvent {
  const { kind: subjectKind, ...data } = subject;
  const id =
    subject.kind === 'organisation' ? subject.organisationId : `${subject.serialNumber} ${subject.issuer}`;
  return eventOf(events[kind], `${subjectKind} ${id}`, data);
}
