import { consentsCapability } from '../../server/src/capabilities/consents/index.ts';
import { recoverySteps } from '../../server/src/capabilities/identity/testing/recovery-steps.suite.ts';
import { paymentsCapability } from '../../server/src/capabilities/payments/index.ts';
import { scaCapability } from '../../server/src/capabilities/sca/index.ts';
import { expireBaskets } from '../../server/src/capabilities/signing-baskets/operations/expire-baskets.ts';
import {
  type BasketsTestApp,
  createBasketsTestApp,
} from '../../server/src/capabilities/signing-baskets/testing/baskets-test-app.suite.ts';
import { createInbox, type Inbox } from '../../tools/erasure/inbox.ts';
import type { Chance } from '../harness/chance.ts';
import type { Scale } from '../harness/scale.ts';
import { type CustomerHappening, changeCustomer, customerHappenings } from './lifecycles-happenings.ts';

/** How often each happening is met. */
const rounds: Readonly<Record<Scale, number>> = { ci: 1, night: 10, full: 40 };

/** Result of the baskets. */
export interface BasketTally {
  readonly lives: number;
  /** Baskets that were authorised. */
  readonly authorised: number;
  readonly errors: readonly string[];
}

interface BasketLife {
  readonly happening: CustomerHappening;
  /** The approval comes before the events are processed. */
  readonly isLate: boolean;
}

interface BasketOutcome {
  readonly basket: string;
  readonly payment: string;
  readonly consent: string;
}

interface Harness {
  readonly app: BasketsTestApp;
  readonly inbox: Inbox;
  readonly survivor: string;
}

/** The state of the user and the mandate change at once; that of a party reaches them with an event. */
const atOnce: ReadonlySet<CustomerHappening> = new Set(['suspended', 'closed', 'mandate-ended']);
const stopping: ReadonlySet<CustomerHappening> = new Set([...atOnce, 'dead', 'erased']);

/**
 * Baskets of a payment and a consent whose customers are merged, die or are erased, whose users are suspended or closed,
 * or whose proxies lose their mandate, before the approval. Members are authorised together or not at all, none for a
 * customer who may not sign any more, and no basket stays open.
 */
export async function leadBaskets(scale: Scale, chance: Chance): Promise<BasketTally> {
  await using app = await createBasketsTestApp();
  await recoverySteps(app.identity);
  const { customerNumber: survivor } = await app.customer();
  const inbox = createInbox(app.identity, [
    ...scaCapability.handlers(app.ports),
    ...[...paymentsCapability.handlers(app.ports), ...consentsCapability.handlers(app.ports)].filter(
      // Notices are the subject of tests of their own.
      ({ consumer }) => !consumer.endsWith('-notices'),
    ),
  ]);
  const errors: string[] = [];
  let [lives, authorised] = [0, 0];
  for (let round = 0; round < rounds[scale]; round += 1)
    for (const happening of customerHappenings) {
      const life = { happening, isLate: chance.integer(0, 1) === 0 };
      const outcome = await runLife({ app, inbox, survivor }, life);
      lives += 1;
      if (outcome.basket === 'ACTC') authorised += 1;
      const name = `${happening}${life.isLate ? ' late' : ''}`;
      for (const error of basketErrors(life, outcome)) errors.push(`basket, ${name}: ${error}`);
    }
  return { lives, authorised, errors };
}

async function runLife(
  { app, inbox, survivor }: Harness,
  { happening, isLate }: BasketLife,
): Promise<BasketOutcome> {
  const proxy = happening === 'mandate-ended' ? await app.customer() : undefined;
  const holder = await app.holder();
  if (proxy !== undefined) await app.grantMandate(holder.customerNumber, proxy.customerNumber);
  const approver = proxy ?? holder;
  const [payment, consent] = [await app.pay(holder), await app.ask(holder)];
  const basket = await app.group(payment, consent);
  await changeCustomer(app, happening, { ...holder, approver, survivor });
  if (!isLate) await inbox.drain();
  // Whether it is refused is not the question here: what is authorised is.
  await app.approve(basket, approver);
  const [paymentBefore, consentBefore] = [await app.statusOf(payment), await app.statusOf(consent)];
  await inbox.drain();
  app.identity.clock.advance({ minutes: 31 });
  await expireBaskets(app.context());
  return {
    basket: String(await app.statusOf(basket)),
    payment: String(paymentBefore),
    consent: String(consentBefore),
  };
}

/** States are compared as they were after the approval: the events of a happening end authorised members as well. */
function basketErrors(
  { happening, isLate }: BasketLife,
  { basket, consent, payment }: BasketOutcome,
): readonly string[] {
  const [isPaid, isGiven] = [payment === 'ACTC', consent === 'valid'];
  const mustStop = stopping.has(happening) && (!isLate || atOnce.has(happening));
  const members = `payment ${payment}, consent ${consent}, basket ${basket}`;
  return [
    { error: `authorised in part: ${members}`, isSo: isPaid !== isGiven },
    { error: `authorised without a signature: ${members}`, isSo: isPaid && basket !== 'ACTC' },
    { error: `not authorised: ${members}`, isSo: basket === 'ACTC' && !isPaid },
    { error: `signed by a customer who may not: ${members}`, isSo: mustStop && (isPaid || isGiven) },
    { error: `a report of a relative stopped it: ${members}`, isSo: happening === 'reported' && !isPaid },
    { error: `left open: ${members}`, isSo: !['ACTC', 'RJCT', 'CANC'].includes(basket) },
  ]
    .filter(({ isSo }) => isSo)
    .map(({ error }) => error);
}
