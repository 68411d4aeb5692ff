import { expect, test } from 'vitest';
import { accountKey, type KnownAccount, noCoreAccounts } from '#capabilities/authorization/index.ts';
import { accountPayeeFacts } from './payee-facts.ts';

const debtorAccount = { scheme: 'iban', id: 'DE40100100103307118608' } as const;
const creditorAccount = { scheme: 'iban', id: 'DE89370400440532013000' } as const;
const question = { bankId: '01', owner: '1001', debtorAccount, creditorAccount };
const single = (accountId: string, owner = '1001'): KnownAccount => ({ accountId, owner, joint: undefined });
const joint = { holders: ['1001', '1002'], signingMode: 'any' } as const;

async function isOwn(
  debtor: KnownAccount | undefined,
  creditor: KnownAccount | undefined,
  more: Partial<Parameters<ReturnType<typeof accountPayeeFacts>['isBetweenOwnAccounts']>[0]> = {},
): Promise<boolean | undefined> {
  const known = new Map<string, KnownAccount>();
  if (debtor !== undefined) known.set(accountKey(debtorAccount), debtor);
  if (creditor !== undefined) known.set(accountKey(creditorAccount), creditor);
  const facts = accountPayeeFacts({ ...noCoreAccounts, find: async () => known });
  return facts.isBetweenOwnAccounts({ ...question, ...more });
}

test('two accounts of one customer are own accounts', async () => {
  expect(await isOwn(single('a'), single('b'))).toBe(true);
});

test.each<[string, KnownAccount, KnownAccount]>([
  ['of another customer', single('a'), single('b', '1002')],
  ['debited for another customer', single('a', '1002'), single('b')],
  ['with several holders', single('a'), { ...single('b'), joint }],
  ['debited with several holders', { ...single('a'), joint }, single('b')],
  ['that is the debited one', single('a'), single('a')],
])('an account %s is none', async (_, debtor, creditor) => {
  expect(await isOwn(debtor, creditor)).toBe(false);
});

test('what the core does not have is not known, nor is a trusted payee', async () => {
  expect(await isOwn(single('a'), undefined)).toBeUndefined();
  expect(await isOwn(undefined, single('b'))).toBeUndefined();
  const card = { scheme: 'maskedPan', id: '409999xxxxxx9999' } as const;
  expect(await isOwn(single('a'), single('b'), { creditorAccount: card })).toBeUndefined();
  const facts = accountPayeeFacts(noCoreAccounts);
  expect(await facts.isBetweenOwnAccounts(question)).toBeUndefined();
  expect(await facts.isTrustedBeneficiary(question)).toBeUndefined();
});
