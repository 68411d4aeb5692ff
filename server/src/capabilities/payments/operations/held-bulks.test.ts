import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { type BulkSteps, bulkFrom, bulkSteps, entryOf } from '../testing/bulk-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { submitDueBulks } from './submit-due-bulks.ts';

let app: PaymentsTestApp;
let steps: BulkSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = bulkSteps(app);
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.useCore(app.core.core);
});

const limit = { timeout: 120_000 };
const instant = { path: '/v1/bulk-payments/instant-sepa-credit-transfers' };

/** A bulk of which the core has the first chunk. */
async function begun(payer: TestPayer, count: number, more = {}): Promise<string> {
  const path = await steps.approved(payer, count, more);
  await submitDueBulks(app.context());
  expect(await steps.statusOf(path)).toBe('ACSP');
  return path;
}

describe('a restriction that is set between two chunks', limit, () => {
  test('holds the rest, which goes on when the restriction is over', async () => {
    const payer = await app.payer();
    const path = await begun(payer, 130);
    const expiresAt = app.identity.clock.now().add({ minutes: 30 });
    await app.restrict(payer, { kind: 'payment-block', expiresAt });
    await steps.work();
    expect(await steps.entriesOf(path)).toEqual(['100 ACSP']);
    expect(await steps.statusOf(path)).toBe('ACSP');
    app.identity.clock.advance({ minutes: 31 });
    await steps.work();
    expect(await steps.entriesOf(path)).toEqual(['130 ACSP']);
  });

  test('and lasts until the end of the day rejects the rest; what the core has is executed', async () => {
    const payer = await app.payer();
    const path = await begun(payer, 230);
    await app.restrict(payer, { kind: 'payment-block' });
    await steps.work();
    app.identity.clock.advance({ hours: 15 });
    await steps.work();
    expect(await steps.entriesOf(path)).toEqual(['100 ACSP', '130 RJCT MS03']);
    await steps.settle();
    expect(await steps.statusOf(path)).toBe('PART');
    expect(await steps.paid(payer)).toHaveLength(100);
  });

  test('holds the chunk with a transfer that it concerns, not the ones before', async () => {
    const payer = await app.payer();
    const abroad = entryOf('1.00', { creditorAccount: { iban: 'NL91ABNA0417164300' } });
    const home = Array.from({ length: 209 }, () => entryOf('1.00'));
    const path = await begun(payer, 0, { body: bulkFrom(payer.iban, [...home, abroad]) });
    await app.restrict(payer, { kind: 'foreign-payment-block' });
    await steps.work();
    expect(await steps.entriesOf(path)).toEqual(['200 ACSP']);
  });

  test('rejects the rest of an instant bulk at once', async () => {
    const payer = await app.payer();
    const path = await begun(payer, 130, instant);
    await app.restrict(payer, { kind: 'payment-block' });
    await steps.work();
    expect(await steps.entriesOf(path)).toContain('30 RJCT MS03');
    await steps.settle();
    expect([await steps.statusOf(path), await steps.entriesOf(path)]).toEqual([
      'PART',
      ['100 ACCC', '30 RJCT MS03'],
    ]);
  });

  test('right after the release leaves nothing to execute: the bulk is rejected as a whole', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer, 3);
    const { core } = app.core;
    let asked = 0;
    // The account is asked for before the release, and again before the first chunk.
    app.useCore({
      ...core,
      async findAccounts(references) {
        asked += 1;
        if (asked === 2) await app.restrict(payer, { kind: 'payment-block' });
        return core.findAccounts(references);
      },
    });
    await steps.work();
    expect(await steps.statusOf(path)).toBe('ACSP');
    app.identity.clock.advance({ hours: 15 });
    await steps.work();
    expect([await steps.statusOf(path), await steps.paid(payer)]).toEqual(['RJCT', []]);
  });
});

describe('a transfer of an instant bulk that the core does not take over', limit, () => {
  const away = async (): Promise<never> => {
    throw new CoreFailure('not-sent', 'connection refused');
  };

  /** The core takes over the first transfer only. */
  async function halfSubmitted(payer: TestPayer): Promise<string> {
    const path = await steps.approved(payer, 0, { ...instant, body: bulkFrom(payer.iban) });
    const { core } = app.core;
    app.useCore({
      ...core,
      submit: (instruction) => (instruction.amount.minor === 725n ? away() : core.submit(instruction)),
    });
    await steps.work();
    expect(await steps.entriesOf(path)).toContain('1 ACTC');
    return path;
  }

  test('is submitted again within ten seconds', async () => {
    const payer = await app.payer();
    const path = await halfSubmitted(payer);
    app.useCore(app.core.core);
    app.identity.clock.advance({ seconds: 5 });
    await steps.work();
    await steps.settle();
    expect([await steps.statusOf(path), await steps.paid(payer)]).toEqual(['ACCC', [725n, 1_250n]]);
  });

  test('is held back there after ten seconds, and rejected', async () => {
    const payer = await app.payer();
    const path = await halfSubmitted(payer);
    app.useCore({ ...app.core.core, cancel: away });
    app.identity.clock.advance({ seconds: 11 });
    await steps.work();
    expect(await steps.entriesOf(path)).toContain('1 ACTC');
    app.useCore(app.core.core);
    app.identity.clock.advance({ seconds: 60 });
    await steps.work();
    await steps.settle();
    expect(await steps.entriesOf(path)).toEqual(['1 ACCC', '1 RJCT TM01']);
    expect([await steps.statusOf(path), await steps.paid(payer)]).toEqual(['PART', [1_250n]]);
  });

  test('and waited for its chunk has ten seconds from then on', async () => {
    const payer = await app.payer();
    const path = await begun(payer, 130, instant);
    app.identity.clock.advance({ seconds: 60 });
    await steps.work();
    await steps.settle();
    expect(await steps.entriesOf(path)).toEqual(['130 ACCC']);
  });
});
