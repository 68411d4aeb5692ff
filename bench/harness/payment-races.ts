import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { chanceFrom } from './chance.ts';
import type { Payer, PaymentBank } from './payment-bank.ts';
import { until } from './processes.ts';
import { type Figure, progress } from './report.ts';
import type { BankRequest, BankResponse } from './test-third-party.ts';

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

/** What sends the requests of a race: a bank, or one of its processes. */
export type RaceSender = Pick<PaymentBank, 'send'>;

/** On a busy machine a body arrives too late, or the api sheds load: nothing was done then. */
const refusedUnread: ReadonlySet<number> = new Set([408, 503]);
const retryMs = 500;
const attemptsMax = 20;

/** Sends a request, and repeats it under its `X-Request-ID` while the api refuses it unread, as a third party does. */
export async function sendRaced({ send }: RaceSender, request: BankRequest): Promise<BankResponse> {
  const repeatable = { ...request, headers: { 'x-request-id': randomUUID(), ...request.headers } };
  let response = await send(repeatable);
  for (let attempt = 1; refusedUnread.has(response.status) && attempt < attemptsMax; attempt += 1) {
    await wait(retryMs);
    response = await send(repeatable);
  }
  return response;
}

/** Returns status and first word of a response. */
export function inShort({ body, status }: BankResponse): string {
  const said = at(body, 'tppMessages', 0, 'code') ?? at(body, 'scaStatus') ?? at(body, 'transactionStatus');
  return typeof said === 'string' ? `${status} ${said}` : String(status);
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
  bank: RaceSender,
  { from, to }: Payer,
  { isInside = false, requestedExecutionDate }: RacedPayment = {},
): Promise<string> {
  const { body, status } = await sendRaced(bank, {
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
export async function approveRaced(bank: RaceSender, payer: Payer, paymentId: string): Promise<string> {
  return inShort(await startRaced(bank, payer, `${racedPath}/${paymentId}/authorisations`));
}

/** Starts an authorisation with the password of the payer. */
export async function startRaced(
  bank: RaceSender,
  { password, username }: Payer,
  path: string,
): Promise<BankResponse> {
  return sendRaced(bank, {
    method: 'POST',
    path,
    headers: { 'PSU-ID': username, 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' },
    body: { psuData: { password } },
  });
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

/** Races whose payments end, and how their outcomes are read. */
export interface RaceEnd<Race, Outcome> {
  readonly database: TestDatabase;
  readonly races: readonly Race[];
  readonly outcomesOf: (database: TestDatabase, paymentIds: readonly string[]) => Promise<readonly Outcome[]>;
  /** Whether a payment is as it should be. */
  readonly isOver: (outcome: Outcome) => boolean;
  /** The database forgets on purpose, so not every payment comes to an end. */
  readonly isControl: boolean;
}

/** A race, and what became of its payment. */
export interface JudgedRace<Race, Outcome> {
  readonly race: Race;
  readonly outcome: Outcome | undefined;
}

const overWithinMs = 60_000;
const controlWaitMs = 6_000;

/** Waits until the worker has done its part, and reads the outcomes. What has not ended by then is for the verdict to count. */
export async function endRaces<
  Race extends { readonly paymentId: string },
  Outcome extends { readonly payment_id: string },
>({
  database,
  isControl,
  isOver,
  outcomesOf,
  races,
}: RaceEnd<Race, Outcome>): Promise<readonly JudgedRace<Race, Outcome>[]> {
  const ids = races.map(({ paymentId }) => paymentId);
  const over = until(
    async () => (await areEventsHandled(database)) && (await outcomesOf(database, ids)).every(isOver),
    'the end of all payments',
    isControl ? controlWaitMs : overWithinMs,
  );
  await over.catch(() => undefined);
  const outcomes = new Map((await outcomesOf(database, ids)).map((one) => [one.payment_id, one]));
  return races.map((race) => ({ race, outcome: outcomes.get(race.paymentId) }));
}

/** Whether the races with a planted fault were found wrong. */
export function controlFigure(what: string, wrong: readonly number[]): Figure {
  return {
    name: `control with a planted fault: ${what} that were found wrong`,
    figure: wrong.join('; '),
    goal: 'each more than 0',
    isReached: wrong.every((one) => one > 0),
  };
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
