import type { EventHandler } from '#platform/work/event-handler.ts';
import { notifyBlock } from './operations/notify-block.ts';
import type { AuthorizationPorts } from './ports/authorization-ports.ts';

/** What authorization does when something has happened to its users. */
export function authorizationEventHandlers(ports: AuthorizationPorts): readonly EventHandler[] {
  return [
    {
      consumer: 'authorization-notices',
      events: ['second-factor-blocked'],
      react: (context, event) => notifyBlock({ ...context, ...ports }, event),
    },
  ];
}
