import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { runCommand } from '#platform/work/command.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { eventHandlers } from '../../event-handlers.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
} from '../../testing/correspondence-test-app.suite.ts';
import {
  chainOf,
  deliverOnce,
  gateway,
  initiate,
  messageFields,
  rowOf,
  sender,
} from '../../testing/delivery-steps.suite.ts';
import { whileLocked } from '../../testing/locked-rows.suite.ts';
import { erase, merge, setPreference } from '../../testing/recipient-steps.suite.ts';
import { createRecordingChannel } from '../../testing/recording-channel.suite.ts';
import { sweepDeliveries } from '../delivery/sweep-deliveries.ts';
import { assignDeliveries } from '../initiation/assign-deliveries.ts';
import { cancelDeliveries } from '../initiation/cancel-deliveries.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2027-03-03T10:00:00Z'));

let delivered = 0;
/** Delivers a party event to correspondence, as the inbox does. */
async function deliverEvent(
  name: string,
  aggregateId: string,
  data: DeliveredEvent['data'] = {},
): Promise<void> {
  delivered += 1;
  const id = `019c0000-0000-7000-8000-${String(delivered).padStart(12, '0')}`;
  const occurredAt = app.clock.now().toString();
  const event = {
    id,
    name,
    version: 1,
    occurredAt,
    aggregateKind: 'party',
    aggregateId,
    sequence: delivered,
    data,
  };
  for (const { events, handle } of eventHandlers)
    if (events.includes(name)) await handle(app.context(), event);
}

const titlesOf = async (number: string): Promise<readonly unknown[]> =>
  listAt((await app.get('/me/messages', customer(number))).body, 'items').map((one) =>
    at(one, 'message', 'title'),
  );
/** Marks all messages as read, and returns their number. */
async function readAll(number: string): Promise<number> {
  const ids = listAt((await app.get('/me/messages', customer(number))).body, 'items').map((one) =>
    String(at(one, 'message-id')),
  );
  for (const id of ids) await app.post(`/me/messages/${id}/mark-as-read`, undefined, customer(number));
  return ids.length;
}
const claim = (id: string) =>
  app.database.query(
    `update correspondence.communication set status = 'sending', lease_owner = 'x', lease_until = $2
      where communication_id = $1`,
    [id, app.clock.now().add({ minutes: 5 }).toString()],
  );

describe('deceased customers are not contacted', () => {
  test('queued messages are withdrawn with an event; sent ones stay unchanged', async () => {
    const number = await app.person();
    const [sent, queued] = [await initiate(app, number), await initiate(app, number)];
    await deliverOnce(app, createRecordingChannel({ medium: 'email' }), { count: 1 });
    const other = await initiate(app, await app.person());
    await deliverEvent('individual-death-confirmed', number);
    expect(await rowOf(app, sent)).toMatchObject({ status: 'sent' });
    expect(await rowOf(app, queued)).toMatchObject({
      status: 'cancelled',
      reason: 'individual-death-confirmed',
    });
    expect(await rowOf(app, other)).toMatchObject({ status: 'queued' });
    expect((await app.eventsOf('communication', queued)).at(-1)?.name).toBe('communication-cancelled');
    const channel = createRecordingChannel({ medium: 'email' });
    await deliverOnce(app, channel);
    expect(channel.accepted.map(({ communicationId }) => communicationId)).toEqual([other]);
  });

  test('no scheduled message appears in the mailbox later', async () => {
    const number = await app.person();
    await initiate(app, number, { 'not-before': '2027-03-05T10:00:00Z' });
    await initiate(app, number, {
      'contact-medium': 'mailbox',
      'not-before': '2027-03-05T10:00:00Z',
    });
    await deliverEvent('individual-death-confirmed', number);
    app.clock.set('2027-03-06T10:00:00Z');
    await sweepDeliveries(app.context());
    expect(await titlesOf(number)).toEqual([]);
  });

  test('an event during a claim of a gateway: the gateway has the message, or it is withdrawn, and nothing between', async () => {
    const number = await app.person();
    const id = await initiate(app, number);
    const items = [{ 'communication-id': id, status: 'sending' }];
    const locked = {
      query: `select from correspondence.communication where communication_id = $1 for update`,
      values: [id],
    };
    const [, claimed] = await whileLocked<unknown>(app.database, locked, () => [
      deliverEvent('individual-death-confirmed', number),
      app.post('/communications/statuses', { items }, gateway),
    ]);
    expect(at(claimed, 'status')).toBe(204);
    const { status } = await rowOf(app, id);
    const emitted = (await app.eventsOf('communication', id)).slice(1).map(({ name }) => name);
    const [first = ''] = emitted;
    expect([`${status} ${first}`, emitted.length]).toEqual([
      status === 'cancelled' ? 'cancelled communication-cancelled' : 'sending communication-sending-started',
      1,
    ]);
  });

  test('a repeated event changes nothing more', async () => {
    const number = await app.person();
    const id = await initiate(app, number);
    await deliverEvent('individual-death-confirmed', number);
    await deliverEvent('individual-death-confirmed', number);
    const emitted = (await app.eventsOf('communication', id)).map(({ name }) => name);
    expect(emitted).toEqual(['communication-initiated', 'communication-cancelled']);
  });

  test('a message that was being sent and was requeued is not sent again', async () => {
    const number = await app.person();
    const id = await initiate(app, number);
    await claim(id);
    await deliverEvent('individual-death-confirmed', number);
    app.clock.advance({ minutes: 6 });
    await sweepDeliveries(app.context());
    const channel = createRecordingChannel({ medium: 'email' });
    await deliverOnce(app, channel, { count: 100 });
    expect(channel.attempts.filter(({ communicationId }) => communicationId === id)).toEqual([]);
  });
});

