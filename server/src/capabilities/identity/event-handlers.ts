import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent, EventHandler } from '#platform/work/event-handler.ts';
import { noticedEvents } from './domain/notices.ts';
import { followParty } from './operations/follow-party.ts';
import { notifyUser } from './operations/notify-user.ts';
import { processRecovery } from './operations/process-recovery.ts';
import { sendActivation } from './operations/send-activation.ts';
import { suspendBlockedUser } from './operations/suspend-blocked-user.ts';
import { verifyPartyContacts } from './operations/verify-party-contacts.ts';
import type { IdentityPorts } from './ports/identity-ports.ts';

type Ctx = Context & IdentityPorts;

/** What identity does when something has happened to its users, or to whom they belong. */
export function identityEventHandlers(ports: IdentityPorts): readonly EventHandler[] {
  return [
    {
      consumer: 'identity-notices',
      events: noticedEvents,
      react: (context, event) => notifyUser({ ...context, ...ports }, event),
    },
    {
      consumer: 'identity-contacts',
      events: ['user-registered', 'email-verified', 'phone-number-verified'],
      react: (context, event) => verifyPartyContacts({ ...context, ...ports }, event),
    },
    {
      consumer: 'identity-recovery',
      events: ['recovery-entered', 'user-registered'],
      react: (context, event) => recover({ ...context, ...ports }, event),
    },
    {
      // One consumer for all of them: events of one party are worked off in their order.
      consumer: 'identity-parties',
      events: ['individual-death-confirmed', 'parties-merged', 'party-erased'],
      react: (context, event) => followParty({ ...context, ...ports }, event),
    },
    {
      consumer: 'identity-suspension',
      events: ['second-factor-blocked'],
      react: (context, event) => suspend({ ...context, ...ports }, event),
    },
  ];
}

function recover(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  return event.name === 'user-registered'
    ? sendActivation(ctx, event.aggregateId)
    : processRecovery(ctx, event);
}

/** Deaths that were handed to this consumer before `identity-parties` existed are still worked off. */
function suspend(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  return event.name === 'second-factor-blocked' ? suspendBlockedUser(ctx, event) : followParty(ctx, event);
}
