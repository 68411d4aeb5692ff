import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { KeyUnknown, Unsealable } from '#platform/crypto/envelope.ts';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { type ConsentRow, type StoredConsent, toStored } from './consent-rows.ts';
import { headColumns } from './consents.store.ts';
import type { FundsVault } from './funds-vault.ts';
import { tables } from './tables.ts';

/** Consents, and the ids of those that cannot be decrypted: one of them must not hide the others. */
export interface ReadableConsents {
  readonly consents: readonly StoredConsent[];
  readonly unreadable: readonly string[];
}

interface CustomerCriteria {
  readonly bankId: string;
  readonly userId: string;
  /** Null for a user who is no customer. */
  readonly customerNumber: string | null;
  readonly now: Temporal.Instant;
  readonly listMax: number;
  readonly skipped: number;
}

const liveRows = statement<CustomerCriteria>()(({ bankId, customerNumber, listMax, now, skipped, userId }) =>
  tables
    .selectFrom('consent')
    .select([...headColumns, 'sealed_terms'])
    .where('bank_id', '=', bankId)
    .where(sql<boolean>`(owner = ${customerNumber} or user_id = ${userId})`)
    .where(sql<boolean>`(status = 'valid'
        or (status = 'partiallyAuthorised' and expires_at > ${now}))`)
    .orderBy('created_at', 'desc')
    .orderBy('consent_id')
    .limit(listMax)
    .offset(skipped),
);

const endedRows = statement<CustomerCriteria & { readonly since: Temporal.Instant }>()(
  ({ bankId, customerNumber, listMax, since, skipped, userId }) =>
    tables
      .selectFrom('consent')
      .select([...headColumns, 'sealed_terms'])
      .where('bank_id', '=', bankId)
      .where(sql<boolean>`(owner = ${customerNumber} or user_id = ${userId})`)
      .where(sql<boolean>`approved_at is not null and ended_at > ${since}`)
      .orderBy('ended_at', 'desc')
      .orderBy('consent_id')
      .limit(listMax)
      .offset(skipped),
);

/** Lists the consents of a customer or given by a user that let a third party ask, or wait for other signatures. */
export async function listLiveConsents(
  db: Reader,
  vault: FundsVault,
  criteria: CustomerCriteria,
): Promise<ReadableConsents> {
  return readable(await db.rows(liveRows(criteria)), vault);
}

/** Lists those that were valid once and have ended since a time, the last one first. */
export async function listEndedConsents(
  db: Reader,
  vault: FundsVault,
  criteria: CustomerCriteria & { readonly since: Temporal.Instant },
): Promise<ReadableConsents> {
  return readable(await db.rows(endedRows(criteria)), vault);
}

function readable(rows: readonly ConsentRow[], vault: FundsVault): ReadableConsents {
  const consents: StoredConsent[] = [];
  const unreadable: string[] = [];
  for (const row of rows) {
    try {
      consents.push(toStored(row, vault));
    } catch (error) {
      if (!(error instanceof Unsealable) || error instanceof KeyUnknown) throw error;
      unreadable.push(row.consent_id);
    }
  }
  return { consents, unreadable };
}