describe('erased customers', () => {
  test('leave nothing behind: no message, no content, no preference', async () => {
    const number = await app.person();
    const id = await initiate(app, number);
    const sending = await initiate(app, number);
    await claim(sending);
    await setPreference(app, number, { group: 'loan-due', off: ['email'] });
    expect(await readAll(number)).toBe(2);
    await deliverEvent('party-erased', number);
    expect((await app.get(`/communications/${id}`, sender)).status).toBe(404);
    const left = await app.database.query<{ kind: string }>(
      `select 'communication' as kind from correspondence.communication where customer_number = $1
        union all select 'mailbox' from correspondence.mailbox_message where customer_number = $1
        union all select 'state' from correspondence.mailbox_state where customer_number = $1
        union all select 'preference' from correspondence.notification_preference where customer_number = $1
        union all select 'words' from correspondence.content c
          where not exists (select from correspondence.communication m where m.content_id = c.content_id)
            and not exists (select from correspondence.mailbox_message m where m.content_id = c.content_id)`,
      [number],
    );
    expect(left).toEqual([]);
  });

  test('a message being sent at that moment ends without an error', async () => {
    const number = await app.person();
    const id = await initiate(app, number);
    const channel = createRecordingChannel({ medium: 'email' });
    channel.respondWith(async () => {
      await deliverEvent('party-erased', number);
      return { kind: 'refused', reason: 'smtp 550' };
    });
    await deliverOnce(app, channel, { count: 100 });
    expect(channel.attempts.map(({ communicationId }) => communicationId)).toContain(id);
    expect(await chainOf(app, id)).toEqual([]);
  });
});

test('a message queued while its customer is erased is refused, or erased as well', async () => {
  for (let round = 0; round < 5; round += 1) {
    const number = await app.person();
    await Promise.allSettled([initiate(app, number), erase(app, number)]);
    await deliverEvent('party-erased', number);
    const left = await app.database.query(
      `select from correspondence.communication where customer_number = $1`,
      [number],
    );
    expect(left).toEqual([]);
  }
});

test('a message to a bare address is erased with the customer once assigned', async () => {
  const number = await app.person();
  const contact = { usage: 'primary', kind: 'email', details: 'bare@example.org' };
  const { body } = await app.post('/communications', messageFields({ contact }), sender);
  const id = String(at(body, 'id'));
  const ctx = app.context();
  await runCommand(ctx, async (work) => {
    assignDeliveries(ctx, work, { communicationIds: [id], customerNumber: number });
    assignDeliveries(ctx, work, { communicationIds: [], customerNumber: number });
    work.audit({ aggregateKind: 'test', aggregateId: id, changes: [] });
  });
  expect(await rowOf(app, id)).toMatchObject({ status: 'queued' });
  await deliverEvent('party-erased', number);
  expect((await app.get(`/communications/${id}`, sender)).status).toBe(404);
});

