import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  type Fields,
  problemOf,
} from '../../testing/correspondence-test-app.suite.ts';
import { deliverOnce, gateway } from '../../testing/delivery-steps.suite.ts';
import { idIn, requestMessage } from '../../testing/recipient-steps.suite.ts';
import { createRecordingChannel } from '../../testing/recording-channel.suite.ts';

vi.setConfig({ testTimeout: 40_000 });

let app: CorrespondenceTestApp;
/** URLs requested from the bank's store. */
const read: string[] = [];
const inspected: Uint8Array[] = [];

beforeAll(async () => {
  app = await createCorrespondenceTestApp({
    inspection: {
      inspect: async (_, content) => {
        inspected.push(content);
        if (Buffer.from(content).includes('KAPUTT')) throw new Error('malware scanner unavailable');
        if (Buffer.from(content).includes('EICAR')) return 'infected';
        if (Buffer.from(content).includes('VAST')) return 'too-large';
        return Buffer.from(content).includes('UNSEEN') ? 'not-scanned' : 'clean';
      },
    },
    contentStore: {
      read: async (_, url) => {
        read.push(url);
        return url.endsWith('/known') ? pdf('from the store') : undefined;
      },
    },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.clock.set('2027-03-03T10:00:00Z');
  read.length = 0;
  inspected.length = 0;
});

const literal = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 1, 2, 3]);
const zip = (...names: readonly string[]): Buffer =>
  Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), ...names.map((name) => Buffer.from(name))]);
function pdf(text: string): Buffer {
  return Buffer.from(`%PDF-1.7\n${text}`);
}

interface File {
  readonly type: string;
  readonly bytes?: Buffer;
  readonly url?: string;
}

const carrying = (...files: readonly File[]): Fields => ({
  contact: { kind: 'email', details: 'a@example.org' },
  message: {
    title: 'Files',
    body: { 'content-type': 'text/plain', content: 'x' },
    attachments: files.map(({ bytes, type, url }, index) => ({
      'content-type': type,
      name: `file ${index}`,
      ...(bytes && { content: bytes.toString('base64') }),
      ...(url && { 'content-url': url }),
    })),
  },
});

describe('a valid file', () => {
  test.each<readonly [string, Buffer]>([
    ['application/pdf', pdf('hello')],
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['application/msword', old],
    ['application/vnd.ms-excel', old],
    [literal, zip('word/document.xml')],
    [excel, zip('xl/workbook.xml')],
  ])('is accepted: %s', async (type, bytes) => {
    idIn(await requestMessage(app, carrying({ type, bytes })));
    expect(inspected.map((content) => Buffer.from(content))).toEqual([bytes]);
  });

  test('is sent with the message unchanged, and a gateway reads it by its link', async () => {
    const files = carrying({ type: 'image/png', bytes: png }, { type: 'application/pdf', bytes: pdf('x') });
    // A separate address: an older message to the same address would be sent first.
    const id = idIn(
      await requestMessage(app, { ...files, contact: { kind: 'email', details: 'b@example.org' } }),
    );
    const { body } = await app.get(`/communications/${id}`, gateway);
    const [first] = listAt(body, 'message', 'attachments');
    expect(first).toMatchObject({ 'content-type': 'image/png', name: 'file 0' });
    expect(Object.keys(Object(first)).toSorted()).toEqual(['content-type', 'content-url', 'name']);
    const file = await app.call({ method: 'GET', path: String(at(first, 'content-url')), as: gateway });
    expect([file.status, file.headers['content-type']]).toEqual([200, 'image/png']);
    const channel = createRecordingChannel({ medium: 'email' });
    await deliverOnce(app, channel, { count: 100 });
    const outbound = channel.accepted.find(({ communicationId }) => communicationId === id);
    expect(outbound?.enclosures.map(({ name }) => name)).toEqual(['file 0', 'file 1']);
    expect(Buffer.from(outbound?.enclosures[0]?.content ?? [])).toEqual(png);
  });

  test('is read from the bank’s own store if given by link', async () => {
    const url = 'https://portico.test/content/known';
    idIn(await requestMessage(app, carrying({ type: 'application/pdf', url })));
    expect(read).toEqual([url]);
    expect(inspected.map((content) => Buffer.from(content))).toEqual([pdf('from the store')]);
  });
});

