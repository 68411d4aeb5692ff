import assert from 'node:assert/strict';
import { type Selectable, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { lockName } from '#platform/db/named-lock.ts';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { formatMoney, type Money, parseMoney } from '#platform/kernel/money.ts';
import { contactMedia, frequencies } from '../domain/literals.ts';
import { groupIds } from '../domain/notification-groups.ts';
import type { StoredPreference } from '../domain/preferences.ts';
import { literalOf } from './communication-rows.ts';
import type { NotificationPreferenceTable } from './tables.generated.ts';
import { tables } from './tables.ts';

/** Owner of preferences. */
export interface PreferenceOwner {
  readonly bankId: string;
  readonly customerNumber: string;
}

/** Key for all accounts. */
const allAccounts = '';

const list = statement<PreferenceOwner>()(({ bankId, customerNumber }) =>
  tables
    .selectFrom('notification_preference')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('customer_number', '=', customerNumber),
);

/** Lists all stored preferences of a customer. */
export async function listPreferences(
  db: Reader,
  owner: PreferenceOwner,
): Promise<readonly StoredPreference[]> {
  return (await db.rows(list(owner))).map(preferenceOf);
}

/** Locks the preferences of a customer by an advisory lock, because there may be no row to lock yet. */
export async function lockPreferences(work: Writer, owner: PreferenceOwner): Promise<void> {
  await lockName(work, 'notification-preference', owner.bankId, owner.customerNumber);
}

interface PreferenceRow extends PreferenceOwner {
  readonly groupId: string;
  readonly accountId: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly frequency: string | null;
  readonly mediaOn: readonly string[];
  readonly mediaOff: readonly string[];
  readonly version: bigint;
  readonly now: Temporal.Instant;
}

const upsert = statement<PreferenceRow>('write')((row) =>
  tables
    .insertInto('notification_preference')
    .values({
      bank_id: row.bankId,
      customer_number: row.customerNumber,
      notification_group: row.groupId,
      account_id: row.accountId,
      threshold_amount: row.amount,
      threshold_currency: row.currency,
      frequency: row.frequency,
      media_on: row.mediaOn,
      media_off: row.mediaOff,
      row_version: row.version,
      created_at: row.now,
      modified_at: row.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['bank_id', 'customer_number', 'notification_group', 'account_id'])
        .doUpdateSet((set) => ({
          threshold_amount: set.ref('excluded.threshold_amount'),
          threshold_currency: set.ref('excluded.threshold_currency'),
          frequency: set.ref('excluded.frequency'),
          media_on: set.ref('excluded.media_on'),
          media_off: set.ref('excluded.media_off'),
          row_version: sql`notification_preference.row_version + 1`,
          modified_at: set.ref('excluded.modified_at'),
        })),
    ),
);

export function upsertPreference(
  work: Writer,
  owner: PreferenceOwner,
  { now, preference }: { readonly preference: StoredPreference; readonly now: Temporal.Instant },
): void {
  const { accountId, frequency, groupId, mediaOff, mediaOn, threshold } = preference;
  work.write(
    upsert({
      ...owner,
      groupId,
      accountId: accountId ?? allAccounts,
      amount: threshold === undefined ? null : formatMoney(threshold),
      currency: threshold?.currency ?? null,
      frequency: frequency ?? null,
      mediaOn,
      mediaOff,
      version: 1n,
      now,
    }),
  );
}

function preferenceOf(row: Selectable<NotificationPreferenceTable>): StoredPreference {
  const { account_id: account, frequency } = row;
  return {
    groupId: literalOf(groupIds, row.notification_group),
    accountId: account === allAccounts ? undefined : account,
    threshold: thresholdOf(row),
    frequency: frequency === null ? undefined : literalOf(frequencies, frequency),
    mediaOn: row.media_on.map((medium) => literalOf(contactMedia, medium)),
    mediaOff: row.media_off.map((medium) => literalOf(contactMedia, medium)),
  };
}

function thresholdOf({
  threshold_amount: amount,
  threshold_currency: currency,
}: Pick<NotificationPreferenceTable, 'threshold_amount' | 'threshold_currency'>): Money | undefined {
  if (amount === null || currency === null) return undefined;
  // The column has more digits than any currency.
  const money = parseMoney({ currency, amount: amount.replace(/\.?0+$/, '') });
  assert(money !== undefined, 'row with an invalid amount');
  return money;
}
