import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DocumentRenderer, TextSources } from '../../ports/document-renderer.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
} from '../../testing/correspondence-test-app.suite.ts';
import { deliverOnce, gateway, initiate } from '../../testing/delivery-steps.suite.ts';
import { whileLocked } from '../../testing/locked-rows.suite.ts';
import { createPlainRenderer } from '../../testing/plain-renderer.suite.ts';
import { publish, setPreference } from '../../testing/recipient-steps.suite.ts';
import { createRecordingChannel, type RecordingChannel } from '../../testing/recording-channel.suite.ts';
import { gatherDigests } from './gather-digests.ts';

const plain = createPlainRenderer();
let texts: DocumentRenderer['texts'] = plain.texts;
let app: CorrespondenceTestApp;

const afternoon = '2027-03-03T14:00:00Z';
const morning = '2027-03-04T07:00:00Z';

beforeAll(async () => {
  app = await createCorrespondenceTestApp({ documentRenderer: { ...plain, texts: (job) => texts(job) } });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  texts = plain.texts;
  app.clock.set(afternoon);
  await app.database.query(`delete from correspondence.communication`);
  await app.database.query(`delete from correspondence.template_locale`);
  await app.database.query(`delete from correspondence.template`);
});

/** Publishes the digest template. */
async function publishDigest(more: Partial<TextSources> = {}): Promise<void> {
  const sentTexts = { title: 'Neues', text: '{{ messages.size }} am {{ day }}', ...more };
  const published = await publish(
    app,
    {
      templateId: 'digest',
      schema: {},
      locales: [{ locale: 'de', texts: sentTexts, pdf: undefined, docx: undefined }],
    },
    { day: '2027-03-03', messages: [{ title: 'x' }] },
  );
  if (published.kind !== 'published') throw new Error(`not published: ${JSON.stringify(published)}`);
}

/** A customer with a daily loan digest by one medium. */
async function gatherer(medium = 'email'): Promise<string> {
  const number = await app.person();
  const off = ['email', 'sms', 'push', 'mailbox'].filter((one) => one !== medium);
  await setPreference(app, number, { group: 'loan-due', frequency: 'P1D', on: [medium], off });
  return number;
}

const about = (title: string) => ({
  'notification-group': 'loan-due',
  message: { title, body: { 'content-type': 'text/plain', content: title } },
});

async function delivered(channel: RecordingChannel): Promise<readonly string[]> {
  await deliverOnce(app, channel, { count: 100 });
  return channel.accepted.map(({ text, title }) => `${title}: ${text}`);
}

const mail = (): RecordingChannel => createRecordingChannel({ medium: 'email' });

/** All communications of a customer, oldest first, as `medium status reason`. */
async function rowsOf(number: string): Promise<readonly string[]> {
  const rows = await app.database.query<{ row: string }>(
    `select concat_ws(' ', medium, status, reason) as row from correspondence.communication
      where customer_number = $1 order by position`,
    [number],
  );
  return rows.map(({ row }) => row);
}

