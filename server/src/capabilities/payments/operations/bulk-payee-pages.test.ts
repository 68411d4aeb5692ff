import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApprovalView } from '#capabilities/sca/index.ts';
import { Unsealable } from '#platform/crypto/envelope.ts';
import { at } from '#platform/testing/json-at.ts';
import { openApprovalPage, redirected } from '../testing/approval-page.suite.ts';
import { type BulkSteps, bulkFrom, bulkSteps, entryOf } from '../testing/bulk-steps.suite.ts';
import { type PayeeSteps, payeeSteps, type TestPayee } from '../testing/payee-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';
import { verifyBulkPayees } from './verify-bulk-payees.ts';

let app: PaymentsTestApp;
let bulks: BulkSteps;
let steps: PayeeSteps;
let anna: TestPayee;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  bulks = bulkSteps(app);
  steps = payeeSteps(app);
  anna = await steps.payee();
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.identity.clock.advance({ hours: 2 });
});

const bulkTo = (payer: TestPayer, names: readonly string[]): object =>
  bulkFrom(
    payer.iban,
    names.map((creditorName) => entryOf('1.00', { creditorAccount: { iban: anna.iban }, creditorName })),
  );
const long = (name: string): readonly string[] => [
  ...Array.from({ length: 149 }, () => 'Anna Schmidt'),
  name,
];
const verifyAll = async (): Promise<void> => {
  while ((await verifyBulkPayees(app.context())) > 0) continue;
};

/** Returns what the page shows of the payees: the counts, and the results that are listed first. */
function shownOn(view: ApprovalView): unknown {
  if (view.kind !== 'review' || view.order.kind !== 'bulk-payment') return view;
  const { payees } = view.order;
  const listed = view.listed?.transfers.slice(0, 3).map(({ payeeCheck }) => payeeCheck?.outcome);
  return [payees?.kind === 'checked' ? payees.counts : payees?.kind, listed];
}

test('the page shows how many payees have each result, the others first, and the payer approves them', async () => {
  const payer = await app.payer();
  const body = bulkTo(payer, ['Anna Schmidt', 'Anna Schmitt', 'Anna Schmidt', 'Peter Roth']);
  const initiated = await bulks.initiate(payer, { body, headers: redirected });
  const page = await openApprovalPage(app, initiated, payer);
  expect(shownOn(await page.view())).toEqual([
    { 'no-match': 1, 'close-match': 1, 'not-possible': 0, match: 2 },
    ['no-match', 'close-match', 'match'],
  ]);
  await page.enterCode();
  expect(await app.statusOf(pathIn(initiated))).toBe('ACTC');
  await bulks.work();
  expect(await app.statusOf(pathIn(initiated))).toBe('ACSC');
});

test('results that come after the page was shown void the code; the page shows them and asks again', async () => {
  const payer = await app.payer();
  const initiated = await bulks.initiate(payer, {
    body: bulkTo(payer, long('Peter Roth')),
    headers: redirected,
  });
  const page = await openApprovalPage(app, initiated, payer);
  expect(shownOn(await page.view())).toEqual(['running', [undefined, undefined, undefined]]);
  await verifyAll();
  await page.enterCode();
  const shown = await page.view();
  expect([await app.statusOf(pathIn(initiated)), shown]).toMatchObject([
    'RCVD',
    { kind: 'method', error: { kind: 'order-changed' } },
  ]);
  app.identity.clock.advance({ minutes: 2 });
  const methods = shown.kind === 'method' ? shown.methods : [];
  await page.submit({ do: 'method', methodId: methods[0]?.methodId ?? '' });
  expect(shownOn(await page.view())).toEqual([
    { 'no-match': 1, 'close-match': 0, 'not-possible': 0, match: 149 },
    ['no-match', 'match', 'match'],
  ]);
  await page.enterCode();
  expect(await app.statusOf(pathIn(initiated))).toBe('ACTC');
  await bulks.work();
  expect(await app.statusOf(pathIn(initiated))).toBe('ACSC');
});

test('results that come after a signature change nothing: the others sign what the first one saw', async () => {
  const [payer, second] = [await app.payer(), await app.customer()];
  await requireTwoSigners(app, payer, second, undefined, 'bulk-payment');
  const path = pathIn(await bulks.initiate(payer, { body: bulkTo(payer, long('Peter Roth')) }));
  expect(await app.approve(path, payer)).toBe('finalised');
  expect(await app.statusOf(path)).toBe('PATC');
  await verifyAll();
  expect(await app.identity.database.query('select 1 from payments.bulk_check')).toEqual([]);
  expect(await app.approve(path, second)).toBe('finalised');
  expect(await app.statusOf(path)).toBe('ACTC');
});

test('a third party that shows the forms of the bank tells the counts after the password', async () => {
  const payer = await app.payer();
  const start = async (names: readonly string[]): Promise<unknown> => {
    const path = pathIn(await bulks.initiate(payer, { body: bulkTo(payer, names) }));
    app.identity.clock.advance({ minutes: 2 });
    const started = await app.send({
      method: 'POST',
      path: `${path}/authorisations`,
      headers: { 'psu-id': payer.username, 'psu-accept-language': 'en' },
      body: { psuData: { password: payer.password } },
    });
    return at(started.body, 'psuMessage');
  };
  expect(await start(['Anna Schmidt', 'Peter Roth'])).toMatch(
    /^Names that do not match the account: 1\. .*almost right: 0\. .*compared: 0\. If you continue/u,
  );
  expect(await start(long('Anna Schmidt'))).toMatch(/^The names of the payees are still being compared/u);
  expect(await start(['Anna Schmidt'])).toMatch(/^Enter the security code/u);
});

test('results or transfers that were exchanged in the database are not shown', async () => {
  const payer = await app.payer();
  const first = await bulks.initiate(payer, {
    body: bulkTo(payer, ['Peter Roth', 'Anna Schmidt']),
    headers: redirected,
  });
  const page = await openApprovalPage(app, first, payer);
  await app.identity.database.query(
    `update payments.bulk_check_chunk set sealed_results = set_byte(sealed_results, 40, 255 - get_byte(sealed_results, 40))
      where payment_id = $1`,
    [pathIn(first).split('/').at(-1)],
  );
  await expect(page.view()).rejects.toBeInstanceOf(Unsealable);
});
