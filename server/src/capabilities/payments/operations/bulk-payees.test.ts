import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { type BulkSteps, bulkDocument, bulkFrom, bulkSteps, entryOf } from '../testing/bulk-steps.suite.ts';
import {
  doubtsIn,
  foreignIban,
  linksIn,
  type PayeeSteps,
  payeeSteps,
  requested,
  slowBank,
  type TestPayee,
} from '../testing/payee-steps.suite.ts';
import { idOf } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { verifyBulkPayees } from './verify-bulk-payees.ts';

let app: PaymentsTestApp;
let bulks: BulkSteps;
let steps: PayeeSteps;
let payer: TestPayer;
let anna: TestPayee;
const usual = {
  isIntegrated: true,
  whenNotRequested: 'bank-page',
  isEarlierMandated: false,
  earlierValidSeconds: 900,
  inlineWaitMs: 5_000,
} as const;

beforeAll(async () => {
  app = await createPaymentsTestApp();
  bulks = bulkSteps(app);
  steps = payeeSteps(app);
  payer = await app.payer();
  anna = await steps.payee();
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({ payees: usual });
  app.useBanks({});
  app.identity.clock.advance({ hours: 2 });
});

const confirm = (path: string, more = {}) =>
  app.send({ method: 'PUT', path: `${path}/creditor-confirmation`, ...more });
const statusOf = (path: string) => app.send({ method: 'GET', path: `${path}/status` });
const toAnna = (name: string, iban = anna.iban): object =>
  entryOf('1.00', { creditorAccount: { iban }, creditorName: name });
const initiate = (names: readonly string[], headers: Readonly<Record<string, string>> = requested) =>
  bulks.initiate(payer, {
    headers,
    body: bulkFrom(
      payer.iban,
      names.map((name) => toAnna(name)),
    ),
  });
const names = (count: number, name = 'Anna Schmidt'): readonly string[] =>
  Array.from({ length: count }, () => name);
/** Lets the worker verify until nothing waits. */
const verifyAll = async (): Promise<number> => {
  let turns = 0;
  while ((await verifyBulkPayees(app.context())) > 0) turns += 1;
  return turns;
};
const limit = { timeout: 60_000 };

