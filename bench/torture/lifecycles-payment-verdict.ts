import { cleanUpAuthorization } from '../../server/src/capabilities/authorization/index.ts';
import { cleanUpIdentity } from '../../server/src/capabilities/identity/index.ts';
import { keptDays } from '../../server/src/capabilities/payments/domain/policy.ts';
import { cleanUpPayments } from '../../server/src/capabilities/payments/operations/clean-up-payments.ts';
import { expirePayments } from '../../server/src/capabilities/payments/operations/expire-payments.ts';
import { bulkSteps } from '../../server/src/capabilities/payments/testing/bulk-steps.suite.ts';
import { expireAuthorisations } from '../../server/src/capabilities/sca/operations/expire-authorisations.ts';
import { eachText } from '../../tools/erasure/database-texts.ts';
import { retained } from '../../tools/erasure/retained.ts';
import type { CustomerHappening } from './lifecycles-happenings.ts';
import type { PaymentHarness } from './lifecycles-payment-harness.ts';
import type { PaymentLife } from './lifecycles-payments.ts';

/** What became of a payment. */
export interface PaymentOutcome {
  readonly status: string;
  readonly timesPaid: number;
}

/** After which the customer, or the user who approves, may not pay any more. */
const endings: ReadonlySet<CustomerHappening> = new Set([
  'dead',
  'erased',
  'suspended',
  'closed',
  'mandate-ended',
]);
/** What counts before any event is processed: the state of a user and that of a mandate are read where they are kept. */
const atOnce: ReadonlySet<CustomerHappening> = new Set(['suspended', 'closed', 'mandate-ended']);
/** After which the payment is executed as before. */
const harmless: ReadonlySet<CustomerHappening> = new Set(['reported']);
const executedStates: ReadonlySet<string> = new Set(['ACCP', 'ACSP', 'ACSC', 'ACCC']);

/** What must become of a payment; `either` if it depends on which came first. */
function requirementOf({ happening, isLate, stage }: PaymentLife): 'paid' | 'stopped' | 'either' {
  if (stage === 'executed') return 'paid';
  // ADR-0079: the signatures belong to the former number, so what is not executed yet is rejected.
  if (happening === 'merged') return 'stopped';
  if (stage === 'released' || harmless.has(happening)) return 'paid';
  const isKnown = !isLate || atOnce.has(happening);
  return endings.has(happening) && isKnown ? 'stopped' : 'either';
}

/** Compares what became of a payment with what must become of it. */
export function paymentErrors(life: PaymentLife, { status, timesPaid }: PaymentOutcome): readonly string[] {
  const requirement = requirementOf(life);
  const isPaid = timesPaid > 0;
  const isWaiting = status === 'ACTC' || status === 'ACWC';
  return [
    { error: `paid ${timesPaid} times`, isSo: timesPaid > 1 },
    {
      error: 'money moved for a customer who may not any more',
      isSo: requirement === 'stopped' && isPaid,
    },
    { error: `${status}, and paid ${timesPaid} times`, isSo: executedStates.has(status) !== isPaid },
    { error: `approved and left waiting: ${status}`, isSo: isWaiting },
    { error: `not executed: ${status}`, isSo: requirement === 'paid' && !isPaid },
  ]
    .filter(({ isSo }) => isSo)
    .map(({ error }) => error);
}

/** Texts of payments whose payer was erased. */
export interface PaymentTexts {
  /** Erased payers. */
  readonly erased: number;
  /** Places in which they are readable, beside those that are kept by law. */
  readonly readable: readonly string[];
  /** Payments that are kept for disputes. */
  readonly kept: number;
  /** The same after their time. */
  readonly overdue: number;
}

const evidence: ReadonlySet<string> = new Set(
  retained.filter(({ until }) => 'years' in until).map(({ column }) => column),
);

/** Searches the database for the orders of erased payers: a day later, and when payments are not kept any more. */
export async function countPaymentTexts(
  harness: PaymentHarness,
  erased: readonly string[],
): Promise<PaymentTexts> {
  const { app } = harness;
  // Until the core has settled all of them.
  app.identity.clock.advance({ hours: 24 * 7 });
  await cleanUpIdentity(app.identity.context());
  await cleanUpAuthorization(app.identity.context());
  await expireAuthorisations(app.context());
  await app.identity.database.query('delete from platform.idempotency_record');
  const after = await placesOf(harness, erased);
  const isPayment = (column: string): boolean => /^payments\.(?:payment|bulk_chunk)\.sealed_/v.test(column);
  await app.settle();
  await bulkSteps(app).work();
  await expirePayments(app.context());
  app.identity.clock.advance({ hours: (keptDays + 1) * 24 });
  await cleanUpPayments(app.context());
  const later = await placesOf(harness, erased);
  return {
    erased: erased.length,
    readable: after.filter((column) => !isPayment(column) && !evidence.has(column)),
    kept: after.filter(isPayment).length,
    overdue: later.filter(isPayment).length,
  };
}

/** Returns the column of each place in which one of these words is readable with all existing keys. */
async function placesOf(
  { app, masterKey }: PaymentHarness,
  words: readonly string[],
): Promise<readonly string[]> {
  const places: string[] = [];
  for await (const { column, text } of eachText(app.identity.database, { masterKey }))
    if (words.some((word) => text.includes(word))) places.push(column);
  return places;
}
