import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DocumentRenderer, TextSources } from '../ports/document-renderer.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
} from '../testing/correspondence-test-app.suite.ts';
import { deliverOnce, gateway, initiate } from '../testing/delivery-steps.suite.ts';
import { whileHeld } from '../testing/held-rows.suite.ts';
import { createPlainPress } from '../testing/plain-renderer.suite.ts';
import { prefer, publish } from '../testing/recipient-steps.suite.ts';
import { createRememberingChannel, type RememberingChannel } from '../testing/remembering-channel.suite.ts';
import { gatherDigests } from './gather-digests.ts';

const plain = createPlainPress();
let texts: DocumentRenderer['texts'] = plain.texts;
let app: CorrespondenceTestApp;

const afternoon = '2027-03-03T14:00:00Z';
const morning = '2027-03-04T07:00:00Z';

beforeAll(async () => {
  app = await createCorrespondenceTestApp({ press: { ...plain, texts: (job) => texts(job) } });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  texts = plain.texts;
  app.clock.set(afternoon);
  await app.database.query(`delete from correspondence.communication`);
  await app.database.query(`delete from correspondence.template_locale`);
  await app.database.query(`delete from correspondence.template`);
});

/** Publishes what gathered messages are told with. */
async function publishDigest(more: Partial<TextSources> = {}): Promise<void> {
  const said = { title: 'Neues', text: '{{ messages.size }} am {{ day }}', ...more };
  const published = await publish(
    app,
    {
      templateId: 'digest',
      schema: {},
      locales: [{ locale: 'de', texts: said, pdf: undefined, docx: undefined }],
    },
    { day: '2027-03-03', messages: [{ title: 'x' }] },
  );
  if (published.kind !== 'published') throw new Error(`not published: ${JSON.stringify(published)}`);
}

/** A customer who wants to hear of loans once a day by one medium. */
async function gatherer(medium = 'email'): Promise<string> {
  const number = await app.person();
  const off = ['email', 'sms', 'push', 'mailbox'].filter((one) => one !== medium);
  await prefer(app, number, { group: 'loan-due', frequency: 'P1D', on: [medium], off });
  return number;
}

const about = (title: string) => ({
  'notification-group': 'loan-due',
  message: { title, body: { 'content-type': 'text/plain', content: title } },
});

async function delivered(channel: RememberingChannel): Promise<readonly string[]> {
  await deliverOnce(app, channel, { count: 100 });
  return channel.taken.map(({ text, title }) => `${title}: ${text}`);
}

const mail = (): RememberingChannel => createRememberingChannel({ medium: 'email' });

/** All of a customer, oldest first, as `medium status reason`. */
async function rowsOf(number: string): Promise<readonly string[]> {
  const rows = await app.database.query<{ row: string }>(
    `select concat_ws(' ', medium, status, reason) as row from correspondence.communication
      where customer_number = $1 order by position`,
    [number],
  );
  return rows.map(({ row }) => row);
}

test('what was gathered goes out as one message, in the morning and once', async () => {
  await publishDigest();
  const number = await gatherer();
  for (const title of ['one', 'two', 'three']) await initiate(app, number, about(title));
  const channel = mail();
  await gatherDigests(app.context());
  expect(await delivered(channel)).toEqual([]);
  app.clock.set(morning);
  expect(await gatherDigests(app.context())).toBe(1);
  expect(await delivered(channel)).toEqual(['Neues: 3 am 2027-03-04']);
  expect(await rowsOf(number)).toEqual([
    'email cancelled gathered',
    'email cancelled gathered',
    'email cancelled gathered',
    'email sent',
  ]);
  expect(await gatherDigests(app.context())).toBe(0);
  expect(await delivered(channel)).toHaveLength(1);
});

test('one alone goes as it is, and so do all where the bank has no such template', async () => {
  const [alone, several] = [await gatherer(), await gatherer()];
  await initiate(app, alone, about('alone'));
  for (const title of ['one', 'two']) await initiate(app, several, about(title));
  app.clock.set(morning);
  await gatherDigests(app.context());
  const channel = mail();
  await delivered(channel);
  const all = await delivered(channel);
  expect(all.toSorted()).toEqual(['alone: alone', 'one: one', 'two: two']);
});

