import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CoreBank, CoreFailure } from '#capabilities/core-banking/index.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import { createStatementsTestApp, type StatementsTestApp } from '../testing/statements-test-app.suite.ts';
import { cleanUpStatements } from './clean-up-statements.ts';
import { openStatements } from './open-statements.ts';
import { sendStatements } from './send-statements.ts';

vi.setConfig({ testTimeout: 60_000 });

let app: StatementsTestApp;
beforeAll(async () => {
  app = await createStatementsTestApp();
  await app.publishTemplate();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.rendered.length = 0;
  app.chooseStatements({});
  app.useCore(app.core.core);
  app.usePdf(undefined);
});

const dataOf = (iban: string): unknown =>
  app.rendered.map(({ data }) => data).find((data) => at(data, 'account', 'iban') === iban);

async function receive(accountId: string, minor: number): Promise<void> {
  app.core.clock.set(app.identity.clock.now().toString());
  await app.core.receive(accountId, { minor: BigInt(minor), currency: 'EUR' });
}

/** A core that is away for everything, or for some questions. */
function away(...questions: readonly (keyof CoreBank)[]): CoreBank {
  const fail = async (): Promise<never> => {
    throw new CoreFailure('not-sent', 'the core is away');
  };
  const failing = Object.fromEntries(questions.map((name) => [name, fail]));
  return { ...app.core.core, ...failing };
}

describe('a customer', () => {
  test('gets a statement of each account and month, with the entries between two balances', async () => {
    const holder = await app.holder();
    await receive(holder.accountId, 10_000);
    app.toIssueDay();
    await receive(holder.accountId, 250);
    await receive(holder.accountId, 300);
    const month = app.toIssueDay();
    await receive(holder.accountId, 7);
    await app.make();
    expect(await app.statementsOf(holder.customerNumber)).toEqual([{ accountId: holder.iban, files: 1 }]);
    const data = dataOf(holder.iban);
    expect(['opening', 'incoming', 'outgoing', 'closing'].map((name) => at(data, name, 'amount'))).toEqual([
      '100.00',
      '5.50',
      '0.00',
      '105.50',
    ]);
    expect(listAt(data, 'transactions').map((entry) => at(entry, 'balance', 'amount'))).toEqual([
      '102.50',
      '105.50',
    ]);
    expect([at(data, 'from'), at(data, 'number')]).toEqual([`${month}-01`, month.replace('-', '/')]);
    expect(at(data, 'holder', 'name')).toBe('Maria Schmidt');
  });

  test('gets it once, by two workers that run at the same time and again', async () => {
    const holder = await app.holder();
    app.toIssueDay();
    const context = app.statementContext();
    await Promise.all([app.make(), app.make()]);
    await openStatements(context);
    await Promise.all([sendStatements(context), sendStatements(context)]);
    await app.make();
    expect(await app.statementsOf(holder.customerNumber)).toHaveLength(1);
    expect(await app.outcomesOf(holder.accountId)).toEqual(['sent']);
  });

  test('gets one for each currency of an account', async () => {
    const { customerNumber } = await app.customer();
    const { accountId } = await app.openAccount({ owner: customerNumber, currencies: ['EUR', 'USD'] });
    app.toIssueDay();
    await app.make();
    expect(await app.statementsOf(customerNumber)).toHaveLength(2);
    expect(await app.outcomesOf(accountId)).toEqual(['sent', 'sent']);
    const currencies = app.rendered
      .filter(({ data }) => at(data, 'holder', 'name') === 'Maria Schmidt')
      .map(({ data }) => at(data, 'account', 'currency'));
    expect(currencies).toContain('USD');
  });

  test('gets none of a month before the account was opened, nor of one that was closed and had no entries', async () => {
    const holder = await app.holder();
    app.toIssueDay();
    const later = await app.holder();
    await app.core.changeStatus(holder.accountId, 'closed');
    // Today is a day of the month after the one whose statements are made.
    await app.make();
    expect(await app.outcomesOf(holder.accountId)).toEqual(['unused']);
    expect(await app.outcomesOf(later.accountId)).toEqual([]);
    expect(await app.statementsOf(holder.customerNumber)).toEqual([]);
  });

  test('gets none while the bank sends none, and then those of the newest month alone', async () => {
    const holder = await app.holder();
    app.chooseStatements({ areStatementsSent: false });
    app.toIssueDay();
    await app.make();
    app.toIssueDay();
    await app.make();
    expect(await app.outcomesOf(holder.accountId)).toEqual([]);
    app.chooseStatements({});
    await app.make();
    expect(await app.outcomesOf(holder.accountId)).toEqual(['sent']);
  });
});

