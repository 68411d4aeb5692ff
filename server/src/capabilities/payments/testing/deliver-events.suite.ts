import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import type { PaymentsTestApp } from './payments-test-app.suite.ts';

type Handle = (ctx: Context & PaymentsPorts, event: DeliveredEvent) => Promise<void>;

/** Delivers the newest events of a name, as the worker does. */
export async function deliverEvents(app: PaymentsTestApp, name: string, handle: Handle): Promise<void> {
  const rows = await app.identity.database.query<{ event_id: string; aggregate_id: string; data: string }>(
    `select event_id, aggregate_id, data from platform.outbox_event where name = $1 order by position desc limit 5`,
    [name],
  );
  for (const row of rows)
    await handle(app.context(), {
      id: row.event_id,
      name,
      version: 1,
      occurredAt: app.identity.clock.now().toString(),
      aggregateKind: 'client',
      aggregateId: row.aggregate_id,
      sequence: 1,
      data: JSON.parse(row.data),
    });
}
