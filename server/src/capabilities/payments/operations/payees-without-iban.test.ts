import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { type BulkSteps, bulkFrom, bulkSteps, entryOf } from '../testing/bulk-steps.suite.ts';
import { idOf, paymentSteps } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { type StandingSteps, standingSteps } from '../testing/standing-steps.suite.ts';
import { writePain001 } from '../testing/write-pain001.suite.ts';
import { runStandingOrders } from './run-standing-orders.ts';
import { submitDueExecutions } from './submit-due-executions.ts';

let app: PaymentsTestApp;
let bulks: BulkSteps;
let standing: StandingSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  bulks = bulkSteps(app);
  standing = standingSteps(app);
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());

const abroad = 'cross-border-credit-transfers';
const iban = 'DE89370400440532013000';
const payee = { creditorAccount: { bban: '12345678' }, creditorAgent: 'CHASUS33' };
type Payee = Readonly<Record<string, unknown>>;

const initiate = (payer: TestPayer, more: Payee) =>
  app.initiate(payer, { path: `/v1/payments/${abroad}`, body: paymentFrom(payer.iban, more) });

async function approved(payer: TestPayer, more: Payee): Promise<string> {
  const path = pathIn(await initiate(payer, more));
  expect(await app.approve(path, payer)).toBe('finalised');
  return path;
}

/** The newest message with a code. */
async function newestText({ userId }: TestPayer): Promise<string> {
  const { database, newestCode, ports } = app.identity;
  const { verificationId } = await newestCode(userId);
  const [row] = await database.query<{ sealed_text: Buffer }>(
    `select sealed_text from "authorization".otp_verification where verification_id = $1`,
    [verificationId],
  );
  const { authorizationVault } = ports.authorization;
  return JSON.stringify(authorizationVault.openText('01', verificationId, row?.sealed_text ?? Buffer.of()));
}

/** Moves on until the core has executed what was submitted: across borders that takes days. */
async function settleForDays(): Promise<void> {
  for (let day = 0; day < 5; day += 1) {
    app.identity.clock.advance({ hours: 24 });
    await app.work();
    await app.settle();
  }
}

describe('a payee without an IBAN', { timeout: 120_000 }, () => {
  test('is known at its bank alone: the same number at another bank is held as a new payee', async () => {
    const payer = await app.payer();
    const first = await approved(payer, payee);
    await settleForDays();
    expect(await app.statusOf(first)).toBe('ACSC');
    await app.restrict(payer, { kind: 'new-payee-block' });
    const known = await approved(payer, { ...payee, creditorAgent: 'CHASUS33XXX' });
    const atOtherBank = await approved(payer, { ...payee, creditorAgent: 'BOFAUS3N' });
    const ofOtherScheme = await approved(payer, {
      ...payee,
      creditorAccount: { other: { identification: '12345678' } },
    });
    await app.work();
    expect(await app.statusOf(known)).not.toBe('ACTC');
    expect(await app.statusOf(atOtherBank)).toBe('ACTC');
    expect(await app.statusOf(ofOtherScheme)).toBe('ACTC');
    const entries = (creditorAgent: string) => [entryOf('1.00', { ...payee, creditorAgent })];
    for (const [bank, isHeld] of [
      ['CHASUS33', false],
      ['BOFAUS3N', true],
    ] as const) {
      const path = await bulks.approved(payer, 1, {
        path: `/v1/bulk-payments/${abroad}`,
        body: bulkFrom(payer.iban, entries(bank)),
      });
      await bulks.work();
      expect([bank, (await bulks.statusOf(path)) === 'ACTC']).toEqual([bank, isHeld]);
    }
  });

  test('is in the message with its bank and its scheme, also as the only one of a bulk', async () => {
    const payer = await app.payer();
    await approved(payer, payee);
    expect(await newestText(payer)).toContain('EUR 12.50 12345678 CHASUS33 BBAN');
    await approved(payer, { ...payee, creditorAgent: 'BOFAUS3N' });
    expect(await newestText(payer)).toContain('EUR 12.50 12345678 BOFAUS3N BBAN');
    await bulks.approved(payer, 1, {
      path: `/v1/bulk-payments/${abroad}`,
      body: bulkFrom(payer.iban, [entryOf('1.00', payee)]),
    });
    expect(await newestText(payer)).toContain('EUR 1.00 12345678 CHASUS33 BBAN');
  });

  test.each<[string, Payee]>([
    ['the bank', { creditorAgent: 'BOFAUS3N' }],
    ['the number', { creditorAccount: { bban: '12345679' } }],
    ['the scheme', { creditorAccount: { other: { identification: '12345678' } } }],
  ])(
    'of a standing order is that of its executions: one that differs in %s is not sent',
    async (_, other) => {
      const payer = await app.payer();
      const schedule = { frequency: 'Daily', startDate: standing.dayIn(1) };
      const order = await app.initiate(payer, {
        path: `/v1/periodic-payments/${abroad}`,
        body: paymentFrom(payer.iban, { ...payee, ...schedule }),
      });
      const path = pathIn(order);
      expect(await app.approve(path, payer)).toBe('finalised');
      await app.runOrders();
      app.identity.clock.advance({ hours: 24 });
      while ((await runStandingOrders(app.context())) > 0);
      const { database } = app.identity;
      const [row] = await database.query<{ payment_id: string; sealed_payment: Buffer }>(
        'select payment_id, sealed_payment from payments.payment where standing_order_id = $1',
        [idOf(path)],
      );
      if (row === undefined) throw new Error('no execution');
      const vault = app.ports.paymentsVault;
      const kept = vault.openPayment('01', row.payment_id, row.sealed_payment);
      const sealed = vault.sealPayment('01', row.payment_id, {
        ...kept,
        payment: { ...kept.payment, ...other },
      });
      await database.query('update payments.payment set sealed_payment = $2 where payment_id = $1', [
        row.payment_id,
        sealed,
      ]);
      while ((await submitDueExecutions(app.context())) > 0);
      expect(await standing.executionsOf(path)).toMatchObject([{ status: 'RJCT' }]);
      expect(await app.core.core.statusOf(row.payment_id)).toBe('not-known');
      expect(await paymentSteps(app).timesPaid(payer)).toBe(0);
    },
  );
});

