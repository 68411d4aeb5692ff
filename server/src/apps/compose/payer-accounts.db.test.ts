import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CoreBank, type CoreBanks, CoreFailure } from '#capabilities/core-banking/index.ts';
import type { CoreHarness } from '#capabilities/core-banking/testing/core-harness.suite.ts';
import { createMemoryCore } from '#capabilities/core-banking/testing/memory-core-bank.suite.ts';
import { grantMandate, mergeParties } from '#capabilities/party/index.ts';
import { createPartyTestApp, type PartyTestApp } from '#capabilities/party/testing/party-test-app.suite.ts';
import type { PayerAccounts } from '#capabilities/payments/index.ts';
import { payerAccountsFrom } from './payer-accounts.ts';

let parties: PartyTestApp;
beforeAll(async () => {
  parties = await createPartyTestApp();
});
afterAll(() => parties[Symbol.asyncDispose]());

const debtor = { scheme: 'iban', id: 'DE89370400440532013000' } as const;
const creditor = { scheme: 'iban', id: 'DE02100100109307118603' } as const;
let bank: CoreHarness;
let questions: string[] = [];
beforeEach(() => {
  bank = createMemoryCore();
  questions = [];
});

/** Writes down what the core is asked. */
function payerAccounts(core: CoreBank = bank.core): PayerAccounts {
  const asked =
    <Parameters extends readonly unknown[], Answer>(name: string, ask: (...given: Parameters) => Answer) =>
    (...given: Parameters): Answer => {
      questions.push(name);
      return ask(...given);
    };
  const listening: CoreBank = {
    ...core,
    findAccounts: asked('findAccounts', core.findAccounts),
    accountsOf: asked('accountsOf', core.accountsOf),
    jointHoldingsOf: asked('jointHoldingsOf', core.jointHoldingsOf),
  };
  const cores: CoreBanks = {
    find: (bankId) => (bankId === '01' ? listening : undefined),
    close: async () => undefined,
  };
  const { clock, database } = parties;
  return payerAccountsFrom(
    { bankOf: () => ({ timeZone: 'Europe/Berlin' }), database: database.app, runtime: { clock } },
    cores,
  );
}

test('one question to the core says all about the accounts of an order', async () => {
  await bank.openAccount({ owner: '1001', iban: debtor.id, coHolders: ['1002'], signingMode: 'all' });
  await bank.openAccount({ owner: '1003', iban: creditor.id });
  const found = await payerAccounts().findForOrder('01', { debtor, creditor });
  expect(found.debtor).toMatchObject({ reference: debtor, owner: '1001', status: 'open' });
  expect([...found.known]).toEqual([
    [
      debtor.id,
      { accountId: debtor.id, owner: '1001', joint: { holders: ['1001', '1002'], signingMode: 'all' } },
    ],
    [creditor.id, { accountId: creditor.id, owner: '1003', joint: undefined }],
  ]);
  expect(questions).toEqual(['findAccounts']);
});

test('a creditor elsewhere is not among them; a debtor elsewhere ends it', async () => {
  await bank.openAccount({ owner: '1001', iban: debtor.id });
  const toOther = await payerAccounts().findForOrder('01', { debtor, creditor });
  expect([...toOther.known.keys()]).toEqual([debtor.id]);
  const fromOther = await payerAccounts().findForOrder('01', { debtor: creditor, creditor: debtor });
  expect(fromOther).toEqual({ debtor: undefined, known: new Map() });
});

test('owners and holders get the numbers of the surviving records, in a further step', async () => {
  const [merged, survivor] = [await parties.person(), await parties.person()];
  await bank.openAccount({ owner: merged, iban: debtor.id, coHolders: ['1002'] });
  await mergeParties(parties.context(), { partyNumber: merged, survivorPartyNumber: survivor });
  const port = payerAccounts();
  const found = await port.findForOrder('01', { debtor, creditor });
  expect(found.debtor?.owner).toBe(merged);
  const current = await port.withCurrentNumbers('01', found);
  expect(current.debtor).toEqual({ ...found.debtor, owner: survivor });
  expect([...current.known]).toEqual([
    [
      debtor.id,
      { accountId: debtor.id, owner: survivor, joint: { holders: [survivor, '1002'], signingMode: 'any' } },
    ],
  ]);
  expect(await port.withCurrentNumbers('01', current)).toBe(current);
});

test('accounts are offered by mandates for the kind of payment', async () => {
  const [owner, proxy] = [await parties.person(), await parties.person()];
  await bank.openAccount({ owner, iban: debtor.id });
  await grantMandate(parties.context(), {
    principal: owner,
    proxy,
    terms: { scope: ['periodic-payment'] },
    employeeId: 'e-1',
    reason: 'letter of the customer',
  });
  const offered = async (resourceKind: 'payment' | 'periodic-payment'): Promise<readonly string[]> => {
    const chooser = { userId: 'u-1', customerNumber: proxy, resourceKind };
    const accounts = await payerAccounts().listFor(parties.database.app.forBank('01'), '01', chooser);
    return accounts.map(({ reference }) => reference.id);
  };
  expect([await offered('payment'), await offered('periodic-payment')]).toEqual([[], [debtor.id]]);
});

test('a core that is away, and a bank without one, refuse with core-away', async () => {
  const findAccounts = async (): Promise<never> => {
    throw new CoreFailure('not-sent', 'away');
  };
  const away = payerAccounts({ ...bank.core, findAccounts });
  for (const bankId of ['01', '02'])
    await expect(away.findForOrder(bankId, { debtor, creditor })).rejects.toMatchObject({
      literal: 'core-away',
    });
});
