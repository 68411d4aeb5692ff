import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { germanIban } from '#platform/testing/german-iban.ts';
import { type BulkSteps, bulkFrom, bulkSteps, entryOf } from '../testing/bulk-steps.suite.ts';
import { type PayeeSteps, payeeSteps, requested } from '../testing/payee-steps.suite.ts';
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
beforeAll(async () => {
  app = await createPaymentsTestApp();
  bulks = bulkSteps(app);
  steps = payeeSteps(app);
  payer = await app.payer({ cents: 10_000_000n });
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());

const count = 10_000;
/** The goal is 50; a run of the checks shares the machine, and this process has the tests beside the product. */
const stallMsGuard = 250;
const everyMs = 5;

/** Returns the processor time of the main thread so far: other load on the machine does not change it. */
function processorMs(): number {
  const [nanoseconds = '0'] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** Measures the longest work between two turns of a timer, for which the event loop stalls. */
async function longestStallMs(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = processorMs();
  const timer = setInterval(() => {
    const now = processorMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, everyMs);
  await work();
  clearInterval(timer);
  return longest;
}

test('ten thousand payees are taken and verified without a stall, under the limits', {
  timeout: 600_000,
}, async () => {
  app.choose({ bulkEntriesMax: count });
  const [probed, paid] = [await steps.payee(), await steps.payee()];
  // Different names for one account, matches for another, and accounts that do not exist.
  const body = bulkFrom(
    payer.iban,
    Array.from({ length: count }, (_, at) => {
      if (at % 100 === 1)
        return entryOf('1.00', { creditorAccount: { iban: probed.iban }, creditorName: `Xq${at} Zz${at}` });
      if (at % 100 === 2)
        return entryOf('1.00', { creditorAccount: { iban: paid.iban }, creditorName: 'Anna Schmidt' });
      return entryOf('1.00', {
        creditorAccount: { iban: germanIban(900_000 + at) },
        creditorName: 'Jan Jansen',
      });
    }),
  );
  let path = '';
  const initiation = await longestStallMs(async () => {
    const response = await bulks.initiate(payer, { headers: requested, body });
    expect(shortly(response)).toBe('201 RVNC');
    path = pathIn(response);
  });
  const verification = await longestStallMs(async () => {
    while ((await verifyBulkPayees(app.context())) > 0) continue;
  });
  expect(await app.statusOf(path)).toBe('RVCM');
  await app.send({ method: 'PUT', path: `${path}/creditor-confirmation` });
  expect(await steps.auditOf(path)).toContain('"after":"NMTC 10, NOAP 9890, MTCH 100"');
  expect(Math.max(initiation, verification)).toBeLessThan(stallMsGuard);
});
