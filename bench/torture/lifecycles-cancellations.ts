import { cancellationSteps } from '../../server/src/capabilities/payments/testing/cancellation-steps.suite.ts';
import type { Chance } from '../harness/chance.ts';
import type { Scale } from '../harness/scale.ts';
import { type PayerHappening, payerHappenings } from './lifecycles-bulks.ts';
import { changeCustomer } from './lifecycles-happenings.ts';
import type { PaymentHarness } from './lifecycles-payment-harness.ts';

/** How often each happening is met; in the checks one of them is. */
const rounds: Readonly<Record<Scale, number>> = { ci: 0, night: 1, full: 3 };

/** Result of the cancellations. */
export interface CancellationTally {
  readonly lives: number;
  readonly errors: readonly string[];
}

/**
 * Dated payments whose cancellation waits for its approval when their payer is merged, dies or is erased. Whether or not
 * the payer can still approve it, the payment is cancelled or rejected, and no money moves on its day.
 */
export async function leadCancellations(
  harness: PaymentHarness,
  scale: Scale,
  chance: Chance,
): Promise<CancellationTally> {
  const count = rounds[scale];
  const first = chance.integer(0, payerHappenings.length - 1);
  const met =
    count === 0
      ? payerHappenings.filter((_, index) => index === first)
      : Array.from({ length: count }, () => payerHappenings).flat();
  const errors: string[] = [];
  for (const happening of met)
    for (const error of await runLife(harness, happening))
      errors.push(`cancellation, ${happening}: ${error}`);
  harness.app.choose({});
  return { lives: met.length, errors };
}

async function runLife(harness: PaymentHarness, happening: PayerHappening): Promise<readonly string[]> {
  const { app, inbox, steps } = harness;
  const cancellations = cancellationSteps(app);
  const payer = await app.payer();
  const path = await cancellations.requested(payer);
  await changeCustomer(app, happening, { ...payer, approver: payer, survivor: harness.survivor });
  await inbox.drain();
  const approval = await cancellations.approve(path, payer);
  await inbox.drain();
  cancellations.toTheDay();
  await app.work();
  await inbox.drain();
  const status = String(await app.statusOf(path));
  const timesPaid = await steps.timesPaid(payer);
  return [
    { error: `paid ${timesPaid} times`, isSo: timesPaid > 0 },
    { error: `approved, and ${status}`, isSo: approval === '200 finalised' && status !== 'CANC' },
    { error: `neither cancelled nor rejected: ${status}`, isSo: status !== 'CANC' && status !== 'RJCT' },
  ]
    .filter(({ isSo }) => isSo)
    .map(({ error }) => error);
}
