import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { chanceFrom } from './chance.ts';
import type { Payer, PaymentBank } from './payment-bank.ts';
import { until } from './processes.ts';
import { progress } from './report.ts';

/** Path of the payments that race against something. */
export const racedPath = '/v1/payments/sepa-credit-transfers';

/** Small payments need the password alone; those to another bank wait at the core, where they can be cancelled. */
export const racedProfile = {
  'scaExemptions.lowValue': [{ currency: 'EUR', amountMax: '30.00', countMax: 5, sumMax: '100.00' }],
  'scaExemptions.ownAccounts': false,
} as const;

/** When a command comes that races against another one. */
export interface RaceTiming {
  readonly payer: Payer;
  /** In which round this race is, from 0; each order occurs in each round. */
  readonly round: number;
  readonly order: 'before' | 'around' | 'after';
  /** For `around`: how long after the other one has begun. */
  readonly delayMs: number;
  /** Says how long the other one took; how long that is depends on the machine. */
  readonly observe: (ms: number) => void;
}

const lanes = 3;
const firstGuessMs = 300;
/** Of so many races one command comes before the other, and one after it, so that both orders occur. */
const turns = 4;
const orders: Readonly<Record<number, 'before' | 'after'>> = { 1: 'before', 0: 'after' };

/** Runs one race for each payer, a few at a time. */
export async function runRaces<Race>({
  name,
  payers,
  race,
  seed,
}: {
  readonly name: string;
  readonly payers: readonly Payer[];
  readonly seed: number;
  readonly race: (timing: RaceTiming) => Promise<Race>;
}): Promise<readonly Race[]> {
  const chance = chanceFrom(seed);
  const show = progress(name, payers.length);
  const done: Race[] = [];
  const waiting = [...payers];
  let usualMs = firstGuessMs;
  let turn = 0;
  const observe = (ms: number): void => void (usualMs = (usualMs * 3 + ms) / 4);
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let payer = waiting.shift(); payer !== undefined; payer = waiting.shift()) {
        const round = Math.floor(turn / turns);
        turn += 1;
        const order = orders[turn % turns] ?? 'around';
        const delayMs = chance.integer(0, Math.round(usualMs * 2));
        done.push(await race({ payer, round, order, delayMs, observe }));
        show(done.length);
      }
    }),
  );
  return done;
}

/** An account at another bank. */
const creditor = 'DE02100100109307118603';

/** A payment that races against something; without a day it is due at once. */
export interface RacedPayment {
  /** To the other account of the payer, where the core executes it at once and can no longer cancel it. */
  readonly isInside?: boolean;
  readonly requestedExecutionDate?: string;
}

/** Initiates a payment of one euro; returns its id. */
export async function initiateRaced(
  bank: PaymentBank,
  { from, to }: Payer,
  { isInside = false, requestedExecutionDate }: RacedPayment = {},
): Promise<string> {
  const { body, status } = await bank.send({
    method: 'POST',
    path: racedPath,
    headers: { 'PSU-IP-Address': '192.0.2.7', 'TPP-Explicit-Authorisation-Preferred': 'true' },
    body: {
      debtorAccount: { iban: from.iban },
      creditorAccount: { iban: isInside ? to.iban : creditor },
      creditorName: 'Acme GmbH',
      instructedAmount: { currency: 'EUR', amount: '1.00' },
      ...(requestedExecutionDate === undefined ? {} : { requestedExecutionDate }),
    },
  });
  if (status !== 201) throw new Error(`initiation: ${status} ${JSON.stringify(body)}`);
  return String(at(body, 'paymentId'));
}

/** Response to an approval by the password alone. */
export const approvedByPassword = '201 exempted';

/** Approves a payment by the password alone; returns status and first word of the response. */
export async function approveRaced(
  bank: PaymentBank,
  { password, username }: Payer,
  paymentId: string,
): Promise<string> {
  const { body, status } = await bank.send({
    method: 'POST',
    path: `${racedPath}/${paymentId}/authorisations`,
    headers: { 'PSU-ID': username },
    body: { psuData: { password } },
  });
  return `${status} ${String(at(body, 'scaStatus') ?? at(body, 'tppMessages', 0, 'code'))}`;
}

const releasedWithinMs = 60_000;

/** Waits until the worker has released a payment for the core, or until it has ended. */
export async function untilReleased(
  { instance: { database } }: PaymentBank,
  paymentId: string,
): Promise<void> {
  await until(
    async () => {
      const rows = await database.query<{ payment_id: string }>(
        `select payment_id from payments.payment
          where payment_id = $1 and (released_at is not null or ended_at is not null)`,
        [paymentId],
      );
      return rows.length === 1;
    },
    'the release of a payment',
    releasedWithinMs,
  );
}

/** What a verdict waits for. */
export interface RaceEnd {
  readonly database: TestDatabase;
  /** Whether all payments are as they should be. */
  readonly areOver: () => Promise<boolean>;
  /** The database forgets on purpose, so not every payment comes to an end. */
  readonly isControl: boolean;
}

const overWithinMs = 60_000;
const controlWaitMs = 6_000;

/** Waits until the worker has done its part. What has not ended by then is for the verdict to count. */
export async function untilOver({ areOver, database, isControl }: RaceEnd): Promise<void> {
  const over = until(
    async () => (await areEventsHandled(database)) && (await areOver()),
    'the end of all payments',
    isControl ? controlWaitMs : overWithinMs,
  );
  await over.catch(() => undefined);
}

async function areEventsHandled(database: TestDatabase): Promise<boolean> {
  const [row] = await database.query<{ waiting: number }>(
    `select (select count(*) from platform.outbox_event where relayed_at is null)::int
          + (select count(*) from platform.inbox_event where state = 'pending' and consumer like 'payments-%'
              and consumer <> 'payments-notices')::int as waiting`,
  );
  return row?.waiting === 0;
}

/** Makes a table forget updates: a row for which the condition about `new` is true stays as it was. */
export async function forgetUpdates(database: TestDatabase, table: string, condition: string): Promise<void> {
  const [schema = ''] = table.split('.');
  await database.query(
    `create function ${schema}.forget_update() returns trigger language plpgsql as $$
      begin return case when ${condition} then old else new end; end $$`,
  );
  await database.query(
    `create trigger forget_update before update on ${table}
       for each row execute function ${schema}.forget_update()`,
  );
}