describe('a third party that asks about the payees of a bulk', limit, () => {
  test('starts the approval if all of them match', async () => {
    const response = await initiate(names(3));
    expect([shortly(response), response.headers['aspsp-vop-supported'], linksIn(response)]).toEqual([
      '201 RCVC',
      'true',
      ['startAuthorisation', 'self', 'status'],
    ]);
    const path = pathIn(response);
    expect(await app.approve(path, payer)).toBe('finalised');
    await bulks.work();
    expect(await app.statusOf(path)).toBe('ACSC');
  });

  test('is told the others, no matches first, and confirms them for the payer (confirmBulkPayees)', async () => {
    const response = await initiate(['Anna Schmidt', 'Anna Schmitt', 'Peter Roth', 'Anna Schmidt']);
    expect([shortly(response), linksIn(response), doubtsIn(response)]).toEqual([
      '201 RVCM',
      ['creditorNameConfirmation', 'self', 'status'],
      [
        ['NMTC', undefined],
        ['CMTC', 'Anna Schmidt'],
      ],
    ]);
    const path = pathIn(response);
    const start = { method: 'POST', path: `${path}/authorisations` } as const;
    expect(shortly(await app.send(start))).toBe('409 STATUS_INVALID');
    const read = await statusOf(path);
    expect([doubtsIn(read), linksIn(read)]).toEqual([doubtsIn(response), linksIn(response)]);
    const confirmed = await confirm(path, { body: {} });
    expect([shortly(confirmed), linksIn(confirmed), confirmed.headers['x-reference-api-version']]).toEqual([
      '200 RCVC',
      ['startAuthorisation', 'self', 'status'],
      '1.3.16',
    ]);
    expect((await confirm(path)).body).toEqual(confirmed.body);
    expect(await steps.auditOf(path)).toContain('"after":"NMTC 1, CMTC 1, MTCH 2"');
    expect(linksIn(await statusOf(path))).toEqual(['startAuthorisation', 'self', 'status']);
    expect(await app.approve(path, payer)).toBe('finalised');
    expect(shortly(await confirm(path))).toBe('409 STATUS_INVALID');
    await bulks.work();
    expect(await app.statusOf(path)).toBe('ACSC');
  });

  test('cannot confirm what needs no confirmation, what it does not know, or under another product', async () => {
    const path = pathIn(await initiate(names(2)));
    expect(shortly(await confirm(path))).toBe('409 STATUS_INVALID');
    expect(shortly(await confirm(path, { as: '_B' }))).toBe('403 RESOURCE_UNKNOWN');
    const other = path.replace('sepa-credit-transfers', 'instant-sepa-credit-transfers');
    expect(shortly(await confirm(other))).toBe('403 PRODUCT_INVALID');
    expect(shortly(await confirm(pathIn(await initiate(names(2, 'Peter Roth'), {}))))).toBe(
      '409 STATUS_INVALID',
    );
  });

  test('cancels a bulk that waits for the confirmation at once; one that is not confirmed expires', async () => {
    const cancelled = pathIn(await initiate(names(2, 'Peter Roth')));
    expect(shortly(await app.send({ method: 'DELETE', path: cancelled }))).toBe('202 CANC');
    const expired = pathIn(await initiate(names(2, 'Peter Roth')));
    app.identity.clock.advance({ minutes: 31 });
    expect([await app.statusOf(expired), shortly(await confirm(expired))]).toEqual([
      'RJCT',
      '409 STATUS_INVALID',
    ]);
  });

  test('gets a part of a long list, and how many there are', async () => {
    const response = await bulks.initiate(payer, {
      headers: requested,
      body: bulkFrom(
        payer.iban,
        Array.from({ length: 150 }, () =>
          entryOf('1.00', { creditorAccount: { iban: 'DE02100100109307118603' } }),
        ),
      ),
    });
    const path = pathIn(response);
    await verifyAll();
    const read = await statusOf(path);
    expect(listAt(read.body, 'originalTransactionInformationAndVopStatus')).toHaveLength(100);
    expect(at(read.body, 'tppMessages', 0, 'text')).toMatch(/^100 of 150 payees/);
  });
});

describe('a long bulk', limit, () => {
  const long = async (name = 'Anna Schmidt') => {
    const response = await initiate([...names(249), name]);
    expect([shortly(response), linksIn(response), doubtsIn(response)]).toEqual([
      '201 RVNC',
      ['self', 'status'],
      undefined,
    ]);
    return pathIn(response);
  };

  test.each([
    ['RCVC', 'Anna Schmidt', ['startAuthorisation', 'self', 'status']],
    ['RVCM', 'Peter Roth', ['creditorNameConfirmation', 'self', 'status']],
  ])('is verified by the worker in chunks: %s (verifyBulkPayees)', async (status, name, links) => {
    const path = await long(name);
    expect(shortly(await app.send({ method: 'POST', path: `${path}/authorisations` }))).toBe(
      '409 STATUS_INVALID',
    );
    expect(shortly(await confirm(path))).toBe('409 STATUS_INVALID');
    expect(await verifyBulkPayees(app.context())).toBe(1);
    expect(await app.statusOf(path)).toBe('RVNC');
    expect(await verifyAll()).toBe(2);
    const read = await statusOf(path);
    expect([shortly(read), linksIn(read)]).toEqual([`200 ${status}`, links]);
  });

  test('is taken up by another worker where one has died, and each chunk has one result', async () => {
    const path = await long('Peter Roth');
    await verifyBulkPayees(app.context());
    // A worker has leased it and dies.
    await app.identity.database.query(
      `update payments.bulk_check set due_at = $1::timestamptz, is_taken = true`,
      [app.identity.clock.now().add({ seconds: 35 }).toString()],
    );
    expect(await verifyBulkPayees(app.context())).toBe(0);
    app.identity.clock.advance({ seconds: 36 });
    await Promise.all([verifyAll(), verifyAll()]);
    await verifyAll();
    const rows = await app.identity.database.query(
      'select chunk_no from payments.bulk_check_chunk where payment_id = $1 order by 1',
      [idOf(path)],
    );
    expect(rows).toEqual([{ chunk_no: 0 }, { chunk_no: 1 }, { chunk_no: 2 }]);
    expect(doubtsIn(await statusOf(path))).toEqual([['NMTC', undefined]]);
  });

  test('takes results until half of its life is over; payees who are open then could not be checked', async () => {
    const path = await long();
    await verifyBulkPayees(app.context());
    app.identity.clock.advance({ minutes: 10 });
    await verifyAll();
    expect(listAt((await statusOf(path)).body, 'originalTransactionInformationAndVopStatus')).toHaveLength(
      100,
    );
    expect(await steps.auditOf(path)).toContain('"before":"RVNC","after":"RVCM"');
    expect(shortly(await confirm(path))).toBe('200 RCVC');
    expect(await steps.auditOf(path)).toContain('"after":"NOAP 150, MTCH 100"');
  });

  test('that is cancelled or whose time is over is verified no further', async () => {
    const cancelled = await long();
    expect(shortly(await app.send({ method: 'DELETE', path: cancelled }))).toBe('202 CANC');
    const expired = await long();
    app.identity.clock.advance({ minutes: 31 });
    expect(await app.statusOf(expired)).toBe('RJCT');
    await verifyAll();
    expect(await app.identity.database.query('select 1 from payments.bulk_check')).toEqual([]);
    expect(await app.statusOf(cancelled)).toBe('CANC');
  });

  test('takes turns with the others of its third party', async () => {
    const [first, second] = [await long(), await long()];
    for (let turn = 0; turn < 2; turn += 1) {
      app.identity.clock.advance({ seconds: 1 });
      expect(await verifyBulkPayees(app.context())).toBe(1);
    }
    const rows = await app.identity.database.query<{ chunks: number }>(
      `select count(*)::int as chunks from payments.bulk_check_chunk where payment_id = any ($1)
        group by payment_id`,
      [[idOf(first), idOf(second)]],
    );
    expect(rows).toEqual([{ chunks: 1 }, { chunks: 1 }]);
    await verifyAll();
    expect([await app.statusOf(first), await app.statusOf(second)]).toEqual(['RCVC', 'RCVC']);
  });
});

