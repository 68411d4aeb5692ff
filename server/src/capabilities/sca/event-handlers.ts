import type { EventHandler } from '#platform/work/event-handler.ts';
import { askAfterStart } from './operations/ask-after-start.ts';
import { endApprovalsOfUser } from './operations/end-approvals-of-user.ts';
import { followOwner } from './operations/follow-owner.ts';
import { withdrawDeviceRequest } from './operations/withdraw-device-request.ts';
import type { ScaPorts } from './ports/sca-ports.ts';

/** Returns the event handlers of approvals. */
export function scaEventHandlers(ports: ScaPorts): readonly EventHandler[] {
  return [
    {
      consumer: 'sca-users',
      events: ['user-suspended', 'user-closed'],
      handle: (context, event) => endApprovalsOfUser({ ...context, ...ports }, event),
    },
    {
      consumer: 'sca-starts',
      events: ['authorisation-started'],
      handle: (context, event) => askAfterStart({ ...context, ...ports }, event),
    },
    {
      consumer: 'sca-devices',
      events: ['authorisation-ended'],
      handle: (context, event) => withdrawDeviceRequest({ ...context, ...ports }, event),
    },
    {
      // One consumer for all three: the events of one party are processed in order.
      consumer: 'sca-owners',
      events: ['individual-death-confirmed', 'parties-merged', 'party-erased'],
      handle: followOwner,
    },
  ];
}
