import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertBankValue } from '#platform/testing/bank-values.ts';
import { at } from '#platform/testing/json-at.ts';
import {
  back,
  base,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  type Fields,
  fieldErrorsOf,
  problemOf,
  staff,
} from '../../testing/correspondence-test-app.suite.ts';
import { messageFields, sender } from '../../testing/delivery-steps.suite.ts';
import {
  countOf,
  getAsSender,
  idIn,
  requestMessage,
  setPreference,
} from '../../testing/recipient-steps.suite.ts';

let app: CorrespondenceTestApp;
let ada: string;

beforeAll(async () => {
  app = await createCorrespondenceTestApp();
  ada = await app.person({ 'email-address': { value: 'ada@example.org' } });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2027-03-03T10:00:00Z'));

const to = (contact: Fields, more: Fields = {}): Fields => ({ contact, ...more });
const plain = (content: string, title = 'Hello'): Fields => ({
  message: { title, body: { 'content-type': 'text/plain', content } },
});

describe('the category of a message', () => {
  test('may be one that the bank added, and none that it has ended', async () => {
    const schemaId = 'message-categories';
    await insertBankValue(app.database, { schemaId, literal: 'pension', code: 'P1' });
    await insertBankValue(app.database, {
      schemaId,
      literal: 'savings',
      code: '005',
      validUntil: '2025-12-31T23:59:59Z',
    });
    const added = await requestMessage(app, { 'customer-number': ada, 'message-category': 'pension' });
    expect(added.status).toBe(201);
    const ended = await requestMessage(app, { 'customer-number': ada, 'message-category': 'savings' });
    expect(fieldErrorsOf(ended)).toEqual(['400 message-category enum']);
    // Messages may still have it, so the mailbox is searched for it.
    const found = await app.get('/me/messages?categories=savings,pension', customer(ada));
    expect(found.status).toBe(200);
    const unknown = await app.get('/me/messages?categories=spam', customer(ada));
    expect(fieldErrorsOf(unknown)).toEqual(['400 categories[0] enum']);
  });
});

describe('a message is accepted', () => {
  test('and its response has its id and URI, with all defaults', async () => {
    const response = await requestMessage(app, { 'customer-number': ada });
    const id = idIn(response);
    const uri = `${base}/communications/${id}`;
    expect(response).toMatchObject({ status: 201, body: { id, uri } });
    expect(String(response.headers['location'])).toMatch(/^https?:\/\//);
    expect(new URL(String(response.headers['location'])).pathname).toBe(uri);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await getAsSender(app, id)).toEqual({
      'communication-id': id,
      contact: {
        usage: 'primary',
        kind: 'email',
        details: 'ada@example.org',
        'contact-preference': {
          'opt-ins': [],
          'opt-outs': [],
          uri: `/v1/party/parties/${ada}/contact-preference`,
        },
        uri: expect.stringMatching(`^/v1/party/parties/${ada}/contact-points/[^/]+$`),
      },
      'customer-number': ada,
      created: '2027-03-03T10:00:00.000Z',
      status: 'queued',
      expires: '2027-03-10T10:00:00.000Z',
      'message-kind': 'notice',
      priority: 'normal',
      'retry-count': 0,
      message: {
        title: 'Hello',
        body: { 'content-type': 'text/plain', content: 'Good day.' },
        attachments: [],
      },
    });
    expect(await app.eventsOf('communication', id)).toEqual([
      {
        name: 'communication-initiated',
        data: {
          'communication-id': id,
          'customer-number': ada,
          'contact-medium': 'email',
          'message-kind': 'notice',
        },
      },
    ]);
    expect(await app.auditOf('communication', id)).toHaveLength(1);
  });

  test('with all optional members', async () => {
    const more = {
      'contact-medium': 'sms',
      'source-channel': 'branch',
      priority: 'high',
      urgency: 'urgent',
      'message-category': 'card',
      expires: '2027-03-04T12:00:00+02:00',
      'not-before': '2027-03-03T10:30:00Z',
      'batch-id': 'b'.repeat(64),
      'notification-group': 'security',
      'account-id': 'a-1',
    };
    const id = idIn(
      await requestMessage(app, { 'customer-number': ada, 'message-kind': 'security-notice', ...more }),
    );
    expect(await getAsSender(app, id)).toMatchObject({
      contact: { kind: 'sms' },
      priority: 'high',
      expires: '2027-03-04T10:00:00.000Z',
    });
    const [row] = await app.database.query(
      `select source_channel, urgency, message_category, batch_id, notification_group, account_id,
              release_at = '2027-03-03T10:30:00Z' as is_released_then
         from correspondence.communication where communication_id = $1`,
      [id],
    );
    expect(row).toEqual({
      source_channel: 'branch',
      urgency: 'urgent',
      message_category: 'card',
      batch_id: 'b'.repeat(64),
      notification_group: 'security',
      account_id: 'a-1',
      is_released_then: true,
    });
  });

  test.each([
    [{ kind: 'email', details: 'Ada@EXAMPLE.org' }, 'Ada@example.org'],
    [{ kind: 'sms', details: '+49 (151) 123-45678' }, '+4915112345678'],
    [{ kind: 'letter', details: 'Ada\nLindenstraße 12\n10969 Berlin' }, 'Ada\nLindenstraße 12\n10969 Berlin'],
    [
      { kind: 'email', details: 'a@example.org', usage: 'work', uri: 'x', 'contact-preference': {} },
      'a@example.org',
    ],
  ])('to the bare address %j', async (contact, details) => {
    const id = idIn(await requestMessage(app, to(contact)));
    const shown = await getAsSender(app, id);
    expect(at(shown, 'contact')).toEqual({
      usage: 'usage' in contact ? contact.usage : 'primary',
      kind: contact.kind,
      details,
    });
    expect(at(shown, 'customer-number')).toBeUndefined();
  });

  test('html is sanitized before it is stored', async () => {
    const content = '<p onclick="x()">Hi <script>steal()</script><a href="https://evil.test/">there</a></p>';
    const message = { title: 'Hi', body: { 'content-type': 'text/html', content } };
    const id = idIn(await requestMessage(app, { 'customer-number': ada, message }));
    const shown = String(at(await getAsSender(app, id), 'message', 'body', 'content'));
    expect(shown).toContain('there');
    expect(shown).not.toMatch(/script|steal|onclick|evil\.test/);
  });
});

describe('an invalid request is rejected', () => {
  const mail = { kind: 'email', details: 'a@example.org' };
  const attachment = (more: Fields): Fields => ({
    message: {
      title: 'x',
      body: { 'content-type': 'text/plain', content: 'x' },
      attachments: [{ 'content-type': 'application/pdf', name: 'a.pdf', content: 'JVBERi0=', ...more }],
    },
  });
  const mailTo = (more: Fields): Fields => to(mail, more);

  test.each<readonly [string, Fields, readonly string[]]>([
    ['no recipient', {}, ['customer-number combination-required']],
    ['a number and an address', mailTo({ 'customer-number': '1' }), ['contact combination-not-allowed']],
    ['a medium that is not the address', mailTo({ 'contact-medium': 'sms' }), ['contact-medium mismatch']],
    ['an invalid e-mail address', to({ kind: 'email', details: 'a@@b' }), ['contact.details format']],
    [
      'an e-mail address with a header',
      to({ kind: 'email', details: 'a@example.org\r\nBcc: b@example.org' }),
      ['contact.details format'],
    ],
    ['an invalid phone number', to({ kind: 'sms', details: '0151 1234' }), ['contact.details format']],
    ['no details', to({ kind: 'sms' }), ['contact.details required']],
    ['empty details', to({ kind: 'letter', details: '' }), ['contact.details too-short']],
    [
      'a mailbox without a customer',
      to({ kind: 'mailbox', details: '1' }),
      ['contact.kind combination-not-allowed'],
    ],
    ['another kind of address', to({ kind: 'fax', details: '1' }), ['contact.kind enum']],
    ['another member of an address', to({ ...mail, name: 'x' }), ['contact.name unknown-field']],
    ['no content', mailTo({ message: undefined }), ['message combination-required']],
    [
      'data without a template',
      mailTo({ message: undefined, 'template-data': {} }),
      ['template-id combination-required', 'message combination-required'],
    ],
    ['a template and a message', mailTo({ 'template-id': 'x' }), ['message combination-not-allowed']],
    [
      'a template with a path',
      mailTo({ message: undefined, 'template-id': '../x' }),
      ['template-id pattern'],
    ],
    [
      'data that is a list',
      mailTo({ message: undefined, 'template-id': 'x', 'template-data': [] }),
      ['template-data type'],
    ],
    [
      'too much data',
      mailTo({ message: undefined, 'template-id': 'x', 'template-data': { a: 'x'.repeat(1_000_000) } }),
      ['template-data too-long'],
    ],
    ['no kind', mailTo({ 'message-kind': undefined }), ['message-kind required']],
    ['another kind', mailTo({ 'message-kind': 'spam' }), ['message-kind enum']],
    ['another medium', mailTo({ 'contact-medium': 'fax' }), ['contact-medium enum']],
    ['another priority', mailTo({ priority: 'urgent' }), ['priority enum']],
    ['another urgency', mailTo({ urgency: 'high' }), ['urgency enum']],
    ['another category', mailTo({ 'message-category': 'spam' }), ['message-category enum']],
    ['another group', mailTo({ 'notification-group': 'spam' }), ['notification-group enum']],
    ['a channel too long', mailTo({ 'source-channel': 'x'.repeat(31) }), ['source-channel too-long']],
    ['an empty batch', mailTo({ 'batch-id': '' }), ['batch-id too-short']],
    ['a batch too long', mailTo({ 'batch-id': 'x'.repeat(65) }), ['batch-id too-long']],
    ['a time without an offset', mailTo({ expires: '2027-03-04T10:00:00' }), ['expires format']],
    ['no moment', mailTo({ 'not-before': 'tomorrow' }), ['not-before format']],
    ['a customer number with signs', { 'customer-number': "1' or 1=1" }, ['customer-number pattern']],
    ['another member', mailTo({ bcc: 'x' }), ['bcc unknown-field']],
    ['an empty title', mailTo(plain('x', '')), ['message.title too-short']],
    ['a title too long', mailTo(plain('x', 'x'.repeat(121))), ['message.title too-long']],
    ['a title of two lines', mailTo(plain('x', 'a\r\nBcc: b')), ['message.title pattern']],
    ['an empty text', mailTo(plain('')), ['message.body.content too-short']],
    ['a text too long', mailTo(plain('ä'.repeat(50_001))), ['message.body.content too-long']],
    ['a file without a name', mailTo(attachment({ name: '' })), ['message.attachments[0].name too-short']],
    ['a file with a path', mailTo(attachment({ name: '../a.pdf' })), ['message.attachments[0].name pattern']],
    ['a file named dots', mailTo(attachment({ name: '..' })), ['message.attachments[0].name pattern']],
    [
      'a file with a right-to-left override',
      mailTo(attachment({ name: 'a\u202Efdp.exe' })),
      ['message.attachments[0].name pattern'],
    ],
    [
      'a file with bytes and link',
      mailTo(attachment({ 'content-url': 'https://portico.test/content/1' })),
      ['message.attachments[0].content-url combination-not-allowed'],
    ],
    [
      'a file without bytes and link',
      mailTo(attachment({ content: undefined })),
      ['message.attachments[0].content combination-required'],
    ],
    ['no base64', mailTo(attachment({ content: 'JVBE*i0=' })), ['message.attachments[0].content format']],
    ['short base64', mailTo(attachment({ content: 'JVBERi0' })), ['message.attachments[0].content format']],
    ['base64url', mailTo(attachment({ content: 'JVBE-_==' })), ['message.attachments[0].content format']],
    [
      'an unsupported type of file',
      mailTo(attachment({ 'content-type': 'text/html' })),
      ['message.attachments[0].content-type enum'],
    ],
    [
      'too many files',
      mailTo({
        message: {
          title: 'x',
          body: { 'content-type': 'text/plain', content: 'x' },
          attachments: Array.from({ length: 11 }, () => ({
            'content-type': 'application/pdf',
            name: 'a.pdf',
            content: 'JVBERi0=',
          })),
        },
      }),
      ['message.attachments too-many'],
    ],
  ])('%s', async (_, fields, errors) => {
    const response = await requestMessage(app, fields);
    expect(fieldErrorsOf(response)).toEqual(errors.map((error) => `400 ${error}`));
  });

  test.each(['source-channel', 'batch-id', 'account-id'])('zero characters in %s', async (member) => {
    const response = await requestMessage(app, { 'customer-number': ada, [member]: 'a\0b' });
    expect(fieldErrorsOf(response)).toEqual(['400 undefined malformed']);
  });

  test('html that is empty after sanitizing', async () => {
    const message = {
      title: 'x',
      body: { 'content-type': 'text/html', content: '<script>steal()</script>' },
    };
    const response = await requestMessage(app, { 'customer-number': ada, message });
    expect(fieldErrorsOf(response).map((error) => error.split(' ')[1])).toEqual(['message.body.content']);
  });

  test.each(['<b>', '<b>1</b>', '1<br>', '<div><p>', '&#', '<'])(
    'expensive html is accepted or rejected quickly and without an error: %s',
    async (piece) => {
      const content = piece.repeat(Math.floor(490_000 / piece.length));
      const message = { title: 'x', body: { 'content-type': 'text/html', content } };
      const begun = performance.now();
      const response = await requestMessage(app, { 'customer-number': ada, message });
      expect([201, 400]).toContain(response.status);
      expect(performance.now() - begun).toBeLessThan(5_000);
    },
  );

  test('a text that does not fit into two SMS segments', async () => {
    const sms = (content: string) =>
      requestMessage(app, to({ kind: 'sms', details: '+4915112345678' }, plain(content)));
    expect((await sms('x'.repeat(306))).status).toBe(201);
    expect(fieldErrorsOf(await sms('x'.repeat(307)))).toEqual(['400 message.body.content too-long']);
    // Two units each, and a surrogate pair is never split: one unit of each segment stays empty.
    expect((await sms('€'.repeat(152))).status).toBe(201);
    expect(fieldErrorsOf(await sms('€'.repeat(153)))).toEqual(['400 message.body.content too-long']);
    expect((await sms('ж'.repeat(134))).status).toBe(201);
    expect(fieldErrorsOf(await sms('ж'.repeat(135)))).toEqual(['400 message.body.content too-long']);
  });
});

describe('who may have messages sent', () => {
  test.each([
    ['an application with another scope', back(['correspondence.deliver']), 403],
    ['staff without the role', staff('e-1', ['fraud-desk']), 403],
    ['a customer', customer('1', {}), 403],
  ])('not %s', async (_, as, status) => {
    expect((await app.post('/communications', messageFields({ 'customer-number': ada }), as)).status).toBe(
      status,
    );
  });

  test('no token', async () => {
    const path = `${base}/communications`;
    expect((await app.call({ method: 'POST', path, body: messageFields() })).status).toBe(401);
  });

  test('a correspondent, but not to customers of another bank', async () => {
    const body = messageFields({ 'customer-number': ada });
    expect((await app.post('/communications', body, staff('e-1', ['correspondent']))).status).toBe(201);
    const elsewhere = back(['correspondence.send'], { banks: ['02'] });
    expect(problemOf(await app.post('/communications', body, elsewhere))).toBe('440 recipient-not-found');
  });
});

test('staff, but not to customers of another unit', async () => {
  const as = { kind: 'employee', id: 'e-2', banks: ['01'], roles: ['correspondent'] } as const;
  const body = messageFields({ 'customer-number': ada });
  const response = await app.post('/communications', body, { ...as, claims: { unit: 'unit-7' } });
  expect(problemOf(response)).toBe('440 recipient-not-found');
});

describe('an idempotency key sends a message once', () => {
  const send = (key: string, body: Fields) =>
    app.call({
      method: 'POST',
      path: `${base}/communications`,
      as: sender,
      body,
      headers: { 'idempotency-key': key },
    });

  test('a missing key is rejected for a strict client, and creates a new message for a seed-compatible one', async () => {
    const body = messageFields({ 'customer-number': ada });
    const request = { method: 'POST', path: `${base}/communications`, body } as const;
    const strict = await app.call({ ...request, as: { ...sender, claims: { idempotency: 'strict' } } });
    expect([strict.status, at(strict.body, 'errors', 0, 'code')]).toEqual([400, 'required']);
    const first = await app.call({ ...request, as: sender });
    const second = await app.call({ ...request, as: sender });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers['location']).not.toBe(first.headers['location']);
  });

  test('a repeated request gets the same response and one row; another request with the key is rejected', async () => {
    const bob = await app.person();
    const body = messageFields({ 'customer-number': bob });
    const first = await send('again-0000000000001', body);
    const second = await send('again-0000000000001', body);
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(second.headers['location']).toBe(first.headers['location']);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await countOf(app, bob)).toBe(1);
    const other = await send('again-0000000000001', { ...body, priority: 'high' });
    expect(problemOf(other)).toBe('422 idempotency-key-reused');
    expect(await countOf(app, bob)).toBe(1);
  });

  test('a repeated request gets the same response after the customer has opted out', async () => {
    const bob = await app.person();
    const body = messageFields({ 'customer-number': bob, 'notification-group': 'loan-due' });
    const first = await send('opted-out-000000000001', body);
    expect(first.status).toBe(201);
    await setPreference(app, bob, { group: 'loan-due', off: ['email', 'push', 'mailbox'] });
    const second = await send('opted-out-000000000001', body);
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(problemOf(await send('opted-out-000000000002', body))).toBe('440 recipient-opted-out');
    expect(await countOf(app, bob)).toBe(1);
  });

  test('the keys of two callers are independent', async () => {
    const bob = await app.person();
    const body = messageFields({ 'customer-number': bob });
    await send('shared-00000000000001', body);
    const other = await app.call({
      method: 'POST',
      path: `${base}/communications`,
      as: back(['correspondence.send'], { id: 'other' }),
      body,
      headers: { 'idempotency-key': 'shared-00000000000001' },
    });
    expect([other.status, other.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(await countOf(app, bob)).toBe(2);
  });

  test('ten concurrent requests create one message', async () => {
    const bob = await app.person();
    const body = messageFields({ 'customer-number': bob });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => send('parallel-0000000000001', body)),
    );
    expect(new Set(responses.map(({ status }) => status)).difference(new Set([201, 409]))).toEqual(new Set());
    const ids = responses.filter(({ status }) => status === 201).map(({ body: made }) => at(made, 'id'));
    expect(new Set(ids).size).toBe(1);
    expect(await countOf(app, bob)).toBe(1);
    expect(await app.eventsOf('communication', String(ids[0]))).toHaveLength(1);
  });
});

