import Type from 'typebox';
import { omitUndefined } from '#platform/kernel/members.ts';
import { eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';
import type { Approach, ScaStatus } from './domain/status.ts';
import type { SubjectRef } from './domain/subject.ts';

const defineAuthorisationEvent = eventFamily({
  source: '/sca',
  aggregateKind: 'authorisation',
  data: Type.Object({
    authorisationId: Type.String(),
    subjectKind: Type.String(),
    subjectId: Type.String(),
    organisationId: Type.String(),
    approach: Type.String(),
    scaStatus: Type.String(),
    /** Why it failed. */
    failure: Type.Optional(Type.String()),
    /** The request to a device that is withdrawn with it. */
    deviceRequestId: Type.Optional(Type.String()),
    /** Why no second factor was needed. */
    exemption: Type.Optional(Type.String()),
  }),
});

/** All events of this capability. None names the customer or what is approved. */
export const events = {
  started: defineAuthorisationEvent(
    'authorisation-started',
    'A third party asks a customer for an approval.',
  ),
  changed: defineAuthorisationEvent('authorisation-changed', 'The status of an authorisation changed.'),
  ended: defineAuthorisationEvent(
    'authorisation-ended',
    'An authorisation reached its final status: finalised, exempted or failed.',
  ),
} as const;

export function authorisationEvent(
  event: keyof typeof events,
  authorisation: {
    readonly authorisationId: string;
    readonly subject: SubjectRef;
    readonly organisationId: string;
    readonly approach: Approach;
    readonly status: ScaStatus;
    readonly failure?: string;
    readonly exemption?: string;
  },
  deviceRequestId?: string,
): NewEvent {
  const { approach, authorisationId, exemption, failure, organisationId, status, subject } = authorisation;
  return eventOf(events[event], authorisationId, {
    authorisationId,
    subjectKind: subject.kind,
    subjectId: subject.id,
    organisationId,
    approach,
    scaStatus: status,
    ...omitUndefined({ failure, exemption, deviceRequestId }),
  });
}
