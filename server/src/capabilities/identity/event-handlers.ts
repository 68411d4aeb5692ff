import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent, EventHandler } from '#platform/work/event-handler.ts';
import { noticedEvents } from './domain/notices.ts';
import { processRecovery } from './operations/recovery/process-recovery.ts';
import { sendActivation } from './operations/registration/send-activation.ts';
import { followMandate } from './operations/users/follow-mandate.ts';
import { followParty } from './operations/users/follow-party.ts';
import { notifyUser } from './operations/users/notify-user.ts';
import { suspendBlockedUser } from './operations/users/suspend-blocked-user.ts';
import { verifyPartyContacts } from './operations/users/verify-party-contacts.ts';
import type { IdentityPorts } from './ports/identity-ports.ts';

type Ctx = Context & IdentityPorts;

/** Returns the handlers of identity for events about its users and about their parties. */
export function identityEventHandlers(ports: IdentityPorts): readonly EventHandler[] {
  return [
    {
      consumer: 'identity-notices',
      events: noticedEvents,
      handle: (context, event) => notifyUser({ ...context, ...ports }, event),
    },
    {
      consumer: 'identity-contacts',
      events: ['user-registered', 'email-verified', 'phone-number-verified'],
      handle: (context, event) => verifyPartyContacts({ ...context, ...ports }, event),
    },
    {
      consumer: 'identity-recovery',
      events: ['recovery-requested', 'user-registered'],
      handle: (context, event) => recover({ ...context, ...ports }, event),
    },
    {
      // One consumer for all three: the events of one party are processed in order.
      consumer: 'identity-parties',
      events: ['individual-death-confirmed', 'parties-merged', 'party-erased'],
      handle: (context, event) => followParty({ ...context, ...ports }, event),
    },
    {
      consumer: 'identity-mandates',
      events: ['mandate-changed', 'mandate-ended'],
      handle: (context, event) => followMandate({ ...context, ...ports }, event),
    },
    {
      consumer: 'identity-suspension',
      events: ['second-factor-blocked'],
      handle: (context, event) => suspend({ ...context, ...ports }, event),
    },
  ];
}

function recover(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  return event.name === 'user-registered'
    ? sendActivation(ctx, event.aggregateId)
    : processRecovery(ctx, event);
}

/** Also handles deaths that were assigned to this consumer before `identity-parties` existed. */
function suspend(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  return event.name === 'second-factor-blocked' ? suspendBlockedUser(ctx, event) : followParty(ctx, event);
}
