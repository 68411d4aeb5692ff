import type { EventHandler } from '#platform/work/event-handler.ts';
import { endApprovalsOfUser } from './operations/end-approvals-of-user.ts';
import type { ScaPorts } from './ports/sca-ports.ts';

/** Returns the event handlers of approvals. */
export function scaEventHandlers(ports: ScaPorts): readonly EventHandler[] {
  return [
    {
      consumer: 'sca-users',
      events: ['user-suspended', 'user-closed'],
      handle: (context, event) => endApprovalsOfUser({ ...context, ...ports }, event),
    },
  ];
}
