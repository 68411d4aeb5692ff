import type { EventHandler } from '#platform/work/event-handler.ts';
import { notifyLockout } from './operations/factors/notify-lockout.ts';
import type { AuthorizationPorts } from './ports/authorization-ports.ts';

/** Returns the event handlers of the authorization capability. */
export function authorizationEventHandlers(ports: AuthorizationPorts): readonly EventHandler[] {
  return [
    {
      consumer: 'authorization-notices',
      events: ['second-factor-blocked'],
      handle: (context, event) => notifyLockout({ ...context, ...ports }, event),
    },
  ];
}
