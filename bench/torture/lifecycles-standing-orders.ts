import { idOf } from '../../server/src/capabilities/payments/testing/payment-steps.suite.ts';
import {
  pathIn,
  paymentFrom,
  type TestPayer,
} from '../../server/src/capabilities/payments/testing/payments-test-app.suite.ts';
import {
  type StandingSteps,
  standingPath,
  standingSteps,
} from '../../server/src/capabilities/payments/testing/standing-steps.suite.ts';
import type { Chance } from '../harness/chance.ts';
import type { Scale } from '../harness/scale.ts';
import { payerHappenings } from './lifecycles-bulks.ts';
import { changeCustomer } from './lifecycles-happenings.ts';
import type { PaymentHarness } from './lifecycles-payment-harness.ts';

/** What happens to a payer. */
const happenings = [...payerHappenings, 'restricted'] as const;
type StandingHappening = (typeof happenings)[number];

/** How far the order is: approved and not taken up, or some of its days are paid, or one is released and not with the core. */
const stages = ['approved', 'running', 'released'] as const;
type StandingStage = (typeof stages)[number];

/** How often each stage meets each happening; in the checks each stage meets one of them. */
const rounds: Readonly<Record<Scale, number>> = { ci: 0, night: 1, full: 3 };

/** Days before and after. */
const livedDays = 3;
const letters = 'abcdefghijklmnopqrstuvwxyz';

interface StandingLife {
  readonly stage: StandingStage;
  readonly happening: StandingHappening;
}

/** Result of the standing orders. */
export interface StandingTally {
  readonly lives: number;
  readonly paid: number;
  /** Texts in the orders of payers who were erased. */
  readonly erased: readonly string[];
  readonly errors: readonly string[];
}

/**
 * Standing orders whose payers are merged, die, are erased or restricted: before the first day, between two days, and while
 * one is on its way to the core. No later day is paid, none is paid twice, an order of a payer who is gone ends, and one of
 * a restricted payer does not once it was taken up.
 */
export async function leadStandingOrders(
  harness: PaymentHarness,
  scale: Scale,
  chance: Chance,
): Promise<StandingTally> {
  const steps = standingSteps(harness.app);
  const errors: string[] = [];
  const erased: string[] = [];
  let [lives, paid] = [0, 0];
  for (const life of combinations(rounds[scale], chance)) {
    lives += 1;
    const canary = `cnrystand${letters.charAt(lives % 26)}${letters.charAt(Math.floor(lives / 26))}x`;
    if (life.happening === 'erased') erased.push(canary);
    const outcome = await runLife(harness, steps, { ...life, canary });
    if (outcome.after.timesPaid > 0) paid += 1;
    for (const error of standingErrors(life, outcome))
      errors.push(`standing order, ${life.stage} ${life.happening}: ${error}`);
  }
  return { lives, paid, erased, errors };
}

function combinations(count: number, chance: Chance): readonly StandingLife[] {
  const first = chance.integer(0, happenings.length - 1);
  if (count === 0)
    return stages.map((stage, index) => ({
      stage,
      happening: happenings[(first + index) % happenings.length] ?? 'dead',
    }));
  const all = stages.flatMap((stage) => happenings.map((happening) => ({ stage, happening })));
  return Array.from({ length: count }, () => all).flat();
}

/** An order and its days at a moment. */
interface StandingMoment {
  readonly status: string;
  readonly timesPaid: number;
  /** Days that were executed, and days of which nothing is decided. */
  readonly executed: number;
  readonly waiting: number;
}

interface StandingOutcome {
  readonly before: StandingMoment;
  readonly after: StandingMoment;
}

async function runLife(
  harness: PaymentHarness,
  steps: StandingSteps,
  { canary, happening, stage }: StandingLife & { readonly canary: string },
): Promise<StandingOutcome> {
  const { app, inbox } = harness;
  const payer = await app.payer();
  const body = {
    ...paymentFrom(payer.iban, { frequency: 'Daily', startDate: steps.dayIn(1) }),
    creditorName: `To ${canary}`,
  };
  const path = pathIn(await app.initiate(payer, { path: standingPath, body }));
  const approved = await app.approve(path, payer);
  if (approved !== 'finalised') throw new Error(`not approved: ${approved}`);
  if (stage !== 'approved') await steps.live(livedDays);
  if (stage === 'released') {
    harness.loseAnswers();
    await steps.live(1);
  }
  await inbox.drain();
  const before = await momentOf(harness, steps, { path, payer });
  await happen(harness, payer, happening);
  await inbox.drain();
  app.useCore(app.core.core);
  for (let day = 0; day < livedDays; day += 1) {
    await steps.live(1);
    await inbox.drain();
  }
  // What is on its way to the core is asked about again after a minute.
  app.identity.clock.advance({ minutes: 2 });
  await app.runOrders();
  await app.settle();
  await inbox.drain();
  return { before, after: await momentOf(harness, steps, { path, payer }) };
}

async function happen(
  harness: PaymentHarness,
  payer: TestPayer,
  happening: StandingHappening,
): Promise<void> {
  if (happening === 'restricted') await harness.app.restrict(payer, { kind: 'payment-block' });
  else
    await changeCustomer(harness.app, happening, { ...payer, approver: payer, survivor: harness.survivor });
}

async function momentOf(
  { app, steps }: PaymentHarness,
  { executionsOf }: StandingSteps,
  { path, payer }: { readonly path: string; readonly payer: TestPayer },
): Promise<StandingMoment> {
  const [row] = await app.identity.database.query<{ status: string }>(
    'select status from payments.payment where payment_id = $1',
    [idOf(path)],
  );
  const executions = await executionsOf(path);
  const count = (...statuses: readonly string[]): number =>
    executions.filter(({ status }) => statuses.includes(status)).length;
  return {
    status: String(row?.status),
    timesPaid: await steps.timesPaid(payer),
    executed: count('ACSC', 'ACCC', 'ACSP', 'ACCP'),
    waiting: count('ACTC', 'ACWC'),
  };
}

const endedStates: ReadonlySet<string> = new Set(['RJCT', 'CANC', 'PART', 'ACSC']);

/** A day that was released before goes on, as a single payment does; after a merge the account has another owner. */
function standingErrors(
  { happening, stage }: StandingLife,
  { after, before }: StandingOutcome,
): readonly string[] {
  const released = stage === 'released' && happening !== 'merged' ? before.waiting : 0;
  // ADR-0103: restrictions reject single days; an order that was not taken up has none yet.
  const isRestricted = happening === 'restricted' && stage !== 'approved';
  return [
    { error: 'nothing was paid before', isSo: stage !== 'approved' && before.timesPaid === 0 },
    {
      error: `paid ${after.timesPaid - before.timesPaid} days after it`,
      isSo: after.timesPaid > before.timesPaid + released,
    },
    {
      error: `paid ${after.timesPaid} times for ${after.executed} executed days`,
      isSo: after.timesPaid !== after.executed,
    },
    { error: `not ended: ${after.status}`, isSo: !isRestricted && !endedStates.has(after.status) },
    { error: `ended: ${after.status}`, isSo: isRestricted && endedStates.has(after.status) },
    { error: `${after.waiting} days left waiting`, isSo: !isRestricted && after.waiting > 0 },
  ]
    .filter(({ isSo }) => isSo)
    .map(({ error }) => error);
}
