import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noCoreAccounts } from '#capabilities/authorization/index.ts';
import { type CoreBank, type CoreBanks, CoreFailure } from '#capabilities/core-banking/index.ts';
import type { CoreHarness } from '#capabilities/core-banking/testing/core-harness.suite.ts';
import { createMemoryCore } from '#capabilities/core-banking/testing/memory-core-bank.suite.ts';
import { mergeParties } from '#capabilities/party/index.ts';
import { createPartyTestApp, type PartyTestApp } from '#capabilities/party/testing/party-test-app.suite.ts';
import { coreAccounts, coreHoldings } from './core-accounts.ts';

let parties: PartyTestApp;
beforeAll(async () => {
  parties = await createPartyTestApp();
});
afterAll(() => parties[Symbol.asyncDispose]());

const iban = 'DE89370400440532013000';
const named = { scheme: 'iban', id: iban } as const;
let bank: CoreHarness;
beforeEach(() => {
  bank = createMemoryCore();
});

/** Bank 01 has a core, bank 02 has none. */
function cores(core: CoreBank = bank.core): CoreBanks {
  return { find: (bankId) => (bankId === '01' ? core : undefined), close: async () => undefined };
}

function accounts(core?: CoreBank): ReturnType<typeof coreAccounts> {
  return coreAccounts({ cores: cores(core), database: parties.database.app }, noCoreAccounts);
}

test('rules name an account by its IBAN, or by the id of the core', async () => {
  await bank.openAccount({ owner: '1001', iban, coHolders: ['1002'], signingMode: 'all' });
  const other = await bank.openAccount({ owner: '1001', bban: '4711' });
  const found = await accounts().find('01', [named, { scheme: 'bban', id: '4711' }]);
  expect([...found]).toEqual([
    [iban, { accountId: iban, owner: '1001', joint: { holders: ['1001', '1002'], signingMode: 'all' } }],
    ['bban:4711', { accountId: other, owner: '1001', joint: undefined }],
  ]);
});

test('with a core an unknown debtor is refused; without one an account is its IBAN', async () => {
  expect(accounts().unknownDebtors('01')).toBe('refused');
  expect(accounts().unknownDebtors('02')).toBe('iban-only');
  expect(await accounts().find('02', [named])).toEqual(new Map());
  expect(await accounts().jointHoldingsOf('02', '1001')).toEqual([]);
  expect(await accounts().midRates('02')).toEqual([]);
});

test('joint holdings and rates are those of the core', async () => {
  await bank.openAccount({ owner: '1001', coHolders: ['1002'] });
  await bank.setRate('USD', 'EUR', 9n, 10n);
  expect(await accounts().jointHoldingsOf('01', '1002')).toEqual([
    { holders: ['1001', '1002'], owner: '1001', signingMode: 'any' },
  ]);
  expect(await accounts().midRates('01')).toEqual([
    { from: 'USD', to: 'EUR', numerator: 9n, denominator: 10n },
  ]);
});

test('numbers of merged customers are those of the surviving record', async () => {
  const [merged, survivor] = [await parties.organization(), await parties.organization()];
  await bank.openAccount({ owner: merged, iban, coHolders: ['1002'] });
  await mergeParties(parties.context(), { partyNumber: merged, survivorPartyNumber: survivor });
  const found = await accounts().find('01', [named]);
  expect(found.get(iban)).toMatchObject({ owner: survivor, joint: { holders: [survivor, '1002'] } });
  expect(await accounts().jointHoldingsOf('01', survivor)).toMatchObject([{ owner: survivor }]);
  const holdings = coreHoldings({ cores: cores(), database: parties.database.app });
  expect(await holdings.holds('01', survivor, iban)).toBe(true);
});

test('a core that is away is a 503, and nothing else', async () => {
  const away = async (): Promise<never> => {
    throw new CoreFailure('not-sent', 'away');
  };
  const core: CoreBank = { ...bank.core, findAccounts: away, jointHoldingsOf: away, accountsOf: away };
  const unavailable = { literal: 'service-unavailable' };
  await expect(accounts(core).find('01', [named])).rejects.toMatchObject(unavailable);
  await expect(accounts(core).jointHoldingsOf('01', '1001')).rejects.toMatchObject(unavailable);
  const holdings = coreHoldings({ cores: cores(core), database: parties.database.app });
  await expect(holdings.holds('01', '1001', iban)).rejects.toMatchObject(unavailable);
});

test('a customer holds own and joint accounts and cards, by IBAN or id', async () => {
  await bank.openAccount({ owner: '1002', iban, coHolders: ['1001'] });
  const card = await bank.openAccount({ owner: '1001', kind: 'card' });
  const holdings = coreHoldings({ cores: cores(), database: parties.database.app });
  expect(await holdings.holds('01', '1001', iban)).toBe(true);
  expect(await holdings.holds('01', '1001', card)).toBe(true);
  expect(await holdings.holds('01', '1003', iban)).toBe(false);
  expect(await holdings.holds('01', '1001', randomUUID())).toBe(false);
  expect(await holdings.holds('02', '1001', iban)).toBe(false);
});