test('customers are never mixed, and what comes later waits for the next morning', async () => {
  await publishDigest();
  const [ada, bob] = [await gatherer(), await gatherer()];
  for (const number of [ada, bob, ada, bob, ada]) await initiate(app, number, about('x'));
  app.clock.set(morning);
  const late = await initiate(app, ada, about('late'));
  await gatherDigests(app.context());
  const channel = mail();
  const said = await delivered(channel);
  expect(said.toSorted()).toEqual(['Neues: 2 am 2027-03-04', 'Neues: 3 am 2027-03-04']);
  const [row] = await app.database.query<{ status: string }>(
    `select status from correspondence.communication where communication_id = $1`,
    [late],
  );
  expect(row).toEqual({ status: 'queued' });
});

test('the parts stay in the mailbox, each by itself', async () => {
  await publishDigest();
  const number = await app.person();
  await prefer(app, number, { group: 'loan-due', frequency: 'P1D' });
  for (const title of ['one', 'two']) await initiate(app, number, about(title));
  const mailbox = await app.get('/me/messages', customer(number));
  expect(mailbox.text.match(/"title":"(one|two)"/g)).toHaveLength(2);
  app.clock.set(morning);
  await gatherDigests(app.context());
  await delivered(mail());
  expect((await app.get('/me/messages', customer(number))).text).not.toContain('Neues');
});

test('one that cannot be written does not keep the others from theirs', async () => {
  await publishDigest();
  const [bad, good] = [await gatherer(), await gatherer()];
  for (const title of ['Kaputt', 'Kaputt']) await initiate(app, bad, about(title));
  for (const title of ['one', 'two']) await initiate(app, good, about(title));
  texts = async (job) =>
    JSON.stringify(job.data).includes('Kaputt') ? { kind: 'data-not-valid', faults: [] } : plain.texts(job);
  app.clock.set(morning);
  await gatherDigests(app.context()).catch(() => undefined);
  await gatherDigests(app.context()).catch(() => undefined);
  const channel = mail();
  expect(await delivered(channel)).toContain('Neues: 2 am 2027-03-04');
});

test('a digest by SMS fits into one, or its parts go by themselves', async () => {
  await publishDigest({ text: `{{ messages.size }} ${'x'.repeat(400)}` });
  const number = await gatherer('sms');
  for (const title of ['one', 'two']) await initiate(app, number, about(title));
  app.clock.set(morning);
  await gatherDigests(app.context());
  const channel = createRememberingChannel({ medium: 'sms' });
  await delivered(channel);
  await delivered(channel);
  expect(channel.taken.filter(({ text }) => text.length > 306)).toEqual([]);
  expect(channel.taken.length).toBeGreaterThan(0);
});

test('a digest has a title of one line, and html like any other message', async () => {
  const number = await gatherer();
  for (const title of ['one', 'two']) await initiate(app, number, about(title));
  const html = '<p>{{ messages.size }}<script>x()</script></p>';
  await publishDigest({ title: `Neues\n${'x'.repeat(200)}`, html });
  app.clock.set(morning);
  await gatherDigests(app.context());
  const channel = mail();
  await delivered(channel);
  const [first] = channel.taken;
  expect(first?.title).not.toContain('\n');
  expect(Array.from(first?.title ?? '').length).toBeLessThanOrEqual(120);
  expect(first?.html).toContain('<p>2');
  expect(first?.html).not.toContain('<script');
});

test('what was turned off since is not told after all', async () => {
  await publishDigest();
  const number = await gatherer();
  for (const title of ['one', 'two']) await initiate(app, number, about(title));
  await prefer(app, number, { group: 'loan-due', off: ['email'] });
  app.clock.set(morning);
  await gatherDigests(app.context());
  const channel = mail();
  await delivered(channel);
  expect(await delivered(channel)).toEqual([]);
});