describe('the owner', () => {
  test('that was merged into another party gets the statement there', async () => {
    const [holder, survivor] = [await app.holder(), await app.customer()];
    app.toIssueDay();
    await app.parties.merge(holder.customerNumber, survivor.customerNumber);
    await app.make();
    expect(await app.outcomesOf(holder.accountId)).toEqual(['sent']);
    expect(await app.statementsOf(survivor.customerNumber)).toEqual([{ accountId: holder.iban, files: 1 }]);
  });

  test('that died gets none; the joint holder of an account does', async () => {
    const [holder, partner] = [await app.holder(), await app.customer()];
    const joint = await app.openAccount({
      owner: holder.customerNumber,
      coHolders: [partner.customerNumber],
    });
    await app.parties.reportDeath(holder.customerNumber);
    app.toIssueDay();
    await app.make();
    expect(await app.outcomesOf(holder.accountId)).toEqual(['unreachable']);
    expect(await app.statementsOf(holder.customerNumber)).toEqual([]);
    expect(await app.statementsOf(partner.customerNumber)).toEqual([{ accountId: joint.iban, files: 1 }]);
  });

  test('that is erased after the month was opened gets none, and is not kept', async () => {
    const holder = await app.holder();
    app.toIssueDay();
    const context = app.statementContext();
    while ((await openStatements(context)) > 0);
    await app.parties.erase(holder.customerNumber);
    await app.make();
    expect(await app.outcomesOf(holder.accountId)).toEqual(['unreachable']);
    const kept = await app.identity.database.query(
      'select from accounts.statement where owner is not null',
      [],
    );
    expect(kept).toEqual([]);
  });
});

describe('a month', () => {
  test('is delayed while the core is away, and not lost', async () => {
    const holder = await app.holder();
    app.toIssueDay();
    app.useCore(away('accountsOf'));
    await app.make();
    expect(await app.outcomesOf(holder.accountId)).toEqual([]);
    app.identity.clock.advance({ minutes: 2 });
    app.useCore(away('transactionsOf'));
    await app.make();
    expect(await app.outcomesOf(holder.accountId)).toEqual([null]);
    app.identity.clock.advance({ minutes: 10 });
    app.useCore(app.core.core);
    await app.make();
    expect(await app.statementsOf(holder.customerNumber)).toHaveLength(1);
  });

  test('is made up for when the worker was away for longer', async () => {
    const holder = await app.holder();
    app.toIssueDay();
    app.toIssueDay();
    app.identity.clock.advance({ hours: 24 * 40 });
    await app.make();
    expect(await app.outcomesOf(holder.accountId)).toEqual(['sent', 'sent', 'sent']);
    expect(await app.statementsOf(holder.customerNumber)).toHaveLength(3);
  });

  test('goes on where a worker died: with the next customers, and with a statement under its lease', async () => {
    const holder = await app.holder();
    app.toIssueDay();
    const context = app.statementContext();
    // Both died right after they had leased their work.
    await app.identity.database.query(
      `update accounts.statement_run set due_at = $1::timestamptz + interval '2 minutes'`,
      [app.identity.clock.now().toString()],
    );
    expect(await openStatements(context)).toBe(0);
    app.identity.clock.advance({ minutes: 2 });
    while ((await openStatements(context)) > 0);
    await app.identity.database.query(
      `update accounts.statement set due_at = $1::timestamptz + interval '10 minutes' where outcome is null`,
      [app.identity.clock.now().toString()],
    );
    expect(await sendStatements(context)).toBe(0);
    app.identity.clock.advance({ minutes: 10 });
    await app.make();
    expect(await app.statementsOf(holder.customerNumber)).toHaveLength(1);
  });
});

describe('a statement', () => {
  test('that cannot be rendered is set aside, and delays no other', async () => {
    const [faulty, other] = [await app.holder(), await app.holder()];
    app.toIssueDay();
    app.usePdf(async ({ data }) =>
      at(data, 'account', 'iban') === faulty.iban
        ? { kind: 'over-limit', limit: 'time' }
        : { kind: 'done', product: Buffer.from('%PDF-1.7') },
    );
    await app.make();
    expect(await app.outcomesOf(faulty.accountId)).toEqual([null]);
    expect(await app.statementsOf(other.customerNumber)).toHaveLength(1);
    app.usePdf(undefined);
    app.identity.clock.advance({ hours: 1 });
    await app.make();
    expect(await app.statementsOf(faulty.customerNumber)).toHaveLength(1);
  });

  test('waits while the renderer is busy', async () => {
    const holder = await app.holder();
    app.toIssueDay();
    app.usePdf(async () => ({ kind: 'busy' }));
    await app.make();
    expect(await app.outcomesOf(holder.accountId)).toEqual([null]);
    const aside = await app.identity.database.query(
      `select from platform.set_aside_row where job = 'send-statements'`,
      [],
    );
    expect(aside).toEqual([]);
    app.usePdf(undefined);
    app.identity.clock.advance({ hours: 1 });
    await app.make();
    expect(await app.statementsOf(holder.customerNumber)).toHaveLength(1);
  });

  test('is forgotten after a year, when its message is kept longer', async () => {
    const holder = await app.holder();
    app.toIssueDay();
    await app.make();
    expect(await app.outcomesOf(holder.accountId)).toEqual(['sent']);
    app.identity.clock.advance({ hours: 24 * 430 });
    await cleanUpStatements(app.statementContext());
    expect(await app.outcomesOf(holder.accountId)).toEqual([]);
    expect(await app.statementsOf(holder.customerNumber)).toHaveLength(1);
  });
});
