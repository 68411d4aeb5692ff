import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type AttemptState, isAlarming, lockoutAfter } from '../domain/attempt-state.ts';
import { events } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';

/**
 * What a failure leads to beyond being counted: a block is told, so that the customer hears of it, and many failures
 * in a day are shown to whoever watches. Of strangers nobody is told.
 */
export function reportFailure(
  { authorizationVault: vault, bankId, log }: Context & AuthorizationPorts,
  work: Work,
  { guard, subject }: { readonly guard: AttemptState; readonly subject: string },
): void {
  const block = lockoutAfter(guard);
  if (block !== undefined && !vault.isUnknownUserKey(subject)) {
    work.emit(
      eventOf(events.factorBlocked, subject, {
        'user-id': subject,
        ...(block.until === undefined ? {} : { until: block.until.toString() }),
        'is-last-warning': block.isLastWarning,
      }),
    );
  }
  if (isAlarming(guard)) log.warn({ bankId }, 'somebody fails at second factors again and again');
}