test('two who gather at the same moment tell it once', async () => {
  await publishDigest();
  const number = await gatherer();
  for (const title of ['one', 'two']) await initiate(app, number, about(title));
  app.clock.set(morning);
  const held = {
    query: `select from correspondence.communication where customer_number = $1 for update`,
    values: [number],
  };
  await whileHeld(app.database, held, () => [gatherDigests(app.context()), gatherDigests(app.context())]);
  const channel = mail();
  expect(await delivered(channel)).toEqual(['Neues: 2 am 2027-03-04']);
});

test('a gateway sees neither the parts nor takes one of them', async () => {
  await publishDigest();
  const number = await gatherer();
  const [one] = [await initiate(app, number, about('one')), await initiate(app, number, about('two'))];
  app.clock.set(morning);
  const take = await app.post(
    '/communications/statuses',
    { items: [{ 'communication-id': one, status: 'sending' }] },
    gateway,
  );
  expect(take.status).not.toBe(204);
  await app.post(
    '/communications/statuses',
    { items: [{ 'communication-id': one, status: 'sent' }] },
    gateway,
  );
  await gatherDigests(app.context());
  const channel = mail();
  expect(await delivered(channel)).toEqual(['Neues: 2 am 2027-03-04']);
});

test('is wanted as long as any of its parts', async () => {
  await publishDigest();
  const number = await gatherer();
  await initiate(app, number, { ...about('one'), expires: '2027-03-04T07:01:00Z' });
  await initiate(app, number, about('two'));
  app.clock.set(morning);
  await gatherDigests(app.context());
  // Nobody could deliver anything for two minutes.
  app.clock.advance({ minutes: 2 });
  expect(await delivered(mail())).toEqual(['Neues: 2 am 2027-03-04']);
});

test('what expired before the morning is not told with the others', async () => {
  await publishDigest();
  const number = await gatherer();
  await initiate(app, number, { ...about('one'), expires: '2027-03-04T07:01:00Z' });
  for (const title of ['two', 'three']) await initiate(app, number, about(title));
  app.clock.set('2027-03-04T07:02:00Z');
  await gatherDigests(app.context());
  expect(await delivered(mail())).toEqual(['Neues: 2 am 2027-03-04']);
});

test('goes to the address that is known in the morning', async () => {
  await publishDigest();
  const number = await gatherer();
  for (const title of ['one', 'two']) await initiate(app, number, about(title));
  const answer = await app.call({
    method: 'POST',
    path: `/v1/party/parties/${number}/contact-points`,
    as: { kind: 'application', id: 'back-end', banks: ['01'], scope: 'party.write' },
    body: { method: 'email', usage: 'primary', address: { value: 'moved@example.org' } },
    headers: { 'idempotency-key': 'moved-00000000000001' },
  });
  expect(answer.status).toBe(201);
  app.clock.set(morning);
  await gatherDigests(app.context());
  const channel = mail();
  await delivered(channel);
  expect(channel.taken.map(({ to }) => to)).toEqual(['moved@example.org']);
});

test('a digest that cannot be read is set aside, and the others are told', async () => {
  await publishDigest();
  const [unreadable, other] = [await gatherer(), await gatherer()];
  for (const number of [unreadable, other]) {
    await initiate(app, number, about('Eins'));
    await initiate(app, number, about('Zwei'));
  }
  await app.database.query(
    `update correspondence.content set sealed = '\\xbad0' where content_id in
       (select content_id from correspondence.communication where customer_number = $1)`,
    [unreadable],
  );
  app.clock.set(morning);
  expect(await gatherDigests(app.context())).toBe(1);
  expect(await rowsOf(other)).toContain('email queued');
  expect(await app.database.query('select job, attempts from platform.set_aside_row')).toEqual([
    { job: 'gather-digests', attempts: 1 },
  ]);
  expect(await gatherDigests(app.context())).toBe(0);
  await app.database.query('delete from platform.set_aside_row');
});
