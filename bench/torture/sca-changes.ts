import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { canonicalOrder } from '../../server/src/capabilities/sca/domain/order.ts';
import { type Order, signatureText } from '../../server/src/capabilities/sca/index.ts';
import { rolledBackMessage } from '../../server/src/capabilities/sca/steps/end-if-rolled-back.ts';
import type { ScaTestApp } from '../../server/src/capabilities/sca/testing/sca-test-app.suite.ts';
import { changeOrder, outcomeOf } from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import { median } from '../../server/src/platform/testing/median.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import {
  createSigners,
  inLanes,
  type OpenApproval,
  openEmbedded,
  openOnPage,
  type Signer,
  signaturesOf,
} from './sca-approvals.ts';

const sideBySide = 4;
/** Schedules between two steps of the clock: the product limits the messages of an hour. */
const batch = 200;
const sha256Hex = (text: string): string => hash('sha256', text, 'hex');

type Payment = OpenApproval['order'];

/** One member is changed: some that the message shows, and some that only the digest covers. */
const changes: Readonly<Record<string, (order: Payment) => Payment>> = {
  amount: (order) => withTransfer(order, { amount: { minor: 9_900_000n, currency: 'EUR' } }),
  currency: (order) => withTransfer(order, { amount: { minor: 124_950n, currency: 'USD' } }),
  account: (order) => withTransfer(order, { creditorAccount: { scheme: 'iban', id: 'NL91ABNA0417164300' } }),
  name: (order) => withTransfer(order, { creditorName: 'Acme Ltd' }),
  remittance: (order) => withTransfer(order, { remittance: 'INV 2232' }),
  document: (order) => ({ ...order, documentHash: 'cd'.repeat(32) }),
};

function withTransfer(order: Payment, transfer: Partial<Payment['transfer']>): Payment {
  return { ...order, transfer: { ...order.transfer, ...transfer } };
}

interface Tally {
  readonly rows: Map<string, number>;
  readonly tookMs: number[];
  executed: number;
  refused: number;
  readonly errors: string[];
}

/**
 * Changes a payment while its code is being entered, at the third party and on the page. Whatever is executed is what
 * the message showed and what was signed; everything else is refused and leaves nothing behind.
 */
export async function changeWhileSigning(
  app: ScaTestApp,
  schedules: number,
  seed: number,
): Promise<readonly Figure[]> {
  app.choose({ approaches: ['EMBEDDED', 'REDIRECT'] });
  const tally: Tally = { rows: new Map(), tookMs: [], executed: 0, refused: 0, errors: [] };
  const show = progress('changes', schedules);
  for (let from = 0; from < schedules; from += batch) {
    const count = Math.min(batch, schedules - from);
    const signers = await createSigners(app, count);
    await inLanes(sideBySide, count, async (index) => {
      const signer = signers[index];
      if (signer === undefined) throw new Error('no signer');
      await runSchedule(
        app,
        { signer, number: from + index, chance: chanceFrom(seed + from + index) },
        tally,
      );
    });
    app.identity.clock.advance({ hours: 2 });
    show(from + count);
  }
  console.log(
    table(
      ['approach, change, outcome', 'schedules'],
      [...tally.rows].toSorted(([one], [other]) => one.localeCompare(other)),
    ),
  );
  for (const error of tally.errors.slice(0, 10)) console.log(error);
  // Seen on the embedded approach only: on the page the customer is led back without a line in the log.
  const refusedLast = app.server.lines.filter(({ message }) => message === rolledBackMessage).length;
  return figuresOf(schedules, tally, refusedLast);
}

interface Schedule {
  readonly signer: Signer;
  readonly number: number;
  readonly chance: Chance;
}

async function runSchedule(app: ScaTestApp, schedule: Schedule, tally: Tally): Promise<void> {
  const { chance, number, signer } = schedule;
  const isEmbedded = number % 2 === 0;
  // The clock stands still otherwise, and the limit of requests per minute would be reached.
  app.identity.clock.advance({ seconds: 1 });
  const approval = await (isEmbedded ? openEmbedded(app, signer) : openOnPage(app, signer));
  const name = chance.oneOf(Object.keys(changes));
  const response = await enterAndChange(app, approval, { name, chance, tookMs: tally.tookMs });
  const { errors, isExecuted } = await judge(app, approval, response);
  tally.errors.push(...errors.map((error) => `${number} ${name}: ${error}`));
  if (isExecuted) tally.executed += 1;
  else tally.refused += 1;
  const row = `${isEmbedded ? 'embedded' : 'page'}, ${name}, ${isExecuted ? 'executed' : 'refused'}`;
  tally.rows.set(row, (tally.rows.get(row) ?? 0) + 1);
}

