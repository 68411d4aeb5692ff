import type { Temporal } from 'temporal-polyfill';
import type { LedgerDeps } from '#adapters/ledger/ledger-deps.ts';
import { changeAccountStatus, openAccount } from '#adapters/ledger/open-account.ts';
import { accountById } from '#adapters/ledger/read-accounts.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { accountIdOf } from './demo-ledger.ts';
import { type OwnedAccount, personaAccounts } from './personas.ts';
import { historyYears } from './plan-day.ts';

/**
 * Opens the accounts of the personas that do not exist, and returns the day on which the oldest was opened. All of them
 * are opened at the same time, two years ago; one that the fixture got later begins today.
 */
export async function openAccounts(ledger: LedgerDeps): Promise<Temporal.PlainDate> {
  const known = await Promise.all(
    personaAccounts.map(({ account: { key } }) => accountById(ledger, accountIdOf(key))),
  );
  const today = ledger.clock.today(ledger.rules.zone);
  const oldest = known
    .flatMap((account) => (account === undefined ? [] : [account.openedOn]))
    .toSorted((one, other) => (one.until(other).sign > 0 ? -1 : 1))[0];
  const openedOn = oldest === undefined ? today.subtract({ years: historyYears }) : today;
  for (const [index, owned] of personaAccounts.entries()) {
    if (known[index] === undefined) await open(ledger, owned, openedOn);
  }
  return oldest ?? openedOn;
}

async function open(
  ledger: LedgerDeps,
  { account, persona }: OwnedAccount,
  openedOn: Temporal.PlainDate,
): Promise<void> {
  const { coHolders, creditLimit, currencies, iban, key, kind, maskedPan, product, signingMode } = account;
  await openAccount(ledger, {
    accountId: accountIdOf(key),
    kind,
    product,
    currencies,
    owner: persona.customerNumber,
    openedOn,
    ...omitUndefined({ iban, maskedPan, coHolders, signingMode, creditLimit }),
  });
}

/** Blocks and closes the accounts that the fixture has so. */
export async function setStatuses(ledger: LedgerDeps): Promise<void> {
  for (const { account } of personaAccounts) {
    if (account.status !== undefined) {
      await changeAccountStatus(ledger, accountIdOf(account.key), account.status);
    }
  }
}
