import { randomBytes } from 'node:crypto';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { type ApprovalTally, leadApprovals } from './lifecycles-approvals.ts';
import { type BasketTally, leadBaskets } from './lifecycles-baskets.ts';
import { type ConsentTally, leadConsents } from './lifecycles-consents.ts';
import { type FundsTally, leadFunds } from './lifecycles-funds.ts';
import { createLifecycleHarness, type LifecycleHarness } from './lifecycles-harness.ts';
import { type History, leadHistory } from './lifecycles-history.ts';
import { leadPayments, type PaymentTally } from './lifecycles-payments.ts';
import { stateOfUser } from './lifecycles-people.ts';
import {
  countTraces,
  type SignIns,
  verifyClients,
  verifySignIns,
  verifyUsers,
} from './lifecycles-verdict.ts';
import { leadMergedSigners, mergedSignersFigures } from './merged-signers.ts';

const histories: Readonly<Record<Scale, number>> = { ci: 25, night: 500, full: 2_000 };
/** Histories per database, which is searched as a whole afterwards; creating one costs as much as many histories. */
const batchSize = 250;
const batchesAtOnce = 8;
const lengths = { min: 8, max: 16 } as const;

interface Tally {
  histories: number;
  users: number;
  ended: number;
  due: number;
  missing: number;
  traces: number;
  readonly signIns: { -readonly [Name in keyof SignIns]: number };
  readonly approvals: ApprovalTally;
  readonly errors: Map<string, { count: number; example: string }>;
}

/**
 * `npm run torture -- lifecycles`: parties register, verify contacts, are merged, die and are erased in random order;
 * their users sign up, are confirmed by employees, change contacts and pair devices, and clients are restricted; events
 * arrive late, twice and out of order. In the end no user of a dead, erased or merged party is active or has a device,
 * every new user was announced to the customer, and no data of erased parties is readable. Approvals in progress of such
 * customers, and of suspended and closed users, are finished by their own customer or by none, no payment of theirs moves
 * money that they may not move any more, under their consents nothing is read or answered that they do not share any
 * more, the members of their signing baskets are authorised together or not at all, and duplicates that were merged sign
 * once, whichever user they use.
 */
export async function tortureLifecycles({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const total = histories[scale];
  const tally: Tally = {
    histories: 0,
    users: 0,
    ended: 0,
    due: 0,
    missing: 0,
    traces: 0,
    signIns: { tried: 0, usable: 0, allowed: 0, worked: 0 },
    approvals: { lives: 0, finished: 0, ended: 0 },
    errors: new Map(),
  };
  const show = progress('lifecycles', total);
  const waiting = Array.from({ length: Math.ceil(total / batchSize) }, (_, index) => index * batchSize);
  const work = async (): Promise<void> => {
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift())
      await runBatch(tally, {
        firstSeed: seed + first,
        count: Math.min(batchSize, total - first),
        scale,
        show,
      });
  };
  const [payments, consents, funds, baskets, signers] = await Promise.all([
    leadPayments(scale, chanceFrom(seed)),
    leadConsents(scale, chanceFrom(seed)),
    leadFunds(scale, chanceFrom(seed)),
    leadBaskets(scale, chanceFrom(seed)),
    leadMergedSigners(scale, seed),
    ...Array.from({ length: batchesAtOnce }, work),
  ]);
  for (const { errors } of [payments, consents, funds, baskets, signers])
    for (const error of errors) recordError(tally, error, `seed ${seed}`);
  return [
    ...conclusion(tally),
    ...paymentFigures(payments),
    consentFigure(consents),
    fundsFigure(funds),
    basketFigure(baskets),
    ...mergedSignersFigures(signers),
  ];
}

interface Batch {
  readonly firstSeed: number;
  readonly count: number;
  readonly scale: Scale;
  readonly show: (done: number) => void;
}

async function runBatch(tally: Tally, batch: Batch): Promise<void> {
  const masterKey = randomBytes(32);
  await using harness = await createLifecycleHarness(masterKey);
  const counter = { next: 0 };
  const led: History[] = [];
  for (let count = 0; count < batch.count; count += 1) {
    const historySeed = batch.firstSeed + count;
    const chance = chanceFrom(historySeed);
    const history = newHistory(harness, chance, counter);
    await leadHistory(history, chance.integer(lengths.min, lengths.max));
    await verifyUsers(history);
    await verifyClients(history);
    addTo(tally, history, await verifySignIns(history));
    recordErrors(tally, history, historySeed);
    led.push(history);
    tally.histories += 1;
    batch.show(tally.histories);
  }
  const history = newHistory(harness, chanceFrom(batch.firstSeed), counter);
  const approvals = await leadApprovals(history, batch.scale);
  await verifyUsers(history);
  for (const name of ['lives', 'finished', 'ended'] as const) tally.approvals[name] += approvals[name];
  recordErrors(tally, history, batch.firstSeed);
  led.push(history);
  tally.traces += await countTraces(harness, masterKey, led);
}