test('the parts of a digest are sent as one message, once, in the morning', async () => {
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

test('a single part is sent as it is, and so are all parts if the bank has no digest template', async () => {
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

test('customers are never mixed, and later parts wait for the next morning', async () => {
  await publishDigest();
  const [ada, bob] = [await gatherer(), await gatherer()];
  for (const number of [ada, bob, ada, bob, ada]) await initiate(app, number, about('x'));
  app.clock.set(morning);
  const late = await initiate(app, ada, about('late'));
  await gatherDigests(app.context());
  const channel = mail();
  const sentTexts = await delivered(channel);
  expect(sentTexts.toSorted()).toEqual(['Neues: 2 am 2027-03-04', 'Neues: 3 am 2027-03-04']);
  const [row] = await app.database.query<{ status: string }>(
    `select status from correspondence.communication where communication_id = $1`,
    [late],
  );
  expect(row).toEqual({ status: 'queued' });
});

test('the parts stay in the mailbox as separate messages', async () => {
  await publishDigest();
  const number = await app.person();
  await setPreference(app, number, { group: 'loan-due', frequency: 'P1D' });
  for (const title of ['one', 'two']) await initiate(app, number, about(title));
  const mailbox = await app.get('/me/messages', customer(number));
  expect(mailbox.text.match(/"title":"(one|two)"/g)).toHaveLength(2);
  app.clock.set(morning);
  await gatherDigests(app.context());
  await delivered(mail());
  expect((await app.get('/me/messages', customer(number))).text).not.toContain('Neues');
});

test('one digest that cannot be rendered does not block the others', async () => {
  await publishDigest();
  const [bad, good] = [await gatherer(), await gatherer()];
  for (const title of ['Kaputt', 'Kaputt']) await initiate(app, bad, about(title));
  for (const title of ['one', 'two']) await initiate(app, good, about(title));
  texts = async (job) =>
    JSON.stringify(job.data).includes('Kaputt') ? { kind: 'data-not-valid', errors: [] } : plain.texts(job);
  app.clock.set(morning);
  await gatherDigests(app.context()).catch(() => undefined);
  await gatherDigests(app.context()).catch(() => undefined);
  const channel = mail();
  expect(await delivered(channel)).toContain('Neues: 2 am 2027-03-04');
});

test('a digest by SMS fits into one message, or its parts are sent separately', async () => {
  await publishDigest({ text: `{{ messages.size }} ${'x'.repeat(400)}` });
  const number = await gatherer('sms');
  for (const title of ['one', 'two']) await initiate(app, number, about(title));
  app.clock.set(morning);
  await gatherDigests(app.context());
  const channel = createRecordingChannel({ medium: 'sms' });
  await delivered(channel);
  await delivered(channel);
  expect(channel.accepted.filter(({ text }) => text.length > 306)).toEqual([]);
  expect(channel.accepted.length).toBeGreaterThan(0);
});

test('a digest has a title of one line, and sanitized html like any other message', async () => {
  const number = await gatherer();
  for (const title of ['one', 'two']) await initiate(app, number, about(title));
  const html = '<p>{{ messages.size }}<script>x()</script></p>';
  await publishDigest({ title: `Neues\n${'x'.repeat(200)}`, html });
  app.clock.set(morning);
  await gatherDigests(app.context());
  const channel = mail();
  await delivered(channel);
  const [first] = channel.accepted;
  expect(first?.title).not.toContain('\n');
  expect(Array.from(first?.title ?? '').length).toBeLessThanOrEqual(120);
  expect(first?.html).toContain('<p>2');
  expect(first?.html).not.toContain('<script');
});

test('a group turned off in the meantime is not sent', async () => {
  await publishDigest();
  const number = await gatherer();
  for (const title of ['one', 'two']) await initiate(app, number, about(title));
  await setPreference(app, number, { group: 'loan-due', off: ['email'] });
  app.clock.set(morning);
  await gatherDigests(app.context());
  const channel = mail();
  await delivered(channel);
  expect(await delivered(channel)).toEqual([]);
});

test('two concurrent runs send a digest once', async () => {
  await publishDigest();
  const number = await gatherer();
  for (const title of ['one', 'two']) await initiate(app, number, about(title));
  app.clock.set(morning);
  const locked = {
    query: `select from correspondence.communication where customer_number = $1 for update`,
    values: [number],
  };
  await whileLocked(app.database, locked, () => [gatherDigests(app.context()), gatherDigests(app.context())]);
  const channel = mail();
  expect(await delivered(channel)).toEqual(['Neues: 2 am 2027-03-04']);
});

test('a gateway sees no parts and cannot claim one', async () => {
  await publishDigest();
  const number = await gatherer();
  const [one] = [await initiate(app, number, about('one')), await initiate(app, number, about('two'))];
  app.clock.set(morning);
  const claim = await app.post(
    '/communications/statuses',
    { items: [{ 'communication-id': one, status: 'sending' }] },
    gateway,
  );
  expect(claim.status).toBe(400);
  await app.post(
    '/communications/statuses',
    { items: [{ 'communication-id': one, status: 'sent' }] },
    gateway,
  );
  await gatherDigests(app.context());
  const channel = mail();
  expect(await delivered(channel)).toEqual(['Neues: 2 am 2027-03-04']);
});

test('does not expire before its parts', async () => {
  await publishDigest();
  const number = await gatherer();
  await initiate(app, number, { ...about('one'), expires: '2027-03-04T07:01:00Z' });
  await initiate(app, number, about('two'));
  app.clock.set(morning);
  await gatherDigests(app.context());
  // No delivery ran for two minutes.
  app.clock.advance({ minutes: 2 });
  expect(await delivered(mail())).toEqual(['Neues: 2 am 2027-03-04']);
});

test('a part that expired before the morning is not in the digest', async () => {
  await publishDigest();
  const number = await gatherer();
  await initiate(app, number, { ...about('one'), expires: '2027-03-04T07:01:00Z' });
  for (const title of ['two', 'three']) await initiate(app, number, about(title));
  app.clock.set('2027-03-04T07:02:00Z');
  await gatherDigests(app.context());
  expect(await delivered(mail())).toEqual(['Neues: 2 am 2027-03-04']);
});

test('goes to the address known in the morning', async () => {
  await publishDigest();
  const number = await gatherer();
  for (const title of ['one', 'two']) await initiate(app, number, about(title));
  const response = await app.call({
    method: 'POST',
    path: `/v1/party/parties/${number}/contact-points`,
    as: { kind: 'application', id: 'back-end', banks: ['01'], scope: 'party.write' },
    body: { method: 'email', usage: 'primary', address: { value: 'moved@example.org' } },
    headers: { 'idempotency-key': 'moved-00000000000001' },
  });
  expect(response.status).toBe(201);
  app.clock.set(morning);
  await gatherDigests(app.context());
  const channel = mail();
  await delivered(channel);
  expect(channel.accepted.map(({ to }) => to)).toEqual(['moved@example.org']);
});

test('a digest that cannot be decrypted becomes a dead letter, and the others are sent', async () => {
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
