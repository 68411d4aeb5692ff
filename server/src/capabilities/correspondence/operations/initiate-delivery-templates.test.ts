import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { DocumentRenderer } from '../ports/document-renderer.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  type Fields,
  refusalOf,
} from '../testing/correspondence-test-app.suite.ts';
import { rowOf } from '../testing/delivery-steps.suite.ts';
import { createPlainPress } from '../testing/plain-renderer.suite.ts';
import { ask, idIn, publish, readBySender } from '../testing/recipient-steps.suite.ts';

const plain = createPlainPress();
let texts: DocumentRenderer['texts'] = plain.texts;
let app: CorrespondenceTestApp;

beforeAll(async () => {
  app = await createCorrespondenceTestApp({ press: { ...plain, texts: (job) => texts(job) } });
  await publish(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.clock.set('2027-03-03T10:00:00Z');
  texts = plain.texts;
});

const mail = { kind: 'email', details: 'a@example.org' };
const said = (data: Fields | undefined, more: Fields = {}): Fields => ({
  contact: mail,
  message: undefined,
  'template-id': 'greeting',
  ...(data && { 'template-data': data }),
  ...more,
});
const messageOf = async (fields: Fields): Promise<unknown> =>
  at(await readBySender(app, idIn(await ask(app, fields))), 'message');

test('a message is written by its template, with the data in it', async () => {
  expect(await messageOf(said({ name: 'Ada' }))).toEqual({
    title: 'Für Ada',
    body: { 'content-type': 'text/html', content: '<p>Ada</p>' },
    attachments: [],
  });
});

test('data does not become markup, and a title stays one short line', async () => {
  const message = await messageOf(said({ name: '<script>x</script>\r\nBcc: you' }));
  expect(at(message, 'title')).toBe('Für <script>x</script> Bcc: you');
  expect(at(message, 'body', 'content')).not.toContain('<script');
});

test.each(['unknown', 'GREETING', 'greeting.'])('the template %s is not found', async (templateId) => {
  const answer = await ask(app, said({ name: 'Ada' }, { 'template-id': templateId }));
  expect(refusalOf(answer)).toBe('440 template-not-found');
});

test.each<readonly [Fields | undefined, string, string]>([
  [undefined, '/name', 'required'],
  [{}, '/name', 'required'],
  [{ name: 1 }, '/name', 'type'],
  [{ name: 'x'.repeat(101) }, '/name', 'maxLength'],
])('data that does not fit is told with its place: %j', async (data, path, rule) => {
  const answer = await ask(app, said(data));
  expect(refusalOf(answer)).toBe('440 template-data-not-valid');
  expect(at(answer.body, 'details')).toEqual({ faults: [{ path, rule }] });
});

test('faults tell the place and never the value', async () => {
  const answer = await ask(app, said({ name: ['Kanarienvogel'] }));
  expect(answer.text).not.toContain('Kanarienvogel');
});

test('what grows beyond a limit is the fault of the data; a busy press asks for patience', async () => {
  texts = async () => ({ kind: 'over-limit', limit: 'time' });
  const over = await ask(app, said({ name: 'Ada' }));
  expect([refusalOf(over), at(over.body, 'details')]).toEqual([
    '440 template-data-not-valid',
    { limit: 'time' },
  ]);
  texts = async () => ({ kind: 'busy' });
  const busy = await ask(app, said({ name: 'Ada' }));
  expect([refusalOf(busy), Number(busy.headers['retry-after'])]).toEqual(['503 service-unavailable', 1]);
});

test('a template that broke is our fault, and its reason stays with us', async () => {
  texts = async () => ({ kind: 'template-not-valid', reason: 'secret reason' });
  const answer = await ask(app, said({ name: 'Ada' }));
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('secret reason');
});

test('what does not fit into an SMS is the fault of the data', async () => {
  const sms = { contact: { kind: 'sms', details: '+4915112345678' } };
  await publish(app, {
    templateId: 'long',
    schema: {},
    locales: [{ locale: 'de', texts: { title: 'x', text: '{{ name }}' }, pdf: undefined, docx: undefined }],
  });
  const answer = await ask(app, said({ name: 'x'.repeat(307) }, { ...sms, 'template-id': 'long' }));
  expect([refusalOf(answer), at(answer.body, 'details')]).toEqual([
    '440 template-data-not-valid',
    { limit: 'sms' },
  ]);
});

test('the short form is what an SMS says', async () => {
  await publish(app, {
    templateId: 'short',
    locales: [
      {
        locale: 'de',
        texts: { title: 'x', text: 'lang '.repeat(200), short: 'Kurz, {{ name }}' },
        pdf: undefined,
        docx: undefined,
      },
    ],
  });
  const fields = said({ name: 'Ada' }, { 'template-id': 'short' });
  const sms = { contact: { kind: 'sms', details: '+4915112345678' } };
  expect(at(await messageOf({ ...fields, ...sms }), 'body', 'content')).toBe('Kurz, Ada');
});

test('the recipient’s language is spoken where the template knows it, else the bank’s', async () => {
  const locale = (name: string, text: string) => ({
    locale: name,
    texts: { title: text, text },
    pdf: undefined,
    docx: undefined,
  });
  await publish(app, {
    templateId: 'languages',
    schema: {},
    locales: [locale('en', 'Hello'), locale('de', 'Guten Tag'), locale('fr', 'Bonjour')],
  });
  const titleFor = async (language: string | undefined): Promise<unknown> => {
    const preference = language && { 'contact-preference': { 'preferred-language': language } };
    const number = await app.person(preference || {});
    const fields = said({}, { contact: undefined, 'customer-number': number, 'template-id': 'languages' });
    return at(await messageOf(fields), 'title');
  };
  expect(await titleFor('fr-CH')).toBe('Bonjour');
  expect(await titleFor('tlh')).toBe('Guten Tag');
  expect(await titleFor(undefined)).toBe('Guten Tag');
});

test('the newest version is what is said, and its category where nobody names another', async () => {
  const text = (title: string) => [
    { locale: 'de', texts: { title, text: 'x' }, pdf: undefined, docx: undefined },
  ];
  await publish(app, { templateId: 'versions', schema: {}, locales: text('one') });
  await publish(app, {
    templateId: 'versions',
    schema: {},
    locales: text('two'),
    messageCategory: 'card',
  });
  const id = idIn(await ask(app, said({}, { 'template-id': 'versions' })));
  expect(at(await readBySender(app, id), 'message', 'title')).toBe('two');
  expect(await rowOf(app, id)).toMatchObject({ status: 'queued' });
  const [row] = await app.database.query(
    `select message_category from correspondence.communication where communication_id = $1`,
    [id],
  );
  expect(row).toEqual({ message_category: 'card' });
});

test('templates of one bank are not there for another', async () => {
  const elsewhere = { 'template-id': 'greeting', 'template-data': { name: 'x' }, 'message-kind': 'notice' };
  const answer = await app.call({
    method: 'POST',
    path: '/v1/correspondence/communications',
    as: { kind: 'application', id: 'back-end', banks: ['02'], scope: 'correspondence.send' },
    body: { contact: mail, ...elsewhere },
    headers: { 'idempotency-key': 'elsewhere-000000001' },
  });
  expect(refusalOf(answer)).toBe('440 template-not-found');
});