describe('results that are not there in time', limit, () => {
  test('are recorded by the process that answered the initiation', async () => {
    const bank = slowBank();
    app.choose({ payees: { ...usual, inlineWaitMs: 10 } });
    app.useBanks({ NL: bank.verifier });
    const body = bulkFrom(payer.iban, [toAnna('Jan Jansen', foreignIban), toAnna('Jan Jansen', foreignIban)]);
    const response = await bulks.initiate(payer, { body, headers: requested });
    expect(shortly(response)).toBe('201 RVNC');
    const path = pathIn(response);
    expect(await verifyBulkPayees(app.context())).toBe(0);
    bank.answer({ code: 'CMTC', matchedName: 'J. Jansen BV' });
    await expect.poll(() => app.statusOf(path)).toBe('RVCM');
    expect(doubtsIn(await statusOf(path))).toEqual([
      ['CMTC', 'J. Jansen BV'],
      ['CMTC', 'J. Jansen BV'],
    ]);
    expect(await verifyBulkPayees(app.context())).toBe(0);
  });

  test('are asked for again by a worker if that process has ended', async () => {
    app.choose({ payees: { ...usual, inlineWaitMs: 10 } });
    app.useBanks({ NL: slowBank().verifier });
    const body = bulkFrom(payer.iban, [toAnna('Jan Jansen', foreignIban), toAnna('Anna Schmidt')]);
    const path = pathIn(await bulks.initiate(payer, { body, headers: requested }));
    app.useBanks({});
    app.identity.clock.advance({ seconds: 36 });
    expect(await verifyAll()).toBe(1);
    expect(doubtsIn(await statusOf(path))).toEqual([['NOAP', undefined]]);
  });
});

test(
  'other products are not checked, nor any where the bank does not integrate it or leaves it out',
  limit,
  async () => {
    const unchecked = await bulks.initiate(payer, {
      path: '/v1/bulk-payments/target-2-payments',
      headers: requested,
    });
    expect([shortly(unchecked), unchecked.headers['aspsp-vop-supported']]).toEqual(['201 RCVD', 'false']);
    app.choose({ payees: { ...usual, isIntegrated: false } });
    const without = await initiate(names(2, 'Peter Roth'));
    expect([shortly(without), without.headers['aspsp-vop-supported']]).toEqual(['201 RCVD', 'false']);
    app.choose({ payees: { ...usual, whenNotRequested: 'off' } });
    expect(await steps.auditOf(pathIn(await initiate(names(2, 'Peter Roth'), {})))).not.toContain(
      'payee-check',
    );
  },
);

