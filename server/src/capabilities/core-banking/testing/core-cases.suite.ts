import { randomUUID } from 'node:crypto';
import type { Money } from '#platform/kernel/money.ts';
import type { CoreEntry, EntryQuery } from '../domain/entry.ts';
import type { Instruction } from '../domain/instruction.ts';
import type { CoreBank } from '../ports/core-bank.ts';
import type { CoreHarness, TestAccount } from './core-harness.suite.ts';

/** IBANs of the bank under test, and one of another bank. */
export const ibans = ['DE89370400440532013000', 'DE02120300000000202051', 'DE75512108001245126199'] as const;
export const elsewhere = 'FR1420041010050500013M02606';

export const euros = (minor: number | bigint): Money => ({ minor: BigInt(minor), currency: 'EUR' });

export function order(debtorAccountId: string, change: Partial<Instruction> = {}): Instruction {
  return {
    instructionId: randomUUID(),
    product: 'sepa-credit-transfers',
    debtorAccountId,
    amount: euros(10_00),
    creditor: { account: { scheme: 'iban', id: elsewhere }, name: 'Marie Curie' },
    endToEndId: 'INV-1',
    remittance: 'Invoice 1',
    ...change,
  };
}

export const toIban = (iban: string): Pick<Instruction, 'creditor'> => ({
  creditor: { account: { scheme: 'iban', id: iban }, name: 'Ada Lovelace' },
});

/** Opens an account with money on it. */
export async function funded(
  harness: CoreHarness,
  minor: number,
  account: Partial<TestAccount> = {},
): Promise<string> {
  const accountId = await harness.openAccount({ owner: '1001', iban: ibans[0], ...account });
  if (minor > 0) await harness.receive(accountId, euros(minor));
  return accountId;
}

export async function balance(
  core: CoreBank,
  accountId: string,
): Promise<{ booked: bigint; available: bigint }> {
  const [first] = await core.balancesOf(accountId);
  return { booked: first?.booked.minor ?? -1n, available: first?.available.minor ?? -1n };
}

export async function entries(
  core: CoreBank,
  accountId: string,
  query: Partial<EntryQuery> = {},
): Promise<readonly CoreEntry[]> {
  const { items } = await core.transactionsOf(accountId, { status: 'both', max: 200, ...query });
  return items;
}