const firstSpanMs = 20;

/** Enters the code and changes the payment, each after a random time; returns the response to the code. */
async function enterAndChange(
  app: ScaTestApp,
  approval: OpenApproval,
  { chance, name, tookMs }: { readonly name: string; readonly chance: Chance; readonly tookMs: number[] },
): Promise<string> {
  const changed = changes[name]?.(approval.order) ?? approval.order;
  // Entering a code takes about half of this time, so that the change falls before, into and after it.
  const spanMs = Math.ceil(median(tookMs.slice(-50)) || firstSpanMs) * 2;
  const [enterAfterMs, changeAfterMs] = [chance.integer(0, 2), chance.integer(0, spanMs)];
  const enter = async (): Promise<string> => {
    await wait(enterAfterMs);
    const begun = performance.now();
    const response = await approval.enter(approval.code);
    tookMs.push(performance.now() - begun);
    return response;
  };
  const change = async (): Promise<void> => {
    await wait(changeAfterMs);
    await changeOrder(app.identity.database, approval.subject, changed);
  };
  const [response] = await Promise.all([enter(), change()]);
  return response;
}

const successes: ReadonlySet<string> = new Set(['200 finalised', 'https://a.tpp.test/back']);
const refusals: ReadonlySet<string> = new Set([
  '409 STATUS_INVALID',
  'https://a.tpp.test/back?error=resource_changed',
]);

/** Compares what was executed with what was shown and signed. */
async function judge(
  app: ScaTestApp,
  { message, order: shown, subject }: OpenApproval,
  response: string,
): Promise<{ readonly isExecuted: boolean; readonly errors: readonly string[] }> {
  const { executed, moves, state } = await outcomeOf(app.identity.database, subject);
  const signatures = await signaturesOf(app, subject);
  const isExecuted = executed !== undefined;
  const found = `${state}, ${moves} moves, ${signatures.length} signatures`;
  const expected = isExecuted ? 'done, 1 moves, 1 signatures' : 'open, 0 moves, 0 signatures';
  return {
    isExecuted,
    errors: [
      ...((isExecuted ? successes : refusals).has(response) ? [] : [`answered ${response}`]),
      ...(found === expected ? [] : [found]),
      ...(executed === undefined ? [] : differences(executed, { shown, message, signatures })),
    ],
  };
}

function differences(
  executed: Order,
  {
    message,
    shown,
    signatures,
  }: { readonly shown: Order; readonly message: string; readonly signatures: readonly string[] },
): readonly string[] {
  const digest = `sha-256:${sha256Hex(canonicalOrder(executed))}`;
  return [
    ...(canonicalOrder(executed) === canonicalOrder(shown) ? [] : ['executed is not what was shown']),
    ...(signatures.every((one) => one === digest) ? [] : [`signed ${signatures.join()}, executed ${digest}`]),
    ...(message === `Acme Pay: ${signatureText(executed, sha256Hex)}` ? [] : [`message was ${message}`]),
  ];
}

/** A run in which the change always comes too early or too late proves nothing. */
const shareMin = 0.1;

/** Only a large run certainly hits the few milliseconds between the code and the signature. */
const largeFrom = 1_000;

function figuresOf(
  schedules: number,
  { errors, executed, refused }: Tally,
  refusedLast: number,
): readonly Figure[] {
  return [
    {
      name: `changes while a code is entered, executed otherwise than shown and signed, of ${schedules}`,
      figure: String(errors.length),
      goal: '0',
      isReached: errors.length === 0,
    },
    {
      name: 'of these executed as shown; refused; refused between a right code and the signature',
      figure: `${executed}; ${refused}; ${refusedLast}`,
      goal: `more than ${schedules * shareMin}; more than ${schedules * shareMin}; in large runs more than 0`,
      isReached:
        Math.min(executed, refused) > schedules * shareMin && (refusedLast > 0 || schedules < largeFrom),
    },
  ];
}