describe('the report about a bulk whose payees did not match', limit, () => {
  const reported = async (version: '03' | '09', entryCount: number): Promise<string> => {
    const amounts = Array.from({ length: entryCount }, () => '1.00');
    const response = await bulks.initiate(payer, {
      path: '/v1/bulk-payments/pain.001-sepa-credit-transfers',
      headers: { ...requested, 'content-type': 'application/xml' },
      body: bulkDocument(app, payer.iban, version, { amounts, blocks: 2 }),
    });
    const headers = { accept: 'application/xml' };
    return (await app.send({ method: 'GET', path: `${pathIn(response)}/status`, headers })).text;
  };

  test('has the number of each status and the given names; only version 10 has them', async () => {
    const report = await reported('09', 2);
    for (const part of [
      '<GrpSts>RVCM</GrpSts><NbOfTxsPerSts><DtldNbOfTxs>4</DtldNbOfTxs><DtldSts>RVNA</DtldSts></NbOfTxsPerSts>',
      '<OrgnlPmtInfId>P-2</OrgnlPmtInfId>',
      '<PmtInfSts>RVCM</PmtInfSts>',
      '<OrgnlEndToEndId>E-2-2</OrgnlEndToEndId>',
      '<TxSts>RVNA</TxSts><OrgnlTxRef><Cdtr><Pty><Nm>Acme GmbH</Nm></Pty></Cdtr></OrgnlTxRef>',
    ])
      expect(report).toContain(part);
    const older = await reported('03', 2);
    expect(older).toContain('<GrpSts>PDNG</GrpSts>');
    expect(older).not.toMatch(/RVNA|Acme|<TxInfAndSts>/u);
  });

  test('says PDNG while payees are verified', async () => {
    expect(await reported('09', 60)).toMatch(/<GrpSts>PDNG<.*<PmtInfSts>PDNG</u);
    await verifyAll();
  });
});

describe('names are not learned by bulks', limit, () => {
  test('ten names for an account are compared, also over several bulks', async () => {
    const { iban } = await steps.payee({ given: 'Clara', surname: 'Winter' });
    const guesses = (from: number, count: number) =>
      bulkFrom(
        payer.iban,
        Array.from({ length: count }, (_, at) => toAnna(`Xqxq${from + at} Zzzz${from + at}`, iban)),
      );
    const first = await bulks.initiate(payer, { headers: requested, body: guesses(0, 8) });
    expect(doubtsIn(first)).toEqual(Array.from({ length: 8 }, () => ['NMTC', undefined]));
    const second = await bulks.initiate(payer, { headers: requested, body: guesses(8, 8) });
    expect(doubtsIn(second)).toEqual([
      ...Array.from({ length: 2 }, () => ['NMTC', undefined]),
      ...Array.from({ length: 6 }, () => ['NOAP', undefined]),
    ]);
    const asked = await app.send({
      method: 'POST',
      path: '/v1/payee-verifications',
      body: { partyAccount: { iban }, party: { name: 'Clara Wintre' } },
    });
    expect(asked.status).toBe(429);
  });

  test('a hundred close matches are returned in an hour; one payee in many transfers is one', async () => {
    const payees = await Promise.all(Array.from({ length: 120 }, () => steps.payee()));
    const close = payees.flatMap(({ iban }) => [toAnna('Anna Schmitt', iban), toAnna('Anna Schmitt', iban)]);
    const path = pathIn(
      await bulks.initiate(payer, { headers: requested, body: bulkFrom(payer.iban, close) }),
    );
    await verifyAll();
    await confirm(path);
    const audit = await steps.auditOf(path);
    expect(audit).toContain('"after":"CMTC 200, NOAP 40"');
    app.identity.clock.advance({ minutes: 61 });
    expect(doubtsIn(await initiate(['Anna Schmitt']))).toEqual([['CMTC', 'Anna Schmidt']]);
  });
});
