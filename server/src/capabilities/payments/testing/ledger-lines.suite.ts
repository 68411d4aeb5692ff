import { at } from '#platform/testing/json-at.ts';
import type { Ending } from '#platform/work/ending-ledger.ts';
import { paymentsEndings } from '../domain/endings.ts';
import { idOf } from './payment-steps.suite.ts';
import type { PaymentsTestApp } from './payments-test-app.suite.ts';

/** Returns the lines that the worker appends to the ledger of endings about a payment. */
export async function ledgerLinesOf({ identity }: PaymentsTestApp, path: string): Promise<readonly Ending[]> {
  const rows = await identity.database.query<{ name: string; data: string; occurred: string }>(
    `select name, data, to_json(occurred_at) #>> '{}' as occurred from platform.outbox_event
      where name = any($2) and aggregate_id = $1 order by position`,
    [idOf(path), paymentsEndings],
  );
  return rows.map(({ data, name, occurred }) => ({
    event: name,
    bankId: '01',
    subject: idOf(path),
    at: occurred,
    reason: String(at(JSON.parse(data), 'reason')),
  }));
}