const invisible = 'S\ufe0felma \u034fAydin';

const numbers: readonly (readonly [string, RegExp])[] = [
  ['X\nEUR 1.00 an Bob', /Refused: U\+000A/],
  ['12 34', /Refused: U\+0020/],
  ['12\u202e34', /Refused: U\+202E/],
  ['12\u000734', /Refused: U\+0007/],
  ['<script>', /Refused: U\+003C/],
  ['12\u200b34', /Refused: U\+200B/],
  ['1234.example', /Refused: U\+002E/],
];

describe('a payee that a page would not show as it was sent', { timeout: 120_000 }, () => {
  test.each<[string, Payee, string, RegExp]>([
    [
      'an IBAN as other',
      { ...payee, creditorAccount: { other: { identification: iban } } },
      'other/identification',
      /Is an IBAN/,
    ],
    ['an IBAN as BBAN', { ...payee, creditorAccount: { bban: iban } }, 'bban', /Is an IBAN/],
    [
      'a bank of another country than its IBAN',
      { creditorAccount: { iban }, creditorAgent: 'BOFAUS3N' },
      'creditorAgent',
      /bank of US.*IBAN is of DE/,
    ],
    ...numbers.map(([identification, message]): [string, Payee, string, RegExp] => [
      `the number ${JSON.stringify(identification)}`,
      { ...payee, creditorAccount: { other: { identification } } },
      'other/identification',
      message,
    ]),
    ['a name with invisible marks', { creditorName: invisible }, 'creditorName', /Refused: U\+FE0F/],
    ['a name with two spaces', { creditorName: 'Selma  Aydin' }, 'creditorName', /two in a row/],
  ])('is refused: %s, as JSON and in a bulk', async (_, more, field, message) => {
    const payer = await app.payer();
    const single = await initiate(payer, more);
    const bulk = await bulks.initiate(payer, {
      path: `/v1/bulk-payments/${abroad}`,
      body: bulkFrom(payer.iban, [entryOf('1.00'), entryOf('1.00', more)]),
    });
    for (const [answer, prefix] of [
      [single, '/'],
      [bulk, '/payments/1/'],
    ] as const) {
      expect(shortly(answer)).toBe('400 FORMAT_ERROR');
      const [told] = listAt(answer.body, 'tppMessages');
      expect(String(at(told, 'path'))).toContain(prefix);
      expect(String(at(told, 'path'))).toContain(field);
      expect(String(at(told, 'text'))).toMatch(message);
    }
  });

  test.each<[string, object, string]>([
    [
      'an IBAN as another identification',
      { creditorAccount: { other: { identification: iban } }, creditorAgent: 'CHASUS33' },
      'CdtrAcct/Id/Othr/Id',
    ],
    [
      'an IBAN as BBAN',
      {
        creditorAccount: { bban: iban },
        creditorAgent: 'CHASUS33',
      },
      'CdtrAcct/Id/Othr/Id',
    ],
    [
      'a bank of another country than its IBAN',
      { creditorAccount: { iban }, creditorAgent: 'BOFAUS3N' },
      'CdtrAgt/FinInstnId/BICFI',
    ],
    ['a name with invisible marks', { creditorName: invisible }, 'Cdtr/Nm'],
  ])('is refused in a pain.001: %s', async (_, more, element) => {
    const payer = await app.payer();
    const day = app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString();
    const transfer = {
      debtorName: 'Anna Schmidt',
      debtorAccount: { iban: payer.iban },
      instructedAmount: { currency: 'EUR', amount: '12.50' },
      creditorAccount: { iban },
      creditorName: 'Acme GmbH',
      requestedExecutionDate: day,
      ...more,
    };
    const body = writePain001(
      {
        messageId: randomUUID().slice(0, 30),
        createdAt: '2026-11-17T09:00:00Z',
        blocks: [{ paymentInformationId: 'P-1', transfers: [transfer] }],
      },
      '09',
    );
    const headers = { 'content-type': 'application/xml' };
    for (const service of ['payments', 'bulk-payments']) {
      const answer = await app.initiate(payer, { path: `/v1/${service}/pain.001-${abroad}`, headers, body });
      expect([service, shortly(answer)]).toEqual([service, '400 FORMAT_ERROR']);
      expect(String(at(answer.body, 'tppMessages', 0, 'path'))).toContain(element);
    }
  });

  test('is taken with marks that belong to their letters', async () => {
    const payer = await app.payer();
    const creditorName = 'Bäckerei Mu\u0308ller Łukasz Αγορά';
    expect(shortly(await initiate(payer, { creditorName }))).toBe('201 RCVD');
  });
});