describe('merged customers', () => {
  test('nothing stays if the surviving customer was erased before the merge event arrives', async () => {
    const [gone, stays] = [await app.person(), await app.person()];
    const id = await initiate(app, gone);
    await merge(app, gone, stays);
    await erase(app, stays);
    await deliverEvent('party-erased', stays);
    await deliverEvent('parties-merged', gone, { reference: stays });
    await deliverEvent('party-erased', gone);
    expect((await app.get(`/communications/${id}`, sender)).status).toBe(404);
    const left = await app.database.query(
      `select from correspondence.communication where customer_number = any($1)
        union all select from correspondence.mailbox_message where customer_number = any($1)`,
      [[gone, stays]],
    );
    expect(left).toEqual([]);
  });

  test('queued messages are withdrawn if the surviving customer died before the merge event arrives', async () => {
    const [gone, stays] = [await app.person(), await app.person()];
    const id = await initiate(app, gone);
    await merge(app, gone, stays);
    await app.database.query(
      `update party.party set individual_status = 'deceased' where party_number = $1`,
      [stays],
    );
    await deliverEvent('individual-death-confirmed', stays);
    await deliverEvent('parties-merged', gone, { reference: stays });
    expect(await rowOf(app, id)).toMatchObject({ status: 'cancelled' });
  });

  test('the surviving customer owns all messages', async () => {
    const [gone, stays] = [await app.person(), await app.person()];
    const id = await initiate(app, gone);
    const later = await initiate(app, gone, { 'not-before': '2027-03-05T10:00:00Z' });
    await merge(app, gone, stays);
    await deliverEvent('parties-merged', gone, { reference: stays });
    expect(await titlesOf(gone)).toEqual([]);
    expect(await titlesOf(stays)).toEqual(['Hello']);
    expect(at((await app.get(`/communications/${id}`, sender)).body, 'customer-number')).toBe(stays);
    expect(await rowOf(app, later)).toMatchObject({ status: 'queued' });
    const channel = createRecordingChannel({ medium: 'email' });
    channel.respondWith(() => ({ kind: 'refused', reason: 'smtp 550' }));
    await deliverOnce(app, channel, { count: 100 });
    expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
    await deliverEvent('individual-death-confirmed', stays);
    expect(await rowOf(app, later)).toMatchObject({ status: 'cancelled' });
  });

  test('what a user read and archived moves with the messages', async () => {
    const [gone, stays] = [await app.person(), await app.person()];
    await initiate(app, gone);
    const user = customer(gone);
    const statusesAs = async (number: string): Promise<unknown> =>
      listAt(
        (
          await app.get('/me/messages?statuses=unread,read,archived', {
            ...user,
            claims: { 'customer-number': number },
          })
        ).body,
        'items',
      ).map((one) => at(one, 'status'));
    expect(await readAll(gone)).toBe(1);
    await initiate(app, stays);
    await merge(app, gone, stays);
    await deliverEvent('parties-merged', gone, { reference: stays });
    expect([await statusesAs(gone), await statusesAs(stays)]).toEqual([[], ['unread', 'read']]);
  });

  test('without a survivor nothing changes', async () => {
    const gone = await app.person();
    await initiate(app, gone);
    await deliverEvent('parties-merged', gone, {});
    expect(await titlesOf(gone)).toEqual(['Hello']);
  });
});

test('other party events change nothing', async () => {
  const number = await app.person();
  const id = await initiate(app, number);
  await deliverEvent('individual-death-reported', number);
  await deliverEvent('contact-point-modified', number);
  expect(await rowOf(app, id)).toMatchObject({ status: 'queued' });
});

test('a message cancelled by another capability is not cancelled twice', async () => {
  const number = await app.person();
  const id = await initiate(app, number);
  const ctx = app.context();
  for (let count = 0; count < 2; count += 1)
    await runCommand(ctx, async (work) => {
      await cancelDeliveries(ctx, work, [id]);
      work.audit({ aggregateKind: 'test', aggregateId: id, changes: [] });
    });
  await deliverEvent('individual-death-confirmed', number);
  const emitted = (await app.eventsOf('communication', id)).map(({ name }) => name);
  expect(emitted).toEqual(['communication-initiated', 'communication-cancelled']);
});
