import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import type { Caller } from '#platform/auth/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { HttpResponse } from '#platform/kernel/http-response.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { Context } from '#platform/work/context.ts';
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './database.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';

const pollEveryMs = 20;
const pollsMax = 100;

/** A database with a table for the tests of the platform itself. */
export interface Lab {
  readonly database: TestDatabase;
  readonly clock: FakeClock;
  context(overrides?: LabContext): Context;
  /** Fails if a connection is still in use, or was left inside a transaction. */
  assertQuiet(app?: Database): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface LabContext {
  readonly bankId?: string;
  readonly caller?: Caller;
  readonly operationId?: string;
  /** The idempotency key, and the request it is for. */
  readonly key?: string;
  readonly request?: string;
  readonly toHttpResponse?: (result: unknown) => HttpResponse;
  /** Another pool than the lab's own. */
  readonly app?: Database;
}

const tables = `
  create schema lab;
  grant usage on schema lab to portico_app;
  create table lab.account (
    bank_id text not null, id text not null, amount bigint not null, version bigint not null default 1,
    constraint account_pkey primary key (bank_id, id),
    constraint account_amount_positive check (amount >= 0));
  alter table lab.account enable row level security;
  alter table lab.account force row level security;
  create policy tenant on lab.account to portico_app
    using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
  grant select, insert, update, delete on lab.account to portico_app;`;

export const insertAccount = plainStatement(
  'insert into lab.account (bank_id, id, amount) values ($1, $2, $3)',
  'write',
);
export const addToAccount = plainStatement(
  'update lab.account set amount = amount + $3, version = version + 1 where bank_id = $1 and id = $2',
  'write',
);
export const findAccount = plainStatement<{ id: string; amount: bigint }>(
  'select id, amount from lab.account where bank_id = $1 and id = $2',
);
export const lockAccount = plainStatement<{ id: string; amount: bigint }>(
  'select id, amount from lab.account where bank_id = $1 and id = $2 for update',
  'lock',
);

const staff: Caller = {
  kind: 'employee',
  clientId: 'console-1',
  bankId: '01',
  scopes: new Set(),
  binding: 'none',
  assurance: '1fa',
  authenticatedAt: Temporal.Instant.from('2026-11-15T10:00:00Z'),
  employeeId: 'e-1',
  unit: undefined,
  roles: new Set(),
};

export async function createLab(
  options: Pick<TestDatabaseOptions, 'isDurable' | 'poolSize'> = {},
): Promise<Lab> {
  const database = await createTestDatabase(options);
  await database.query(tables);
  const clock = fakeClock('2026-11-15T10:00:00Z');
  const ids = systemIds(clock);
  const log = createLogger({ level: 'error', destination: { write: () => undefined } });
  return {
    database,
    clock,
    context(overrides = {}) {
      const {
        app = database.app,
        bankId = '01',
        caller = { ...staff, bankId },
        key,
        request = '',
      } = overrides;
      const requestHash = createHash('sha256').update(request).digest();
      return {
        database: app,
        db: app.forBank(bankId),
        bankId,
        clock,
        ids,
        caller,
        log,
        origin: {
          operationId: overrides.operationId ?? 'Lab_Run',
          requestId: '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001',
          sourceAddress: '127.0.0.1',
        },
        idempotency: key === undefined ? undefined : { key, requestHash },
        ...(overrides.toHttpResponse === undefined ? {} : { toHttpResponse: overrides.toHttpResponse }),
      };
    },
    async assertQuiet(app = database.app) {
      // A command answers before its connection is back in the pool; only one that stays away is a leak.
      let state = app.poolState();
      for (let polls = 0; state.idle < state.total && polls < pollsMax; polls += 1) {
        await setTimeout(pollEveryMs);
        state = app.poolState();
      }
      const { idle, total, waiting } = state;
      assert.deepEqual({ idle, waiting }, { idle: total, waiting: 0 });
      // A server notices a closed connection with a short delay; only one that stays open is a leak.
      const openNow = (): Promise<readonly unknown[]> =>
        database.query(
          "select state, query from pg_stat_activity where datname = $1 and state like 'idle in transaction%'",
          [database.name],
        );
      let open = await openNow();
      for (let polls = 0; open.length > 0 && polls < pollsMax; polls += 1) {
        await setTimeout(pollEveryMs);
        open = await openNow();
      }
      assert.deepEqual(open, []);
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
