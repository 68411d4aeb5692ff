import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Pain001Version } from '#platform/iso20022/pain001-namespace.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { submitDueBulks } from '../operations/submit-due-bulks.ts';
import { idOf } from './payment-steps.suite.ts';
import {
  creditor,
  type PaymentsRequest,
  type PaymentsTestApp,
  pathIn,
  type TestPayer,
} from './payments-test-app.suite.ts';
import { writePain001 } from './write-pain001.suite.ts';

/** Steps of tests about bulks. */
export interface BulkSteps {
  /** Initiates a bulk of two payments over 12.50 and 7.25 euros by default. */
  initiate(payer: TestPayer, more?: Partial<PaymentsRequest>): Promise<TestServerResponse>;
  /** Runs the worker until no bulk is due. */
  work(): Promise<void>;
  /** Settles at the core, and lets the worker look at the bulks again. */
  settle(): Promise<void>;
  statusOf(path: string): Promise<unknown>;
  /** Amounts that left the account, in cents. */
  paid(payer: TestPayer): Promise<readonly bigint[]>;
  /** An approved bulk of this many transfers over one euro, not submitted yet. */
  approved(payer: TestPayer, count: number, more?: Partial<PaymentsRequest>): Promise<string>;
  /** How many transfers of a bulk have a state, such as `100 RJCT MS03`. */
  entriesOf(path: string): Promise<readonly string[]>;
}

/** Returns one payment of a bulk. */
export function entryOf(amount: string, more: Readonly<Record<string, unknown>> = {}): object {
  return {
    instructedAmount: { currency: 'EUR', amount },
    creditorAccount: { iban: creditor },
    creditorName: 'Acme GmbH',
    remittanceInformationUnstructured: 'INV 2231',
    ...more,
  };
}

/** What a document may have beside two payments in one block. */
export interface DocumentShape {
  readonly blocks?: number;
  /** Account of the last block. */
  readonly lastIban?: string;
  readonly amounts?: readonly string[];
}

/** Returns a bulk as pain.001, for today. */
export function bulkDocument(
  { identity }: PaymentsTestApp,
  iban: string,
  version: Pain001Version,
  { amounts = ['12.50', '7.25'], blocks = 1, lastIban = iban }: DocumentShape = {},
): string {
  const day = identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString();
  const blockOf = (at: number) => ({
    paymentInformationId: `P-${at + 1}`,
    batchBooking: true,
    transfers: amounts.map((amount, index) => ({
      debtorName: 'Anna Schmidt',
      debtorAccount: { iban: at === blocks - 1 ? lastIban : iban },
      instructedAmount: { currency: 'EUR', amount },
      creditorAccount: { iban: creditor },
      creditorName: 'Acme GmbH',
      endToEndIdentification: `E-${at + 1}-${index + 1}`,
      requestedExecutionDate: day,
    })),
  });
  return writePain001(
    {
      messageId: randomUUID().slice(0, 30),
      createdAt: '2026-11-17T09:00:00Z',
      blocks: Array.from({ length: blocks }, (_, at) => blockOf(at)),
    },
    version,
  );
}

/** Returns a bulk as a third party orders it. */
export function bulkFrom(
  iban: string,
  payments: readonly object[] = [entryOf('12.50', { endToEndIdentification: 'E-1' }), entryOf('7.25')],
  more: Readonly<Record<string, unknown>> = {},
): object {
  return { debtorAccount: { iban }, payments, ...more };
}

const embedded = {
  'psu-ip-address': '192.0.2.7',
  'tpp-redirect-preferred': 'false',
  'tpp-decoupled-preferred': 'false',
  'tpp-explicit-authorisation-preferred': 'true',
} as const;

const turnsMax = 1_000;

export function bulkSteps(app: PaymentsTestApp): BulkSteps {
  const work = async (): Promise<void> => {
    for (let turn = 0; turn < turnsMax; turn += 1) if ((await submitDueBulks(app.context())) === 0) return;
    throw new Error('a bulk is due for ever');
  };
  const initiate: BulkSteps['initiate'] = ({ iban }, { headers, ...more } = {}) =>
    app.send({
      method: 'POST',
      path: '/v1/bulk-payments/sepa-credit-transfers',
      body: bulkFrom(iban),
      ...more,
      headers: { ...embedded, ...headers },
    });
  return {
    initiate,
    async approved(payer, count, more = {}) {
      const body = bulkFrom(
        payer.iban,
        Array.from({ length: count }, () => entryOf('1.00')),
      );
      const path = pathIn(await initiate(payer, { body, ...more }));
      expect(await app.approve(path, payer)).toBe('finalised');
      return path;
    },
    async entriesOf(path) {
      const rows = await app.identity.database.query<{ text: string }>(
        `select concat_ws(' ', count(*), status, reason) as text from payments.bulk_entry where payment_id = $1
          group by status, reason order by status, reason`,
        [idOf(path)],
      );
      return rows.map(({ text }) => text);
    },
    work,
    async settle() {
      app.identity.clock.advance({ hours: 72 });
      await app.settle();
      await work();
    },
    statusOf: async (path) =>
      at((await app.send({ method: 'GET', path: `${path}/status` })).body, 'transactionStatus'),
    async paid({ accountId }) {
      const { core } = app.core;
      const booked = await core.transactionsOf(accountId, { status: 'booked', max: 200 });
      const pending = await core.transactionsOf(accountId, { status: 'pending', max: 200 });
      return [...booked.items, ...pending.items]
        .map(({ amount }) => -amount.minor)
        .filter((minor) => minor > 0n)
        .toSorted((one, other) => Number(one - other));
    },
  };
}
