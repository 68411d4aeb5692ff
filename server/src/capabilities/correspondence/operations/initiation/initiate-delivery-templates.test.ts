import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { DocumentRenderer } from '../../ports/document-renderer.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  type Fields,
  problemOf,
} from '../../testing/correspondence-test-app.suite.ts';
import { rowOf } from '../../testing/delivery-steps.suite.ts';
import { createPlainRenderer } from '../../testing/plain-renderer.suite.ts';
import { getAsSender, idIn, publish, requestMessage } from '../../testing/recipient-steps.suite.ts';

const plain = createPlainRenderer();
let texts: DocumentRenderer['texts'] = plain.texts;
let app: CorrespondenceTestApp;

beforeAll(async () => {
  app = await createCorrespondenceTestApp({ documentRenderer: { ...plain, texts: (job) => texts(job) } });
  await publish(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.clock.set('2027-03-03T10:00:00Z');
  texts = plain.texts;
});

const mail = { kind: 'email', details: 'a@example.org' };
const fromTemplate = (data: Fields | undefined, more: Fields = {}): Fields => ({
  contact: mail,
  message: undefined,
  'template-id': 'greeting',
  ...(data && { 'template-data': data }),
  ...more,
});
const messageOf = async (fields: Fields): Promise<unknown> =>
  at(await getAsSender(app, idIn(await requestMessage(app, fields))), 'message');

test('a message is rendered from its template and data', async () => {
  expect(await messageOf(fromTemplate({ name: 'Ada' }))).toEqual({
    title: 'Für Ada',
    body: { 'content-type': 'text/html', content: '<p>Ada</p>' },
    attachments: [],
  });
});

test('data does not become markup, and a title stays one short line', async () => {
  const message = await messageOf(fromTemplate({ name: '<script>x</script>\r\nBcc: you' }));
  expect(at(message, 'title')).toBe('Für <script>x</script> Bcc: you');
  expect(at(message, 'body', 'content')).not.toContain('<script');
});

test.each(['unknown', 'GREETING', 'greeting.'])('the template %s is not found', async (templateId) => {
  const response = await requestMessage(app, fromTemplate({ name: 'Ada' }, { 'template-id': templateId }));
  expect(problemOf(response)).toBe('440 template-not-found');
});

test.each<readonly [Fields | undefined, string, string]>([
  [undefined, '/name', 'required'],
  [{}, '/name', 'required'],
  [{ name: 1 }, '/name', 'type'],
  [{ name: 'x'.repeat(101) }, '/name', 'maxLength'],
])('invalid data is reported with its path: %j', async (data, path, rule) => {
  const response = await requestMessage(app, fromTemplate(data));
  expect(problemOf(response)).toBe('440 template-data-not-valid');
  expect(at(response.body, 'details')).toEqual({ faults: [{ path, rule }] });
});

test('field errors contain the path and never the value', async () => {
  const response = await requestMessage(app, fromTemplate({ name: ['Kanarienvogel'] }));
  expect(response.text).not.toContain('Kanarienvogel');
});

test('exceeding a limit is a field error of the data; a busy renderer returns retry later', async () => {
  texts = async () => ({ kind: 'over-limit', limit: 'time' });
  const over = await requestMessage(app, fromTemplate({ name: 'Ada' }));
  expect([problemOf(over), at(over.body, 'details')]).toEqual([
    '440 template-data-not-valid',
    { limit: 'time' },
  ]);
  texts = async () => ({ kind: 'busy' });
  const busy = await requestMessage(app, fromTemplate({ name: 'Ada' }));
  expect([problemOf(busy), Number(busy.headers['retry-after'])]).toEqual(['503 service-unavailable', 1]);
});

test('a broken template is an internal error, and its reason is not returned', async () => {
  texts = async () => ({ kind: 'template-not-valid', reason: 'secret reason' });
  const response = await requestMessage(app, fromTemplate({ name: 'Ada' }));
  expect(response.status).toBe(500);
  expect(response.text).not.toContain('secret reason');
});

test('data that makes an SMS too long is a field error', async () => {
  const sms = { contact: { kind: 'sms', details: '+4915112345678' } };
  await publish(app, {
    templateId: 'long',
    schema: {},
    locales: [{ locale: 'de', texts: { title: 'x', text: '{{ name }}' }, pdf: undefined, docx: undefined }],
  });
  const response = await requestMessage(
    app,
    fromTemplate({ name: 'x'.repeat(307) }, { ...sms, 'template-id': 'long' }),
  );
  expect([problemOf(response), at(response.body, 'details')]).toEqual([
    '440 template-data-not-valid',
    { limit: 'sms' },
  ]);
});

test('the short form is used for SMS', async () => {
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
  const fields = fromTemplate({ name: 'Ada' }, { 'template-id': 'short' });
  const sms = { contact: { kind: 'sms', details: '+4915112345678' } };
  expect(at(await messageOf({ ...fields, ...sms }), 'body', 'content')).toBe('Kurz, Ada');
});

test('the recipient’s language is used if the template has it, else that of the bank', async () => {
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
    const fields = fromTemplate(
      {},
      { contact: undefined, 'customer-number': number, 'template-id': 'languages' },
    );
    return at(await messageOf(fields), 'title');
  };
  expect(await titleFor('fr-CH')).toBe('Bonjour');
  expect(await titleFor('tlh')).toBe('Guten Tag');
  expect(await titleFor(undefined)).toBe('Guten Tag');
});

test('the newest version is used, and its category by default', async () => {
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
  const id = idIn(await requestMessage(app, fromTemplate({}, { 'template-id': 'versions' })));
  expect(at(await getAsSender(app, id), 'message', 'title')).toBe('two');
  expect(await rowOf(app, id)).toMatchObject({ status: 'queued' });
  const [row] = await app.database.query(
    `select message_category from correspondence.communication where communication_id = $1`,
    [id],
  );
  expect(row).toEqual({ message_category: 'card' });
});

test('templates of one bank are not found for another', async () => {
  const elsewhere = { 'template-id': 'greeting', 'template-data': { name: 'x' }, 'message-kind': 'notice' };
  const response = await app.call({
    method: 'POST',
    path: '/v1/correspondence/communications',
    as: { kind: 'application', id: 'back-end', banks: ['02'], scope: 'correspondence.send' },
    body: { contact: mail, ...elsewhere },
    headers: { 'idempotency-key': 'elsewhere-000000001' },
  });
  expect(problemOf(response)).toBe('440 template-not-found');
});
