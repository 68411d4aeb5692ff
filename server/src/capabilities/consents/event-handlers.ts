import type { EventHandler } from '#platform/work/event-handler.ts';
import { endConsentsOfUser } from './operations/end-consents-of-user.ts';
import { followParty } from './operations/follow-party.ts';
import { notifyCustomers } from './operations/notify-customers.ts';
import type { ConsentsPorts } from './ports/consents-ports.ts';

/** Returns the event handlers of the consents capability. */
export function consentsEventHandlers(ports: ConsentsPorts): readonly EventHandler[] {
  return [
    {
      consumer: 'consents-parties',
      events: ['individual-death-confirmed', 'parties-merged', 'party-erased'],
      handle: (context, event) => followParty(context, event),
    },
    {
      consumer: 'consents-users',
      events: ['user-closed'],
      handle: (context, event) => endConsentsOfUser(context, event),
    },
    {
      consumer: 'consents-notices',
      events: ['consent-changed'],
      handle: (context, event) => notifyCustomers({ ...context, ...ports }, event),
    },
  ];
}