test('many concurrent callers are all served', async () => {
  const bob = await app.person();
  const responses = await Promise.all(
    Array.from({ length: 60 }, () => requestMessage(app, { 'customer-number': bob })),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await countOf(app, bob)).toBe(60);
});

test('no event, audit record, row or log line contains the address or the content', async () => {
  const [canary, address] = ['Kanarienvogel', 'canary.seen@example.org'];
  const bob = await app.person({ 'email-address': { value: address } });
  const linesBefore = app.lines.length;
  const message = { title: `T ${canary}`, body: { 'content-type': 'text/plain', content: `B ${canary}` } };
  idIn(await requestMessage(app, { 'customer-number': bob, message }));
  idIn(await requestMessage(app, { contact: { kind: 'email', details: address }, message }));
  await requestMessage(app, { contact: { kind: 'sms', details: '0151' }, message, 'message-kind': canary });
  const locked = await app.database.query<{ text: string }>(
    `select row_to_json(t)::text as text from platform.outbox_event t
      union all select row_to_json(t)::text from platform.audit_entry t
      union all select row_to_json(t)::text from correspondence.communication t
      union all select row_to_json(t)::text from correspondence.content t
      union all select row_to_json(t)::text from correspondence.mailbox_message t`,
  );
  expect(locked.length).toBeGreaterThan(5);
  const everything = [...locked.map(({ text }) => text), JSON.stringify(app.lines.slice(linesBefore))];
  expect(everything.filter((text) => text.includes(canary) || text.includes('canary.seen'))).toEqual([]);
});
