import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { statusAt } from '../domain/deadlines.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { askNamedCustomer } from '../steps/devices/ask-named-customer.ts';
import { findAuthorisation } from '../store/authorisations.store.ts';

/**
 * Asks the device of the customer for an authorisation that started together with its resource: the transaction of the
 * resource cannot wait for other systems. If the device may not be asked now, the authorisation ends by itself.
 */
export async function askAfterStart(
  ctx: Context & ScaPorts,
  { aggregateId: authorisationId }: DeliveredEvent,
): Promise<void> {
  const { bankId, clock, db, scaVault } = ctx;
  const authorisation = await findAuthorisation(db, scaVault, { bankId, authorisationId });
  if (authorisation === undefined) return;
  const { approach, details } = authorisation;
  const isAwaited = approach === 'DECOUPLED' && statusAt(authorisation, clock.now()) === 'psuIdentified';
  if (!isAwaited || details.isStartedWithResource !== true || details.claimedName === undefined) return;
  try {
    await askNamedCustomer(ctx, { authorisation, name: details.claimedName, listPath: '' });
  } catch (error) {
    // The third party asked this customer too often, or the request ended meanwhile: asking later would not help.
    if (!(error instanceof Problem)) throw error;
    ctx.log.info({ bankId, problem: error.literal }, 'device not asked for a new resource');
  }
}
