import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { runCommand } from '#platform/work/command.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { eventHandlers } from '../event-handlers.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
} from '../testing/correspondence-test-app.suite.ts';
import {
  chainOf,
  deliverOnce,
  gateway,
  initiate,
  messageFields,
  rowOf,
  sender,
} from '../testing/delivery-steps.suite.ts';
import { whileHeld } from '../testing/held-rows.suite.ts';
import { erase, merge, prefer } from '../testing/recipient-steps.suite.ts';
import { createRememberingChannel } from '../testing/remembering-channel.suite.ts';
import { assignDeliveries } from './assign-deliveries.ts';
import { cancelDeliveries } from './cancel-deliveries.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2027-03-03T10:00:00Z'));

let heard = 0;
/** Tells correspondence what happened to a party, as the inbox does. */
async function hear(name: string, aggregateId: string, data: DeliveredEvent['data'] = {}): Promise<void> {
  heard += 1;
  const id = `019c0000-0000-7000-8000-${String(heard).padStart(12, '0')}`;
  const occurredAt = app.clock.now().toString();
  const event = {
    id,
    name,
    version: 1,
    occurredAt,
    aggregateKind: 'party',
    aggregateId,
    sequence: heard,
    data,
  };
  for (const { events, react } of eventHandlers) if (events.includes(name)) await react(app.context(), event);
}

const titlesOf = async (number: string): Promise<readonly unknown[]> =>
  listAt((await app.get('/me/messages', customer(number))).body, 'items').map((one) =>
    at(one, 'message', 'title'),
  );
const take = (id: string) =>
  app.database.query(
    `update correspondence.communication set status = 'sending', lease_owner = 'x', lease_until = $2
      where communication_id = $1`,
    [id, app.clock.now().add({ minutes: 5 }).toString()],
  );

describe('the dead are not written to', () => {
  test('what waits is taken back and told; what was sent stays as it is', async () => {
    const number = await app.person();
    const [sent, queued] = [await initiate(app, number), await initiate(app, number)];
    await deliverOnce(app, createRememberingChannel({ medium: 'email' }), { count: 1 });
    const other = await initiate(app, await app.person());
    await hear('individual-death-confirmed', number);
    expect(await rowOf(app, sent)).toMatchObject({ status: 'sent' });
    expect(await rowOf(app, queued)).toMatchObject({
      status: 'cancelled',
      reason: 'individual-death-confirmed',
    });
    expect(await rowOf(app, other)).toMatchObject({ status: 'queued' });
    expect((await app.eventsOf('communication', queued)).at(-1)?.name).toBe('communication-cancelled');
    const channel = createRememberingChannel({ medium: 'email' });
    await deliverOnce(app, channel);
    expect(channel.taken.map(({ communicationId }) => communicationId)).toEqual([other]);
  });

  test('nothing planned appears in the mailbox later', async () => {
    const number = await app.person();
    await initiate(app, number, { 'not-before': '2027-03-05T10:00:00Z' });
    await initiate(app, number, {
      'contact-medium': 'mailbox',
      'not-before': '2027-03-05T10:00:00Z',
    });
    await hear('individual-death-confirmed', number);
    app.clock.set('2027-03-06T10:00:00Z');
    await sweepDeliveries(app.context());
    expect(await titlesOf(number)).toEqual([]);
  });

  test('heard while a gateway takes it: it is the gateway’s, or it is taken back, and nothing between', async () => {
    const number = await app.person();
    const id = await initiate(app, number);
    const items = [{ 'communication-id': id, status: 'sending' }];
    const held = {
      query: `select from correspondence.communication where communication_id = $1 for update`,
      values: [id],
    };
    const [, taken] = await whileHeld<unknown>(app.database, held, () => [
      hear('individual-death-confirmed', number),
      app.post('/communications/statuses', { items }, gateway),
    ]);
    expect(at(taken, 'status')).toBe(204);
    const { status } = await rowOf(app, id);
    const told = (await app.eventsOf('communication', id)).slice(1).map(({ name }) => name);
    const [first = ''] = told;
    expect([`${status} ${first}`, told.length]).toEqual([
      status === 'cancelled' ? 'cancelled communication-cancelled' : 'sending communication-sending-started',
      1,
    ]);
  });

  test('heard twice it changes nothing more', async () => {
    const number = await app.person();
    const id = await initiate(app, number);
    await hear('individual-death-confirmed', number);
    await hear('individual-death-confirmed', number);
    const told = (await app.eventsOf('communication', id)).map(({ name }) => name);
    expect(told).toEqual(['communication-initiated', 'communication-cancelled']);
  });

  test('what was being sent and was given back is not sent after all', async () => {
    const number = await app.person();
    const id = await initiate(app, number);
    await take(id);
    await hear('individual-death-confirmed', number);
    app.clock.advance({ minutes: 6 });
    await sweepDeliveries(app.context());
    const channel = createRememberingChannel({ medium: 'email' });
    await deliverOnce(app, channel, { count: 100 });
    expect(channel.attempts.filter(({ communicationId }) => communicationId === id)).toEqual([]);
  });
});

