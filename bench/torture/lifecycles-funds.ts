import { fundsConfirmationsCapability } from '../../server/src/capabilities/funds-confirmations/index.ts';
import { publishFundsTemplate } from '../../server/src/capabilities/funds-confirmations/testing/funds-template.suite.ts';
import {
  createFundsTestApp,
  type FundsTestApp,
  pathIn,
} from '../../server/src/capabilities/funds-confirmations/testing/funds-test-app.suite.ts';
import { recoverySteps } from '../../server/src/capabilities/identity/testing/recovery-steps.suite.ts';
import { scaCapability } from '../../server/src/capabilities/sca/index.ts';
import { createInbox, type Inbox } from '../../tools/erasure/inbox.ts';
import type { Chance } from '../harness/chance.ts';
import type { Scale } from '../harness/scale.ts';
import { type CustomerHappening, changeCustomer, customerHappenings } from './lifecycles-happenings.ts';

/** A suspended user keeps what was agreed. */
const happenings = customerHappenings.filter((one) => one !== 'suspended');

/** Whether the customer has approved the consent when it happens. */
const stages = ['asked', 'given'] as const;
type FundsStage = (typeof stages)[number];

/** How often each stage meets each happening. */
const rounds: Readonly<Record<Scale, number>> = { ci: 1, night: 10, full: 40 };

/** Result of the consents to the confirmation of funds. */
export interface FundsTally {
  readonly lives: number;
  /** Consents under which questions are still answered. */
  readonly open: number;
  readonly errors: readonly string[];
}

interface FundsLife {
  readonly stage: FundsStage;
  readonly happening: CustomerHappening;
  /** An approval comes before the events are processed. */
  readonly isLate: boolean;
}

interface FundsOutcome {
  readonly isAnswered: boolean;
  readonly status: string;
}

interface Harness {
  readonly app: FundsTestApp;
  readonly inbox: Inbox;
  readonly survivor: string;
}

/**
 * Consents to the confirmation of funds whose customers are merged, die or are erased, whose users are closed, or whose
 * proxies lose their mandate, before and after the approval. No question is answered about an account of a customer who
 * agrees to nothing any more; after a merge and after a report of a relative they are answered as before.
 */
export async function leadFunds(scale: Scale, chance: Chance): Promise<FundsTally> {
  await using app = await createFundsTestApp();
  await recoverySteps(app.identity);
  await publishFundsTemplate(app);
  const { customerNumber: survivor } = await app.customer();
  const inbox = createInbox(app.identity, [
    ...scaCapability.handlers(app.ports),
    ...fundsConfirmationsCapability.handlers(app.ports),
  ]);
  const errors: string[] = [];
  let [lives, open] = [0, 0];
  const all = stages.flatMap((stage) => happenings.map((happening) => ({ stage, happening })));
  const met = Array.from({ length: rounds[scale] }, () => all).flat();
  for (const one of met) {
    const life = { ...one, isLate: chance.integer(0, 1) === 0 };
    const outcome = await runLife({ app, inbox, survivor }, life);
    lives += 1;
    if (outcome.isAnswered) open += 1;
    const error = errorOf(life, outcome);
    const name = `${life.stage} ${life.happening}${life.isLate ? ' late' : ''}`;
    if (error !== undefined) errors.push(`confirmation of funds, ${name}: ${error}`);
  }
  return { lives, open, errors };
}

async function runLife(
  { app, inbox, survivor }: Harness,
  { happening, isLate, stage }: FundsLife,
): Promise<FundsOutcome> {
  const proxy = happening === 'mandate-ended' ? await app.customer() : undefined;
  const holder = await app.holder();
  if (proxy !== undefined) await app.grantMandate(holder.customerNumber, proxy.customerNumber);
  const approver = proxy ?? holder;
  const path = pathIn(await app.ask({ iban: holder.iban }));
  if (stage === 'given') {
    const approved = await app.approve(path, approver);
    if (approved !== 'finalised') throw new Error(`not approved: ${approved}`);
  }
  await changeCustomer(app, happening, { ...holder, approver, survivor });
  // The core learns of a merge in its own way.
  if (happening === 'merged') app.changeHolders(holder.accountId, [survivor]);
  if (!isLate) await inbox.drain();
  // Whether it is refused is not the question here: what is answered is.
  if (stage === 'asked') await app.approve(path, approver);
  await inbox.drain();
  const { status } = await app.confirm({ iban: holder.iban }, '1.00');
  return { isAnswered: status === 200, status: String(await app.statusOf(path)) };
}

function errorOf({ happening, stage }: FundsLife, { isAnswered, status }: FundsOutcome): string | undefined {
  const isKept = happening === 'merged' || happening === 'reported';
  // A consent by mandate stays as it is; the mandate is looked up with every question.
  const isOver = status !== 'valid' || happening === 'mandate-ended';
  if (!isKept && (isAnswered || !isOver)) return `answered: ${isAnswered}, ${status}`;
  if (isKept && stage === 'given' && (!isAnswered || status !== 'valid'))
    return `not answered any more, ${status}`;
  return undefined;
}
