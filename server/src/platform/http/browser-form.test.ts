import type { IncomingMessage } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '#platform/kernel/problem.ts';
import { readBrowserForm, readRepeatingForm } from './browser-form.ts';

const baseUrl = 'https://bank.test';
const honest = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: baseUrl,
  'sec-fetch-site': 'same-origin',
};

/** The parts of a request that a form needs. */
function request(
  body: string | readonly (string | Buffer)[],
  headers: Readonly<Record<string, string>> = honest,
): IncomingMessage {
  const stream = Readable.from(typeof body === 'string' ? [Buffer.from(body)] : body);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- headers and bytes are all that is read
  return Object.assign(stream, { headers }) as unknown as IncomingMessage;
}

async function read(...parts: Parameters<typeof request>): Promise<unknown> {
  try {
    return Object.fromEntries(await readBrowserForm(request(...parts), baseUrl));
  } catch (error) {
    return error instanceof Problem ? error.literal : error;
  }
}

describe('the origin of a form', () => {
  const type = { 'content-type': honest['content-type'] };
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, unknown])[] = [
    ['our origin, our site', honest, { a: '1' }],
    ['an old browser that sends the origin only', { ...type, origin: baseUrl }, { a: '1' }],
    [
      'a page that hides its origin, our site',
      { ...type, origin: 'null', 'sec-fetch-site': 'same-origin' },
      { a: '1' },
    ],
    ['our site alone', { ...type, 'sec-fetch-site': 'same-origin' }, { a: '1' }],
    ['nothing', type, 'forbidden'],
    ['a hidden origin alone', { ...type, origin: 'null' }, 'forbidden'],
    ['another origin, our site', { ...honest, origin: 'https://evil.test' }, 'forbidden'],
    ['an origin that begins like ours', { ...honest, origin: `${baseUrl}.evil.test` }, 'forbidden'],
    ['our host without https', { ...honest, origin: 'http://bank.test' }, 'forbidden'],
    ['our host, another port', { ...honest, origin: `${baseUrl}:444` }, 'forbidden'],
    ['our origin, another site', { ...honest, 'sec-fetch-site': 'cross-site' }, 'forbidden'],
    ['our origin, a neighbour', { ...honest, 'sec-fetch-site': 'same-site' }, 'forbidden'],
    ['our origin, address typed by the user', { ...honest, 'sec-fetch-site': 'none' }, 'forbidden'],
    ['two values', { ...honest, 'sec-fetch-site': 'same-origin, cross-site' }, 'forbidden'],
    ['an empty value', { ...honest, 'sec-fetch-site': '' }, 'forbidden'],
    ['another spelling', { ...honest, 'sec-fetch-site': 'Same-Origin' }, 'forbidden'],
  ];
  test.each(cases)('%s', async (_name, headers, expected) => {
    expect(await read('a=1', headers)).toEqual(expected);
  });

  test('is checked before anything is read', async () => {
    const unread = request(['never'], { ...honest, origin: 'https://evil.test' });
    await expect(readBrowserForm(unread, baseUrl)).rejects.toBeInstanceOf(Problem);
    expect(unread.readableDidRead).toBe(false);
  });

  test('is accepted only if it is ours, or hidden while the browser confirms the site', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (origin, site) => {
        fc.pre(origin !== baseUrl && origin !== 'null' && origin !== '');
        expect(await read('a=1', { ...honest, origin })).toBe('forbidden');
        fc.pre(site !== 'same-origin');
        expect(await read('a=1', { ...honest, 'sec-fetch-site': site })).toBe('forbidden');
      }),
    );
  });
});

