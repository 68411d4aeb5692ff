import Type from 'typebox';
import { eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';

const defineBulkEvent = eventFamily({
  source: '/payee-verifications',
  aggregateKind: 'payee-verification',
  data: Type.Object({ bulkId: Type.String() }),
});

/** All events of this capability. None names a third party, a payee or an account. */
export const events = {
  bulkRequested: defineBulkEvent(
    'bulk-payee-verification-requested',
    'A third party sent a list of payees that the worker verifies.',
  ),
} as const;

export function bulkRequested(bulkId: string): NewEvent {
  return eventOf(events.bulkRequested, bulkId, { bulkId });
}
