import type { EventHandler } from '#platform/work/event-handler.ts';
import { notifyLockout } from './operations/factors/notify-lockout.ts';
import { followOwner } from './operations/signing-rules/follow-owner.ts';
import { followUser } from './operations/signing-rules/follow-user.ts';
import type { AuthorizationPorts } from './ports/authorization-ports.ts';

/** Returns the event handlers of the authorization capability. */
export function authorizationEventHandlers(ports: AuthorizationPorts): readonly EventHandler[] {
  return [
    {
      consumer: 'authorization-notices',
      events: ['second-factor-blocked'],
      handle: (context, event) => notifyLockout({ ...context, ...ports }, event),
    },
    { consumer: 'authorization-parties', events: ['party-erased'], handle: followOwner },
    { consumer: 'authorization-users', events: ['user-closed'], handle: followUser },
  ];
}
