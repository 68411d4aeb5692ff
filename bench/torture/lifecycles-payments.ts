import type { Chance } from '../harness/chance.ts';
import type { Scale } from '../harness/scale.ts';
import { leadBulks } from './lifecycles-bulks.ts';
import { leadCancellations } from './lifecycles-cancellations.ts';
import { type CustomerHappening, changeCustomer, customerHappenings } from './lifecycles-happenings.ts';
import {
  createPaymentHarness,
  type PaymentHarness,
  type PaymentLifeParts,
} from './lifecycles-payment-harness.ts';
import {
  countPaymentTexts,
  type PaymentOutcome,
  type PaymentTexts,
  paymentErrors,
} from './lifecycles-payment-verdict.ts';
import { leadStandingOrders } from './lifecycles-standing-orders.ts';

/** How far the payment is when it happens. */
const stages = ['initiated', 'approved', 'released', 'executed'] as const;
export type PaymentStage = (typeof stages)[number];

/** How often each stage meets each happening; in the checks each stage meets a third of them. */
const rounds: Readonly<Record<Scale, number>> = { ci: 0, night: 1, full: 3 };

/** One payment whose payer changes. */
export interface PaymentLife {
  readonly stage: PaymentStage;
  readonly happening: CustomerHappening;
  /** The events are processed after the worker has taken the payment up, otherwise before. */
  readonly isLate: boolean;
}

/** Result of the payments. */
export interface PaymentTally {
  readonly lives: number;
  readonly paid: number;
  readonly stopped: number;
  readonly texts: PaymentTexts;
  readonly errors: readonly string[];
}

/**
 * Payments, bulks and standing orders whose payers are merged, die or are erased, whose users are suspended or closed, or whose proxies lose their
 * mandate: between initiation, approval, release and execution, and after it. None moves money for a customer who may not
 * any more, none is left waiting, and what an erasure leaves of them is gone when their time is over.
 */
export async function leadPayments(scale: Scale, chance: Chance): Promise<PaymentTally> {
  await using harness = await createPaymentHarness();
  const errors: string[] = [];
  const erased: string[] = [];
  let [lives, paid] = [0, 0];
  for (const life of combinations(rounds[scale], chance)) {
    const parts = await harness.prepare(life.happening === 'mandate-ended');
    if (life.happening === 'erased') erased.push(parts.canary);
    const outcome = await runLife(harness, life, parts);
    lives += 1;
    if (outcome.timesPaid > 0) paid += 1;
    const name = `${life.stage} ${life.happening}${life.isLate ? ' late' : ''}`;
    for (const error of paymentErrors(life, outcome)) errors.push(`payment, ${name}: ${error}`);
  }
  const bulks = await leadBulks(harness, scale, chance);
  const cancellations = await leadCancellations(harness, scale, chance);
  const standing = await leadStandingOrders(harness, scale, chance);
  lives += bulks.lives + cancellations.lives + standing.lives;
  paid += bulks.paid + standing.paid;
  const texts = await countPaymentTexts(harness, [...erased, ...bulks.erased, ...standing.erased]);
  return {
    lives,
    paid,
    stopped: lives - paid,
    texts,
    errors: [...errors, ...bulks.errors, ...cancellations.errors, ...standing.errors],
  };
}

function combinations(count: number, chance: Chance): readonly PaymentLife[] {
  const all = stages.flatMap((stage) => customerHappenings.map((happening) => ({ stage, happening })));
  const first = chance.integer(0, 2);
  const chosen =
    count === 0
      ? all.filter((_, index) => index % 3 === first)
      : Array.from({ length: count }, () => all).flat();
  return chosen.map((one) => ({ ...one, isLate: chance.integer(0, 1) === 0 }));
}

async function runLife(
  harness: PaymentHarness,
  life: PaymentLife,
  parts: PaymentLifeParts,
): Promise<PaymentOutcome> {
  const { app, steps } = harness;
  const { approver, path, payer } = parts;
  const change = async (): Promise<void> => {
    await changeCustomer(app, life.happening, { ...payer, approver, survivor: harness.survivor });
    if (life.isLate) await harness.inbox.collect();
    else await harness.inbox.drain();
  };
  if (life.stage === 'initiated') await change();
  // Whether it is refused is not the question here: the money is.
  await app.approve(path, approver);
  if (life.stage === 'approved') await change();
  if (life.stage === 'released') {
    harness.loseAnswers();
    await app.work();
    await change();
    app.useCore(app.core.core);
  }
  await steps.workOn(90);
  if (life.stage === 'executed') await change();
  await steps.workOn(10);
  await harness.inbox.drain();
  return { status: String(await app.statusOf(path)), timesPaid: await steps.timesPaid(payer) };
}
