import { at } from '#platform/testing/json-at.ts';
import type { Lane } from '../domain/literals.ts';
import { type DeliveryRunResult, deliverDue } from '../operations/deliver-due.ts';
import type { Channel } from '../ports/channel.ts';
import { back, type CorrespondenceTestApp, type Fields } from './correspondence-test-app.suite.ts';

/** An application that may have messages sent. */
export const sender = back(['correspondence.send']);
/** An application that delivers them. */
export const gateway = back(['correspondence.deliver'], { id: 'gateway' });

/** A message with the least it needs. */
export function messageFields(more: Fields = {}): Fields {
  return {
    'message-kind': 'notice',
    message: { title: 'Hello', body: { 'content-type': 'text/plain', content: 'Good day.' } },
    ...more,
  };
}

/** Has a message sent to a customer; its communication id. */
export async function initiate(
  app: CorrespondenceTestApp,
  customerNumber: string,
  more: Fields = {},
): Promise<string> {
  const body = messageFields({ 'customer-number': customerNumber, ...more });
  const answer = await app.post('/communications', body, sender);
  if (answer.status !== 201) throw new Error(`not initiated: ${answer.status} ${answer.text}`);
  return String(at(answer.body, 'id'));
}

/** Works off one queue once, as a worker does. */
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
    mayGoOn: () => true,
    ...more,
  });
}

/** Where a communication is, as its row says. */
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
  if (row === undefined) throw new Error('no such communication');
  return row;
}

/** All communications that carry one message, oldest first, as `medium status`. */
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
