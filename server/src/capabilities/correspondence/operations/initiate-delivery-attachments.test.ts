import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  type Fields,
  refusalOf,
} from '../testing/correspondence-test-app.suite.ts';
import { deliverOnce, gateway } from '../testing/delivery-steps.suite.ts';
import { ask, idIn } from '../testing/recipient-steps.suite.ts';
import { createRememberingChannel } from '../testing/remembering-channel.suite.ts';

vi.setConfig({ testTimeout: 40_000 });

let app: CorrespondenceTestApp;
/** What was asked of the bank's store. */
const read: string[] = [];
const inspected: Uint8Array[] = [];

beforeAll(async () => {
  app = await createCorrespondenceTestApp({
    inspection: {
      inspect: async (content) => {
        inspected.push(content);
        if (Buffer.from(content).includes('KAPUTT')) throw new Error('the scanner is not there');
        return Buffer.from(content).includes('EICAR') ? 'infected' : 'clean';
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

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
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
    attachments: files.map(({ bytes, type, url }, place) => ({
      'content-type': type,
      name: `file ${place}`,
      ...(bytes && { content: bytes.toString('base64') }),
      ...(url && { 'content-url': url }),
    })),
  },
});

describe('a file that is what it says', () => {
  test.each<readonly [string, Buffer]>([
    ['application/pdf', pdf('hello')],
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['application/msword', old],
    ['application/vnd.ms-excel', old],
    [word, zip('word/document.xml')],
    [excel, zip('xl/workbook.xml')],
  ])('is taken: %s', async (type, bytes) => {
    idIn(await ask(app, carrying({ type, bytes })));
    expect(inspected.map((content) => Buffer.from(content))).toEqual([bytes]);
  });

  test('leaves with the message, byte for byte, and a gateway reads it by its link', async () => {
    const files = carrying({ type: 'image/png', bytes: png }, { type: 'application/pdf', bytes: pdf('x') });
    // An address of its own: who has an older message is not handed this one first.
    const id = idIn(await ask(app, { ...files, contact: { kind: 'email', details: 'b@example.org' } }));
    const { body } = await app.get(`/communications/${id}`, gateway);
    const [first] = listAt(body, 'message', 'attachments');
    expect(first).toMatchObject({ 'content-type': 'image/png', name: 'file 0' });
    expect(Object.keys(Object(first)).toSorted()).toEqual(['content-type', 'content-url', 'name']);
    const file = await app.call({ method: 'GET', path: String(at(first, 'content-url')), as: gateway });
    expect([file.status, file.headers['content-type']]).toEqual([200, 'image/png']);
    const channel = createRememberingChannel({ medium: 'email' });
    await deliverOnce(app, channel, { count: 100 });
    const outbound = channel.taken.find(({ communicationId }) => communicationId === id);
    expect(outbound?.enclosures.map(({ name }) => name)).toEqual(['file 0', 'file 1']);
    expect(Buffer.from(outbound?.enclosures[0]?.content ?? [])).toEqual(png);
  });

  test('is read from the bank’s own store where it is given by link', async () => {
    const url = 'https://portico.test/content/known';
    idIn(await ask(app, carrying({ type: 'application/pdf', url })));
    expect(read).toEqual([url]);
    expect(inspected.map((content) => Buffer.from(content))).toEqual([pdf('from the store')]);
  });
});

describe('a file that is not what it says, or not safe, is rejected', () => {
  test.each<readonly [string, File]>([
    ['a program that says it is a pdf', { type: 'application/pdf', bytes: Buffer.from('MZ\u0090\0') }],
    ['a page that says it is a picture', { type: 'image/png', bytes: Buffer.from('<html>') }],
    ['a zip that is no document', { type: word, bytes: zip('evil.exe') }],
    ['a table that says it is a text', { type: word, bytes: zip('xl/workbook.xml') }],
    ['a text with macros', { type: word, bytes: zip('word/document.xml', 'word/vbaProject.bin') }],
    ['a table with macros', { type: excel, bytes: zip('xl/workbook.xml', 'xl/vbaProject.bin') }],
    ['a text with a control', { type: word, bytes: zip('word/document.xml', 'word/activeX/activeX1.xml') }],
    [
      'an old text with macros',
      { type: 'application/msword', bytes: Buffer.concat([old, Buffer.from('_VBA_PROJECT', 'utf16le')]) },
    ],
    [
      'a pdf with a program',
      { type: 'application/pdf', bytes: pdf('<< /S /JavaScript /JS (app.alert(1)) >>') },
    ],
    ['a pdf that starts a program', { type: 'application/pdf', bytes: pdf('<< /S /Launch >>') }],
    [
      'a pdf with a program whose name is written in numbers',
      { type: 'application/pdf', bytes: pdf('<< /S /J#61vaScript /JS (app.alert(1)) >>') },
    ],
    ['what the scanner knows', { type: 'application/pdf', bytes: pdf('EICAR') }],
    ['a link to nothing', { type: 'application/pdf', url: 'https://portico.test/content/unknown' }],
  ])('%s', async (_, file) => {
    const answer = await ask(app, carrying({ type: 'image/png', bytes: png }, file));
    expect(refusalOf(answer)).toBe('440 attachment-rejected');
    expect(at(answer.body, 'details')).toEqual({ name: 'file 1' });
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
  ])('by the foreign link %s, which nobody follows', async (url) => {
    const answer = await ask(app, carrying({ type: 'application/pdf', url }));
    expect(refusalOf(answer)).toBe('440 attachment-rejected');
    expect(read).toEqual([]);
  });

  test.each([
    ['that is rejected', 'EICAR', 440],
    ['that nobody could inspect', 'KAPUTT', 500],
  ])('nothing is kept of a message with a file %s', async (_, text, status) => {
    const [before] = await app.database.query<{ many: number }>(
      `select count(*)::int as many from correspondence.content`,
    );
    const answer = await ask(app, carrying({ type: 'application/pdf', bytes: pdf(text) }));
    expect(answer.status).toBeGreaterThanOrEqual(status);
    const [after] = await app.database.query<{ many: number }>(
      `select count(*)::int as many from correspondence.content`,
    );
    expect(after).toEqual(before);
  });

  test('one that is too large, and several that are together', async () => {
    const bytes = Buffer.alloc(10_000_001, 'x');
    pdf('').copy(bytes);
    expect(refusalOf(await ask(app, carrying({ type: 'application/pdf', bytes })))).toBe(
      '440 attachment-rejected',
    );
    const file = { type: 'application/pdf', bytes: bytes.subarray(0, 8_500_000) };
    expect(refusalOf(await ask(app, carrying(file, file, file)))).toBe('440 attachment-rejected');
  });
});

test('a file sealed in the store shows neither its name nor what it holds', async () => {
  const fields = carrying({ type: 'application/pdf', bytes: pdf('Kanarienvogel') });
  idIn(await ask(app, fields));
  const rows = await app.database.query<{ text: string }>(
    `select encode(sealed::bytea, 'escape') || row_to_json(a)::text as text from correspondence.attachment a`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ text }) => /Kanarienvogel|file 0/.test(text))).toEqual([]);
});
