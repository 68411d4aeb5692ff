import { submitDueBulks } from '../../server/src/capabilities/payments/index.ts';
import {
  type BulkSteps,
  bulkFrom,
  bulkSteps,
  entryOf,
} from '../../server/src/capabilities/payments/testing/bulk-steps.suite.ts';
import type { Chance } from '../harness/chance.ts';
import type { Scale } from '../harness/scale.ts';
import { changeCustomer } from './lifecycles-happenings.ts';
import type { PaymentHarness } from './lifecycles-payment-harness.ts';

/** What happens to a payer. */
export const payerHappenings = ['merged', 'dead', 'erased'] as const;
export type PayerHappening = (typeof payerHappenings)[number];

/** How far the bulk is: not released yet, or its first chunk is at the core. */
const stages = ['approved', 'sending'] as const;
type BulkStage = (typeof stages)[number];

/** How often each stage meets each happening; in the checks each stage meets one of them. */
const rounds: Readonly<Record<Scale, number>> = { ci: 0, night: 1, full: 3 };

/** One transfer more than a chunk has. */
const entries = 101;

interface BulkLife {
  readonly stage: BulkStage;
  readonly happening: PayerHappening;
}

/** Result of the bulks. */
export interface BulkTally {
  readonly lives: number;
  readonly paid: number;
  /** Texts in the orders of payers who were erased. */
  readonly erased: readonly string[];
  readonly errors: readonly string[];
}

/**
 * Bulks whose payers are merged, die or are erased: between approval and release, and while chunks are sent. None is
 * executed that was not released before, no transfer twice, and none is left waiting.
 */
export async function leadBulks(harness: PaymentHarness, scale: Scale, chance: Chance): Promise<BulkTally> {
  const steps = bulkSteps(harness.app);
  const errors: string[] = [];
  const erased: string[] = [];
  let [lives, paid] = [0, 0];
  for (const life of combinations(rounds[scale], chance)) {
    lives += 1;
    const canary = `cnrybulk${'abcdefghijklmnopqrstuvwxyz'.charAt(lives)}x`;
    if (life.happening === 'erased') erased.push(canary);
    const outcome = await runLife(harness, steps, { ...life, canary });
    if (outcome.timesPaid > 0) paid += 1;
    for (const error of bulkErrors(life, outcome))
      errors.push(`bulk, ${life.stage} ${life.happening}: ${error}`);
  }
  return { lives, paid, erased, errors };
}

function combinations(count: number, chance: Chance): readonly BulkLife[] {
  const all = stages.flatMap((stage) => payerHappenings.map((happening) => ({ stage, happening })));
  const first = chance.integer(0, payerHappenings.length - 1);
  return count === 0
    ? all.filter((_, index) => index % payerHappenings.length === first)
    : Array.from({ length: count }, () => all).flat();
}

interface BulkOutcome {
  readonly status: string;
  readonly timesPaid: number;
}

async function runLife(
  harness: PaymentHarness,
  steps: BulkSteps,
  { canary, happening, stage }: BulkLife & { readonly canary: string },
): Promise<BulkOutcome> {
  const { app, inbox } = harness;
  const payer = await app.payer();
  const transfers = Array.from({ length: entries }, () => entryOf('1.00', { creditorName: `To ${canary}` }));
  const path = await steps.approved(payer, 0, { body: bulkFrom(payer.iban, transfers) });
  if (stage === 'sending') await submitDueBulks(app.context());
  await changeCustomer(app, happening, { ...payer, approver: payer, survivor: harness.survivor });
  await inbox.drain();
  await steps.work();
  await inbox.drain();
  app.identity.clock.advance({ minutes: 2 });
  await steps.work();
  return { status: String(await steps.statusOf(path)), timesPaid: (await steps.paid(payer)).length };
}

/** What was released goes on as a single payment does; after a merge the account has another owner, and the rest stops. */
function bulkErrors({ happening, stage }: BulkLife, { status, timesPaid }: BulkOutcome): readonly string[] {
  const isStopped = stage === 'approved' || happening === 'merged';
  return [
    { error: `paid ${timesPaid} of ${entries} transfers`, isSo: timesPaid > entries },
    { error: 'money moved for a customer who may not any more', isSo: isStopped && timesPaid > 0 },
    { error: `not executed: ${timesPaid} transfers, ${status}`, isSo: !isStopped && timesPaid < entries },
    { error: `approved and left waiting: ${status}`, isSo: status === 'ACTC' || status === 'ACWC' },
  ]
    .filter(({ isSo }) => isSo)
    .map(({ error }) => error);
}
