import assert from 'node:assert/strict';
import { type CalendarRules, type CoreBank, calendarDays } from '#capabilities/core-banking/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { type Ids, isUuid, virtualShard } from '#platform/kernel/ids.ts';
import { type InternalKind, insertInternalAccounts, listInternalAccounts } from './accounts.store.ts';
import { cancel } from './cancel.ts';
import { findStatus, statusOf } from './instructions.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import {
  accountsByReference,
  accountsOf,
  balancesOf,
  hasFundsFor,
  jointHoldingsOf,
  midRates,
} from './read-accounts.ts';
import { changesSince } from './read-changes.ts';
import { entriesOf, entryOf } from './read-entries.ts';
import { standingOrdersOf } from './standing-orders.ts';
import { submit } from './submit.ts';
import { asCoreFailure } from './transaction.ts';

export interface LedgerOptions {
  readonly database: Database;
  readonly bankId: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly rules: CalendarRules;
}

/** Returns what the operations of the ledger use. */
export function ledgerDeps(options: LedgerOptions): LedgerDeps {
  let internal: Promise<ReadonlyMap<string, string>> | undefined;
  const deps: LedgerDeps = {
    ...options,
    shard: virtualShard(options.bankId, 'ledger'),
    async internalAccount(kind) {
      internal ??= prepareInternalAccounts(deps);
      try {
        const id = (await internal).get(kind);
        assert(id !== undefined, `the ledger has an account for ${kind}`);
        return id;
      } catch (error) {
        internal = undefined;
        throw asCoreFailure(error);
      }
    },
  };
  return deps;
}

const internalKinds: readonly InternalKind[] = ['clearing', 'suspense', 'equity'];

async function prepareInternalAccounts({
  bankId,
  clock,
  database,
  ids,
  rules,
  shard,
}: LedgerDeps): Promise<ReadonlyMap<string, string>> {
  const db = database.forBank(bankId);
  const newIds = internalKinds.map(() => ids.uuid(shard));
  await db.execute(insertInternalAccounts([bankId, newIds, internalKinds, clock.today(rules.zone)]));
  const rows = await db.rows(listInternalAccounts([bankId]));
  return new Map(rows.map(({ account_id, kind }) => [kind, account_id]));
}

/** The ledger as the core banking system of one bank. */
export function createLedgerCoreBank(deps: LedgerDeps): CoreBank {
  const reading = async <Answer>(read: Promise<Answer>): Promise<Answer> => {
    try {
      return await read;
    } catch (error) {
      throw asCoreFailure(error);
    }
  };
  return {
    // The ledger answers from the same rows that it would have written.
    isNotKnownProof: true,
    accountsOf: (customer) => reading(accountsOf(deps, customer, { areCards: false })),
    cardAccountsOf: (customer) => reading(accountsOf(deps, customer, { areCards: true })),
    findAccounts: (references) => reading(accountsByReference(deps, references)),
    jointHoldingsOf: (customer) => reading(jointHoldingsOf(deps, customer)),
    midRates: () => reading(midRates(deps)),
    balancesOf: (accountId) => reading(balancesOf(deps, accountId)),
    transactionsOf: (accountId, query) => reading(entriesOf(deps, accountId, query)),
    transaction: (accountId, reference) => reading(entryOf(deps, accountId, reference)),
    standingOrdersOf: (accountId) => reading(standingOrdersOf(deps, accountId)),
    cardTransactionsOf: (accountId, query) => reading(entriesOf(deps, accountId, query)),
    hasFunds: (accountId, amount) => reading(hasFundsFor(deps, accountId, amount)),
    submit: (instruction) => submit(deps, instruction),
    async statusOf(instructionId) {
      if (!isUuid(instructionId)) return 'not-known';
      const { bankId, database } = deps;
      const row = await reading(database.forBank(bankId).first(findStatus([bankId, instructionId])));
      return row === undefined ? 'not-known' : statusOf(row);
    },
    cancel: (instructionId, cancellationId) => cancel(deps, instructionId, cancellationId),
    changesSince: (cursor, max) => reading(changesSince(deps, cursor, max)),
    calendar: async (product, from, to) => calendarDays(deps.rules, product, from, to),
  };
}
