import type { CalendarRules } from '#capabilities/core-banking/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Ids, VirtualShard } from '#platform/kernel/ids.ts';
import type { InternalKind } from './accounts.store.ts';

/** What every operation of the ledger of one bank uses. */
export interface LedgerDeps {
  readonly database: Database;
  readonly bankId: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly shard: VirtualShard;
  readonly rules: CalendarRules;
  /** Returns the id of an account of the bank itself. */
  internalAccount(kind: InternalKind): Promise<string>;
}
