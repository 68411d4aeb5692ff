import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { DocumentRenderer } from '../../ports/document-renderer.ts';
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
import { createPlainRenderer } from '../../testing/plain-renderer.suite.ts';
import { publish } from '../../testing/recipient-steps.suite.ts';

const plain = createPlainRenderer();
let pdf: DocumentRenderer['pdf'] = plain.pdf;
let app: CorrespondenceTestApp;
const renderer = back(['correspondence.render']);
const types = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

beforeAll(async () => {
  app = await createCorrespondenceTestApp({ documentRenderer: { ...plain, pdf: (job) => pdf(job) } });
  const texts = { title: 'x', text: '{{ name }}' };
  await publish(app, {
    templateId: 'statement',
    locales: [
      { locale: 'de', texts, pdf: 'deutsch', docx: Buffer.from('deutsch') },
      { locale: 'fr', texts, pdf: 'français', docx: undefined },
    ],
  });
  await publish(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  pdf = plain.pdf;
});

const render = (
  more: Fields,
  { accept, as = renderer }: { readonly accept?: string; readonly as?: TokenRequest } = {},
) =>
  app.call({
    method: 'POST',
    path: `${base}/templates/render`,
    as,
    body: { 'template-id': 'statement', format: 'pdf', 'template-data': { name: 'Ada' }, ...more },
    ...(accept === undefined ? {} : { headers: { accept } }),
  });
const made = async (format: 'pdf' | 'docx', source: string, locale = 'de'): Promise<string> => {
  const job = { key: 'x', schema: {}, data: { name: 'Ada' }, locale };
  const pressed =
    format === 'pdf'
      ? await plain.pdf({ ...job, source })
      : await plain.docx({ ...job, source: Buffer.from(source) });
  if (pressed.kind !== 'done') throw new Error('the renderer produced nothing');
  return Buffer.from(pressed.product).toString('base64');
};

describe('a document', () => {
  test.each(['pdf', 'docx'] as const)('is base64 in JSON: %s', async (format) => {
    const response = await render({ format });
    expect(response).toMatchObject({
      status: 200,
      body: {
        'content-type': types[format],
        name: `statement.${format}`,
        content: await made(format, 'deutsch'),
      },
    });
    expect(response.headers['cache-control']).toContain('no-store');
  });

  test.each(['pdf', 'docx'] as const)('or raw bytes for its media type: %s', async (format) => {
    const response = await render({ format, 'file-name': 'Auszug März' }, { accept: types[format] });
    expect([response.status, response.headers['content-type']]).toEqual([200, types[format]]);
    expect(response.headers['content-disposition']).toContain('attachment');
    expect(response.headers['content-disposition']).toContain(
      `filename*=UTF-8''Auszug%20M%C3%A4rz.${format}`,
    );
  });

  test('has the requested name, with one extension', async () => {
    for (const [name, expected] of [
      ['März.PDF', 'März.PDF'],
      ['März', 'März.pdf'],
      ['März.docx', 'März.docx.pdf'],
    ])
      expect(at((await render({ 'file-name': name })).body, 'name')).toBe(expected);
  });

  test('has the requested language, else that of the bank', async () => {
    const content = async (locale: string | undefined): Promise<unknown> =>
      at((await render({ locale })).body, 'content');
    expect(await content('fr-CH')).toBe(await made('pdf', 'français', 'fr'));
    expect(await content('tlh')).toBe(await made('pdf', 'deutsch'));
    expect(await content(undefined)).toBe(await made('pdf', 'deutsch'));
  });
});

describe('no document is rendered', () => {
  test.each<readonly [string, Fields]>([
    ['of an unknown template', { 'template-id': 'unknown' }],
    ['of a template for texts only', { 'template-id': 'greeting' }],
    ['in a format this language does not have', { format: 'docx', locale: 'fr' }],
  ])('%s', async (_, fields) => {
    expect(problemOf(await render(fields))).toBe('440 template-not-found');
  });

  test('of invalid data; the response has the path and not the value', async () => {
    const response = await render({ 'template-data': { name: ['Kanarienvogel'] } });
    expect(problemOf(response)).toBe('440 template-data-not-valid');
    expect(at(response.body, 'details')).toEqual({ faults: [{ path: '/name', rule: 'type' }] });
    expect(response.text).not.toContain('Kanarienvogel');
    expect(problemOf(await render({ 'template-data': undefined }))).toBe('440 template-data-not-valid');
  });

  test('when it takes too long, or the renderer is busy', async () => {
    pdf = async () => ({ kind: 'over-limit', limit: 'size' });
    expect(problemOf(await render({}, { accept: types.pdf }))).toBe('440 template-data-not-valid');
    pdf = async () => ({ kind: 'busy' });
    expect(problemOf(await render({}))).toBe('503 service-unavailable');
    pdf = async () => ({ kind: 'template-not-valid', reason: 'secret' });
    const broken = await render({});
    expect([broken.status, broken.text.includes('secret')]).toEqual([500, false]);
  });

  test('for another bank', async () => {
    const as = back(['correspondence.render'], { banks: ['02'] });
    expect(problemOf(await render({}, { as }))).toBe('440 template-not-found');
  });

  test.each<readonly [Fields, string]>([
    [{ 'template-id': undefined }, 'template-id required'],
    [{ 'template-id': 'a/b' }, 'template-id pattern'],
    [{ format: undefined }, 'format required'],
    [{ format: 'html' }, 'format enum'],
    [{ 'template-data': 'x' }, 'template-data type'],
    [{ locale: 'not a language' }, 'locale format'],
    [{ 'file-name': '' }, 'file-name too-short'],
    [{ 'file-name': 'x'.repeat(101) }, 'file-name too-long'],
    [{ 'file-name': '../x' }, 'file-name pattern'],
    [{ 'file-name': 'x"\r\nSet-Cookie: a' }, 'file-name pattern'],
    [{ other: 1 }, 'other unknown-field'],
  ])('with field errors: %j', async (fields, error) => {
    expect(fieldErrorsOf(await render(fields))).toEqual([`400 ${error}`]);
  });

  test.each([
    ['who may only send', back(['correspondence.send'])],
    ['a customer', customer('1')],
  ])('for %s', async (_, as) => {
    expect((await render({}, { as })).status).toBe(403);
  });
});

test('rendering is audited, and the document is not stored', async () => {
  const linesBefore = app.lines.length;
  const response = await render(
    { 'template-data': { name: 'Kanarienvogel' } },
    { as: staff('e-1', ['fraud-desk']) },
  );
  expect(response.status).toBe(200);
  const events = await app.eventsOf('template', 'statement');
  expect(events.at(-1)).toEqual({
    name: 'document-rendered',
    data: { 'template-id': 'statement', version: 1, format: 'pdf' },
  });
  const auditTrail = await app.auditOf('template', 'statement');
  expect(JSON.stringify(auditTrail)).toContain('e-1');
  const locked = await app.database.query<{ text: string }>(
    `select row_to_json(t)::text as text from platform.outbox_event t
      union all select row_to_json(t)::text from platform.audit_entry t
      union all select row_to_json(t)::text from correspondence.content t`,
  );
  const everything = [...locked.map(({ text }) => text), JSON.stringify(app.lines.slice(linesBefore))];
  expect(everything.filter((text) => text.includes('Kanarienvogel'))).toEqual([]);
});

test('a slow renderer blocks no other request', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let begun = 0;
  pdf = async (job) => {
    begun += 1;
    await released;
    return plain.pdf(job);
  };
  const renders = Array.from({ length: 8 }, () => render({}));
  try {
    await expect.poll(() => begun, { timeout: 5_000 }).toBe(8);
    const other = await render({ format: 'docx' });
    expect(other.status).toBe(200);
  } finally {
    release();
    await Promise.all(renders);
  }
});
