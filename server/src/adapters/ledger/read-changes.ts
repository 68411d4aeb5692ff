import { type Changes, type CoreChange, CursorInvalid } from '#capabilities/core-banking/index.ts';
import { accountOf, findAccounts } from './accounts.store.ts';
import { activityOf, findActivities } from './activity.store.ts';
import { findStatuses, listChanges, statusOf } from './instructions.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';

const cursorShape = /^(\d{1,19})\.(\d{1,19})$/;
const changesMax = 1_000;

/** Returns what changed since a cursor. Each change says how things are now, so several may say the same. */
export async function changesSince(
  { bankId, database }: Pick<LedgerDeps, 'database' | 'bankId'>,
  cursor: string | undefined,
  max: number,
): Promise<Changes> {
  const [, transactionNo, changeNo] = cursorShape.exec(cursor ?? '0.0') ?? [];
  if (transactionNo === undefined || changeNo === undefined) {
    throw new CursorInvalid('the cursor is not one of this ledger');
  }
  const db = database.forBank(bankId);
  const rows = await db.rows(listChanges([bankId, transactionNo, changeNo, Math.min(max, changesMax)]));
  const idsOf = (kind: CoreChange['kind']): readonly string[] => [
    ...new Set(
      rows.flatMap((row) => (row.kind === kind ? (row.subject_id ?? row.customer_number ?? []) : [])),
    ),
  ];
  const [statuses, accounts, activities] = await Promise.all([
    db.rows(findStatuses([bankId, idsOf('instruction')])),
    db.rows(findAccounts([bankId, idsOf('account')])),
    db.rows(findActivities([bankId, idsOf('customer')])),
  ]);
  const last = rows.at(-1);
  return {
    changes: rows.flatMap(({ customer_number, kind, subject_id }): readonly CoreChange[] => {
      if (kind === 'customer') {
        const activity = activities.find((row) => row.customer_number === customer_number);
        return activity === undefined ? [] : [{ kind, customer: activityOf(activity) }];
      }
      if (kind === 'account') {
        const account = accounts.find((row) => row.account_id === subject_id);
        return account === undefined ? [] : [{ kind, account: accountOf(account) }];
      }
      const status = statuses.find((row) => row.instruction_id === subject_id);
      return status === undefined ? [] : [{ kind: 'instruction', status: statusOf(status) }];
    }),
    cursor: last === undefined ? cursor : `${last.transaction_no}.${last.change_no}`,
  };
}