function addTo(tally: Tally, { notices, users }: History, signIns: SignIns): void {
  tally.users += users.length;
  tally.ended += users.filter((user) => stateOfUser(user) !== 'any').length;
  tally.due += notices.due;
  tally.missing += notices.missing;
  tally.signIns.tried += signIns.tried;
  tally.signIns.usable += signIns.usable;
  tally.signIns.allowed += signIns.allowed;
  tally.signIns.worked += signIns.worked;
}

function newHistory(harness: LifecycleHarness, chance: Chance, counter: { next: number }): History {
  return {
    harness,
    chance,
    counter,
    people: [],
    users: [],
    steps: [],
    errors: [],
    notices: { due: 0, missing: 0 },
  };
}

function recordErrors(tally: Tally, { errors, steps }: History, seed: number): void {
  for (const error of errors) recordError(tally, error, `seed ${seed}: ${steps.join('; ')}`);
}

function recordError({ errors }: Tally, error: string, example: string): void {
  const known = errors.get(error);
  errors.set(error, { count: (known?.count ?? 0) + 1, example: known?.example ?? example });
}

function conclusion(tally: Tally): readonly Figure[] {
  const { approvals, due, ended, errors, histories: led, missing, signIns, traces, users } = tally;
  console.log(
    table(
      [
        'histories',
        'users',
        'of ended parties',
        'new users with a notice due',
        'sign-ins of ended users',
        'of others',
        'approvals',
        'finished',
        'ended',
      ],
      [
        [
          led,
          users,
          ended,
          due,
          signIns.tried,
          signIns.allowed,
          approvals.lives,
          approvals.finished,
          approvals.ended,
        ],
      ],
    ),
  );
  for (const [error, { count, example }] of errors) console.log(`${count} x ${error}\n  ${example}`);
  const none = (name: string, count: number): Figure => ({
    name,
    figure: String(count),
    goal: '0',
    isReached: count === 0,
  });
  return [
    none(
      'users, devices, restrictions, approvals, payments, consents and baskets in another state than their party allows, and wrong answers',
      [...errors.values()].reduce((sum, { count }) => sum + count, 0),
    ),
    none('new users without a notice', missing),
    none('usable sign-ins of users whose party has ended', signIns.usable),
    none('readable texts of erased parties', traces),
    {
      name: 'sign-ins of users who may',
      figure: `${signIns.worked} of ${signIns.allowed}`,
      goal: 'all',
      isReached: signIns.worked === signIns.allowed && signIns.allowed > 0 && ended > 0 && due > 0,
    },
    {
      name: 'approvals that their customer finished; that ended',
      figure: `${approvals.finished}; ${approvals.ended} of ${approvals.lives}`,
      goal: 'each more than 0',
      isReached: approvals.finished > 0 && approvals.ended > 0,
    },
  ];
}

function consentFigure({ lives, open }: ConsentTally): Figure {
  return {
    name: 'consents under which accounts are still read; under which not',
    figure: `${open}; ${lives - open} of ${lives}`,
    goal: 'each more than 0',
    isReached: open > 0 && open < lives,
  };
}

function fundsFigure({ lives, open }: FundsTally): Figure {
  return {
    name: 'consents under which questions about funds are still answered; under which not',
    figure: `${open}; ${lives - open} of ${lives}`,
    goal: 'each more than 0',
    isReached: open > 0 && open < lives,
  };
}

function basketFigure({ authorised, lives }: BasketTally): Figure {
  return {
    name: 'signing baskets that were authorised; that were not',
    figure: `${authorised}; ${lives - authorised} of ${lives}`,
    goal: 'each more than 0',
    isReached: authorised > 0 && authorised < lives,
  };
}

function paymentFigures({ lives, paid, stopped, texts }: PaymentTally): readonly Figure[] {
  const { erased, kept, overdue, readable } = texts;
  for (const column of new Set(readable)) console.log(`readable: ${column}`);
  return [
    {
      name: 'payments executed; stopped',
      figure: `${paid}; ${stopped} of ${lives}`,
      goal: 'each more than 0',
      isReached: paid > 0 && stopped > 0,
    },
    {
      name: 'readable texts in payments of erased payers: elsewhere; where payments are kept; there after their time',
      figure: `${readable.length}; ${kept} of ${erased} payers; ${overdue}`,
      goal: '0; each; 0',
      isReached: readable.length === 0 && kept >= erased && erased > 0 && overdue === 0,
    },
  ];
}