describe('a file with other content than declared, or with active content, is rejected', () => {
  test.each<readonly [string, File]>([
    ['a program declared as pdf', { type: 'application/pdf', bytes: Buffer.from('MZ\u0090\0') }],
    ['an html page declared as a picture', { type: 'image/png', bytes: Buffer.from('<html>') }],
    ['a zip that is not a document', { type: literal, bytes: zip('evil.exe') }],
    ['a spreadsheet declared as a text document', { type: literal, bytes: zip('xl/workbook.xml') }],
    [
      'a text document with macros',
      { type: literal, bytes: zip('word/document.xml', 'word/vbaProject.bin') },
    ],
    ['a spreadsheet with macros', { type: excel, bytes: zip('xl/workbook.xml', 'xl/vbaProject.bin') }],
    [
      'a text document with a control',
      { type: literal, bytes: zip('word/document.xml', 'word/activeX/activeX1.xml') },
    ],
    [
      'a legacy text document with macros',
      { type: 'application/msword', bytes: Buffer.concat([old, Buffer.from('_VBA_PROJECT', 'utf16le')]) },
    ],
    [
      'a pdf with a script',
      { type: 'application/pdf', bytes: pdf('<< /S /JavaScript /JS (app.alert(1)) >>') },
    ],
    ['a pdf with a launch action', { type: 'application/pdf', bytes: pdf('<< /S /Launch >>') }],
    [
      'a pdf with a script whose name is escaped',
      { type: 'application/pdf', bytes: pdf('<< /S /J#61vaScript /JS (app.alert(1)) >>') },
    ],
    ['a file the scanner detects', { type: 'application/pdf', bytes: pdf('EICAR') }],
    ['a file too large for the scanner', { type: 'application/pdf', bytes: pdf('VAST') }],
    ['a file while no scanner is connected', { type: 'application/pdf', bytes: pdf('UNSEEN') }],
    ['a link to a missing file', { type: 'application/pdf', url: 'https://portico.test/content/unknown' }],
  ])('%s', async (_, file) => {
    const response = await requestMessage(app, carrying({ type: 'image/png', bytes: png }, file));
    expect(problemOf(response)).toBe('440 attachment-rejected');
    expect(at(response.body, 'details')).toEqual({ name: 'file 1' });
  });

  test.each([
    'https://evil.test/content/known',
    'http://portico.test/content/known',
    'https://portico.test.evil.test/content/known',
    'https://portico.test@evil.test/content/known',
    'https://portico.test/content/../known',
    'https://portico.test/content/%2e%2e/known',
    'https://portico.test\\@evil.test/content/known',
    'file:///content/known',
    'http://169.254.169.254/latest/known',
    'no link at all/known',
  ])('by the foreign link %s, which is not followed', async (url) => {
    const response = await requestMessage(app, carrying({ type: 'application/pdf', url }));
    expect(problemOf(response)).toBe('440 attachment-rejected');
    expect(read).toEqual([]);
  });

  test.each([
    ['that is rejected', 'EICAR', 440],
    ['that could not be scanned', 'KAPUTT', 500],
  ])('nothing is stored of a message with a file %s', async (_, text, status) => {
    const [before] = await app.database.query<{ many: number }>(
      `select count(*)::int as many from correspondence.content`,
    );
    const response = await requestMessage(app, carrying({ type: 'application/pdf', bytes: pdf(text) }));
    expect(response.status).toBeGreaterThanOrEqual(status);
    const [after] = await app.database.query<{ many: number }>(
      `select count(*)::int as many from correspondence.content`,
    );
    expect(after).toEqual(before);
  });

  test('a file that is too large, and several that are too large together', async () => {
    const bytes = Buffer.alloc(10_000_001, 'x');
    pdf('').copy(bytes);
    expect(problemOf(await requestMessage(app, carrying({ type: 'application/pdf', bytes })))).toBe(
      '440 attachment-rejected',
    );
    const file = { type: 'application/pdf', bytes: bytes.subarray(0, 8_500_000) };
    inspected.length = 0;
    expect(problemOf(await requestMessage(app, carrying(file, file, file)))).toBe('440 attachment-rejected');
    expect(inspected).toHaveLength(2);
  });
});

test('an encrypted file reveals neither its name nor its content', async () => {
  const fields = carrying({ type: 'application/pdf', bytes: pdf('Kanarienvogel') });
  idIn(await requestMessage(app, fields));
  const rows = await app.database.query<{ text: string }>(
    `select encode(sealed::bytea, 'escape') || row_to_json(a)::text as text from correspondence.attachment a`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ text }) => /Kanarienvogel|file 0/.test(text))).toEqual([]);
});
