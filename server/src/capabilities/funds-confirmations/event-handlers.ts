import type { EventHandler } from '#platform/work/event-handler.ts';
import { endConsentsOfUser } from './operations/end-consents-of-user.ts';
import { followParty } from './operations/follow-party.ts';
import { notifyCustomers } from './operations/notify-customers.ts';
import type { FundsPorts } from './ports/funds-ports.ts';

/** Returns the event handlers of the capability. */
export function fundsEventHandlers(ports: FundsPorts): readonly EventHandler[] {
  return [
    {
      consumer: 'funds-consents-parties',
      events: ['individual-death-confirmed', 'parties-merged', 'party-erased'],
      handle: (context, event) => followParty(context, event),
    },
    {
      consumer: 'funds-consents-users',
      events: ['user-closed'],
      handle: (context, event) => endConsentsOfUser(context, event),
    },
    {
      consumer: 'funds-consents-notices',
      events: ['funds-consent-changed'],
      handle: (context, event) => notifyCustomers({ ...context, ...ports }, event),
    },
  ];
}
