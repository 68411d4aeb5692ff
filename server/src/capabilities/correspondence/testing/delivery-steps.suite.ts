import { at } from '#platform/testing/json-at.ts';
import type { Context } from '#platform/work/context.ts';
import type { Lane } from '../domain/literals.ts';
import { type DeliveryRunResult, deliverDue } from '../operations/delivery/deliver-due.ts';
import { sweepDeliveries } from '../operations/delivery/sweep-deliveries.ts';
import type { Channel } from '../ports/channel.ts';
import { back, type CorrespondenceTestApp, type Fields } from './correspondence-test-app.suite.ts';

/** An application that may initiate messages. */
export const sender = back(['correspondence.send']);
/** A gateway application. */
export const gateway = back(['correspondence.deliver'], { id: 'gateway' });

/** A minimal message. */
export function messageFields(more: Fields = {}): Fields {
  return {
    'message-kind': 'notice',
    message: { title: 'Hello', body: { 'content-type': 'text/plain', content: 'Good day.' } },
    ...more,
  };
}

/** Initiates a message to a customer; returns its communication id. */
export async function initiate(
  app: CorrespondenceTestApp,
  customerNumber: string,
  more: Fields = {},
): Promise<string> {
  const body = messageFields({ 'customer-number': customerNumber, ...more });
  const response = await app.post('/communications', body, sender);
  if (response.status !== 201) throw new Error(`not initiated: ${response.status} ${response.text}`);
  return String(at(response.body, 'id'));
}

/** Processes one queue once, as a worker does. */
export async function deliverOnce(
  app: CorrespondenceTestApp,
  channel: Channel,
  more: { readonly lane?: Lane; readonly owner?: string; readonly count?: number } = {},
): Promise<DeliveryRunResult> {
  return deliverDue(app.context(), {
    channel,
    lane: 'normal',
    owner: 'worker:test',
    count: 10,
    pauseMs: 1_000,
    mayContinue: () => true,
    ...more,
  });
}

/** Sweeps the queues once, as a worker does. */
export function sweepOnce(ctx: Context): Promise<number> {
  return sweepDeliveries(ctx);
}

/** The delivery state of a communication row. */
export async function rowOf(
  app: CorrespondenceTestApp,
  communicationId: string,
): Promise<{
  readonly status: string;
  readonly medium: string;
  readonly retry_count: number;
  readonly reason: string | null;
  readonly due_at: string;
}> {
  const [row] = await app.database.query<{
    status: string;
    medium: string;
    retry_count: number;
    reason: string | null;
    due_at: string;
  }>(
    `select status, medium, retry_count, reason, due_at::text from correspondence.communication
      where communication_id = $1`,
    [communicationId],
  );
  if (row === undefined) throw new Error('unknown communication');
  return row;
}

/** All communications of one message, oldest first, as `medium status`. */
export async function chainOf(
  app: CorrespondenceTestApp,
  communicationId: string,
): Promise<readonly string[]> {
  const rows = await app.database.query<{ medium: string; status: string }>(
    `select medium, status from correspondence.communication
      where message_id = $1 order by position`,
    [communicationId],
  );
  return rows.map(({ medium, status }) => `${medium} ${status}`);
}