describe('of the erased', () => {
  test('nothing stays: no message, no words, no wish', async () => {
    const number = await app.person();
    const id = await initiate(app, number);
    const sending = await initiate(app, number);
    await take(sending);
    await prefer(app, number, { group: 'loan-due', off: ['email'] });
    await hear('party-erased', number);
    expect((await app.get(`/communications/${id}`, sender)).status).toBe(404);
    const left = await app.database.query<{ kind: string }>(
      `select 'communication' as kind from correspondence.communication where customer_number = $1
        union all select 'mailbox' from correspondence.mailbox_message where customer_number = $1
        union all select 'preference' from correspondence.notification_preference where customer_number = $1
        union all select 'words' from correspondence.content c
          where not exists (select from correspondence.communication m where m.content_id = c.content_id)
            and not exists (select from correspondence.mailbox_message m where m.content_id = c.content_id)`,
      [number],
    );
    expect(left).toEqual([]);
  });

  test('one that is being handed over at that moment ends without harm', async () => {
    const number = await app.person();
    const id = await initiate(app, number);
    const channel = createRememberingChannel({ medium: 'email' });
    channel.answerWith(async () => {
      await hear('party-erased', number);
      return { kind: 'refused', reason: 'smtp 550' };
    });
    await deliverOnce(app, channel, { count: 100 });
    expect(channel.attempts.map(({ communicationId }) => communicationId)).toContain(id);
    expect(await chainOf(app, id)).toEqual([]);
  });
});

test('a message that is entered while its customer is erased is refused, or erased as well', async () => {
  for (let round = 0; round < 5; round += 1) {
    const number = await app.person();
    await Promise.allSettled([initiate(app, number), erase(app, number)]);
    await hear('party-erased', number);
    const left = await app.database.query(
      `select from correspondence.communication where customer_number = $1`,
      [number],
    );
    expect(left).toEqual([]);
  }
});

test('a message to a bare address goes with the customer once it is known whose it is', async () => {
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
  await hear('party-erased', number);
  expect((await app.get(`/communications/${id}`, sender)).status).toBe(404);
});

describe('of two who are one', () => {
  test('nothing stays when the one who stayed was erased before the merge is heard of', async () => {
    const [gone, stays] = [await app.person(), await app.person()];
    const id = await initiate(app, gone);
    await merge(app, gone, stays);
    await erase(app, stays);
    await hear('party-erased', stays);
    await hear('parties-merged', gone, { reference: stays });
    await hear('party-erased', gone);
    expect((await app.get(`/communications/${id}`, sender)).status).toBe(404);
    const left = await app.database.query(
      `select from correspondence.communication where customer_number = any($1)
        union all select from correspondence.mailbox_message where customer_number = any($1)`,
      [[gone, stays]],
    );
    expect(left).toEqual([]);
  });

  test('what waits is withdrawn when the one who stayed has died before the merge is heard of', async () => {
    const [gone, stays] = [await app.person(), await app.person()];
    const id = await initiate(app, gone);
    await merge(app, gone, stays);
    await app.database.query(
      `update party.party set individual_status = 'deceased' where party_number = $1`,
      [stays],
    );
    await hear('individual-death-confirmed', stays);
    await hear('parties-merged', gone, { reference: stays });
    expect(await rowOf(app, id)).toMatchObject({ status: 'cancelled' });
  });

  test('the one who stays has it all', async () => {
    const [gone, stays] = [await app.person(), await app.person()];
    const id = await initiate(app, gone);
    const later = await initiate(app, gone, { 'not-before': '2027-03-05T10:00:00Z' });
    await merge(app, gone, stays);
    await hear('parties-merged', gone, { reference: stays });
    expect(await titlesOf(gone)).toEqual([]);
    expect(await titlesOf(stays)).toEqual(['Hello']);
    expect(at((await app.get(`/communications/${id}`, sender)).body, 'customer-number')).toBe(stays);
    expect(await rowOf(app, later)).toMatchObject({ status: 'queued' });
    const channel = createRememberingChannel({ medium: 'email' });
    channel.answerWith(() => ({ kind: 'refused', reason: 'smtp 550' }));
    await deliverOnce(app, channel, { count: 100 });
    expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
    await hear('individual-death-confirmed', stays);
    expect(await rowOf(app, later)).toMatchObject({ status: 'cancelled' });
  });

  test('without a survivor nothing is moved', async () => {
    const gone = await app.person();
    await initiate(app, gone);
    await hear('parties-merged', gone, {});
    expect(await titlesOf(gone)).toEqual(['Hello']);
  });
});

test('other events of parties change nothing', async () => {
  const number = await app.person();
  const id = await initiate(app, number);
  await hear('individual-death-reported', number);
  await hear('contact-point-modified', number);
  expect(await rowOf(app, id)).toMatchObject({ status: 'queued' });
});

test('what is taken back by another capability is not settled twice', async () => {
  const number = await app.person();
  const id = await initiate(app, number);
  const ctx = app.context();
  for (let count = 0; count < 2; count += 1)
    await runCommand(ctx, async (work) => {
      await cancelDeliveries(ctx, work, [id]);
      work.audit({ aggregateKind: 'test', aggregateId: id, changes: [] });
    });
  await hear('individual-death-confirmed', number);
  const told = (await app.eventsOf('communication', id)).map(({ name }) => name);
  expect(told).toEqual(['communication-initiated', 'communication-cancelled']);
});