describe('the content of a form', () => {
  test('another content type', async () => {
    for (const contentType of [
      '',
      'text/plain',
      'application/json',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencodedx',
    ])
      expect(await read('a=1', { ...honest, 'content-type': contentType })).toBe('unsupported-media-type');
    for (const contentType of [
      'application/x-www-form-urlencoded; charset=UTF-8',
      'Application/X-WWW-Form-Urlencoded',
    ])
      expect(await read('a=1', { ...honest, 'content-type': contentType })).toEqual({ a: '1' });
  });

  test('of two fields with one name neither is accepted', async () => {
    expect(await read('a=1&b=2&a=3')).toEqual({ b: '2' });
    expect(await read('csrf=x&csrf=x')).toEqual({});
  });

  test('names of the prototype are plain names', async () => {
    const fields = await readBrowserForm(request('__proto__=1&constructor=2'), baseUrl);
    expect([fields.get('__proto__'), fields.get('constructor'), fields.get('toString')]).toEqual([
      '1',
      '2',
      undefined,
    ]);
  });

  test('forty fields and 32 KiB, and no more', async () => {
    const fields = (count: number): string =>
      Array.from({ length: count }, (_, index) => `f${index}=`).join('&');
    expect(Object.keys(Object(await read(fields(40))))).toHaveLength(40);
    expect(await read(fields(41))).toBe('payload-too-large');
    expect(await read(fields(10_000))).toBe('payload-too-large');
    expect(await read(`a=${'x'.repeat(32_766)}`)).toEqual({ a: 'x'.repeat(32_766) });
    expect(await read(`a=${'x'.repeat(32_767)}`)).toBe('payload-too-large');
  });

  test('an endless body is abandoned once it is too long', async () => {
    let parts = 0;
    const endless = Readable.from(
      (function* chunks() {
        for (;;) {
          parts += 1;
          yield Buffer.alloc(1_024, 'a');
        }
      })(),
    );
    // oxlint-disable-next-line typescript/consistent-type-assertions -- headers and bytes are all that is read
    const sent = Object.assign(endless, { headers: honest }) as unknown as IncomingMessage;
    await expect(readBrowserForm(sent, baseUrl)).rejects.toMatchObject({ literal: 'payload-too-large' });
    expect(parts).toBeLessThan(60);
  });

  test('characters split between chunks are complete, and broken ones are replaced', async () => {
    const bytes = Buffer.from('a=é');
    expect(await read([bytes.subarray(0, 3), bytes.subarray(3)])).toEqual({ a: 'é' });
    expect(await read('a=%ff&b=%ED%A0%80')).toEqual({ a: '\ufffd', b: '\ufffd\ufffd\ufffd' });
  });

  test('encoded values are decoded', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
          maxLength: 20,
          selector: ([name]) => name,
        }),
        async (pairs) => {
          const fields = await readBrowserForm(request(new URLSearchParams(pairs).toString()), baseUrl);
          expect([...fields]).toEqual(pairs);
        },
      ),
    );
  });
});

describe('a field that may occur several times', () => {
  const readAll = (body: string, headers = honest) =>
    readRepeatingForm(request(body, headers), { baseUrl, repeated: 'account' });

  test('has all its values in their order, and is no single field', async () => {
    const { fields, repeated } = await readAll('csrf=x&account=b&do=accounts&account=a&account=b');
    expect(Object.fromEntries(fields)).toEqual({ csrf: 'x', do: 'accounts' });
    expect(repeated).toEqual(['b', 'a', 'b']);
  });

  test('has one value or none', async () => {
    expect((await readAll('account=a')).repeated).toEqual(['a']);
    expect((await readAll('csrf=x')).repeated).toEqual([]);
  });

  test('changes nothing for other fields', async () => {
    const { fields } = await readAll('csrf=x&csrf=y&account=a&Account=b&do=z');
    expect(Object.fromEntries(fields)).toEqual({ Account: 'b', do: 'z' });
    expect((await readAll('account=%00a%ff')).repeated).toEqual(['a\ufffd']);
  });

  test('has two hundred values, and no more; other fields have their own limit', async () => {
    const values = (count: number): string => Array.from({ length: count }, () => 'account=').join('&');
    expect((await readAll(values(200))).repeated).toHaveLength(200);
    await expect(readAll(values(201))).rejects.toMatchObject({ literal: 'payload-too-large' });
    const others = Array.from({ length: 41 }, (_, index) => `f${index}=`).join('&');
    await expect(readAll(others)).rejects.toMatchObject({ literal: 'payload-too-large' });
  });

  test('comes from our own page only', async () => {
    const foreign = { ...honest, origin: 'https://evil.test' };
    await expect(readAll('account=a', foreign)).rejects.toMatchObject({ literal: 'forbidden' });
  });
});
