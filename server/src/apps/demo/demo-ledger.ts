import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import { ledgerDeps } from '#adapters/ledger/ledger.ts';
import type { LedgerDeps } from '#adapters/ledger/ledger-deps.ts';
import { defaultCalendarRules } from '#capabilities/core-banking/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { AccountKey } from './persona.ts';
import { personaAccounts } from './personas.ts';
import { stableUuid } from './stable-uuid.ts';

/** Returns the ledger of the demo bank. */
export function demoLedger(
  { bankId, clock, database, ids }: Pick<Context, 'bankId' | 'clock' | 'database' | 'ids'>,
  { timeZone }: { readonly timeZone: string },
): LedgerDeps {
  return ledgerDeps({ bankId, clock, database, ids, rules: defaultCalendarRules(timeZone) });
}

const accountIds = new Map(
  personaAccounts.map(({ account: { key } }) => [key, stableUuid(`account ${key}`)]),
);

/** Returns the id of an account, the same in every installation. */
export function accountIdOf(key: AccountKey): string {
  const id = accountIds.get(key);
  assert(id !== undefined, `no persona has the account ${key}`);
  return id;
}

/** Returns the last day that is over. */
export function yesterdayOf({ clock, rules }: Pick<LedgerDeps, 'clock' | 'rules'>): Temporal.PlainDate {
  return clock.today(rules.zone).subtract({ days: 1 });
}
