import { createHash } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import {
  job,
  requireRendered,
  sourcesIn,
  starter,
  starterTemplates,
  typst,
} from './document-renderer.suite.ts';
import { createDocumentRenderer } from './document-renderer.ts';

vi.setConfig({ testTimeout: 40_000 });

const renderer = createDocumentRenderer({ documentWorkersMax: 1 });
afterAll(() => renderer.close());

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const cases = starterTemplates().flatMap((template) =>
  [...template.locales].map(([locale, sources]) => ({
    name: `${template.templateId} ${locale}`,
    template,
    locale,
    sources,
  })),
);

test.each(cases)('$name renders its sample in every format', async ({ template, locale, sources }) => {
  const { schema, sample, templateId } = template;
  const common = { key: `${templateId}/${locale}`, schema, data: sample, locale };
  const texts = requireRendered(await renderer.texts({ ...common, source: sources.texts }));
  expect(texts.title).not.toBe('');
  expect(texts.text).not.toBe('');
  expect(`${texts.title}${texts.text}${texts.html ?? ''}${texts.short ?? ''}`).not.toMatch(
    /\{\{|\{%|undefined/,
  );
  const documents = [];
  if (sources.pdf !== undefined) documents.push(await renderer.pdf({ ...common, source: sources.pdf }));
  if (sources.docx !== undefined) documents.push(await renderer.docx({ ...common, source: sources.docx }));
  const beginnings = documents.map((made) => Buffer.from(requireRendered(made)).toString('latin1', 0, 2));
  expect(beginnings).toEqual(templateId === 'statement' ? ['%P', 'PK'] : []);
});

test('there are eighteen starter templates in five languages; the statement is also a document', () => {
  expect(starterTemplates().map(({ templateId }) => templateId)).toEqual([
    'account-changed',
    'account-locked',
    'approval-requested',
    'codes-blocked',
    'consent-expiry',
    'consent-status',
    'digest',
    'funds-consent-status',
    'new-sign-in',
    'one-time-password',
    'password-reset',
    'payment-status',
    'restriction-changed',
    'security-notice',
    'signature-requested',
    'standing-order',
    'statement',
    'username-reminder',
  ]);
  for (const { locales } of starterTemplates())
    expect([...locales.keys()]).toEqual(['en', 'de', 'nl', 'fr', 'ar']);
  const { pdf, docx } = sourcesIn(starter('statement'), 'ar');
  expect([pdf, docx]).not.toContain(undefined);
});

test.each(['en', 'ar'])('the same job gives the same bytes, also in other workers: %s', async (locale) => {
  const { schema, sample, locales } = starter('statement');
  const { pdf = '', docx = new Uint8Array() } = locales.get(locale) ?? {};
  const common = { key: `same/${locale}`, schema, data: sample, locale };
  const others = createDocumentRenderer({ documentWorkersMax: 1 });
  const pdfs = [];
  const docxs = [];
  for (const one of [renderer, renderer, others]) {
    pdfs.push(digest(requireRendered(await one.pdf({ ...common, source: pdf }))));
    docxs.push(digest(requireRendered(await one.docx({ ...common, source: docx }))));
  }
  await others.close();
  expect(new Set(pdfs).size).toBe(1);
  expect(new Set(docxs).size).toBe(1);
});

test('a source that changed under the same key is not served from the cache', async () => {
  const first = requireRendered(await renderer.texts(job({ title: 'one', text: 'one' })));
  const second = requireRendered(await renderer.texts(job({ title: 'two', text: 'two' })));
  expect([first.title, second.title]).toEqual(['one', 'two']);
  const narrow = { ...job({ title: 'x', text: 'x' }, { a: 1 }), schema: { required: ['b'] } };
  expect((await renderer.texts(job({ title: 'x', text: 'x' }, { a: 1 }))).kind).toBe('done');
  expect((await renderer.texts(narrow)).kind).toBe('data-not-valid');
});

test('invalid data is reported by path and rule', async () => {
  const schema = {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: { name: { type: 'string' }, born: { type: 'string', format: 'date' } },
  };
  const result = await renderer.texts({
    ...job({ title: 'x', text: 'x' }, { born: '2026-02-30', 'a/b': 1 }),
    schema,
  });
  expect(result).toEqual({
    kind: 'data-not-valid',
    errors: expect.arrayContaining([
      { path: '/name', rule: 'required' },
      { path: '/a~1b', rule: 'additionalProperties' },
      { path: '/born', rule: 'format' },
    ]),
  });
});

test('when the queue is full, the next job gets busy; queued jobs are served', async () => {
  const narrow = createDocumentRenderer({ textWorkersMax: 1, waitingMax: 2 });
  const jobs = Array.from({ length: 5 }, () => narrow.texts(job({ title: 'x', text: 'x' })));
  const kinds = (await Promise.all(jobs)).map(({ kind }) => kind);
  expect(kinds).toEqual(['done', 'done', 'done', 'busy', 'busy']);
  await narrow.close();
  expect(await narrow.texts(job({ title: 'x', text: 'x' }))).toEqual({ kind: 'busy' });
});

test('a text does not wait behind a document', async () => {
  const slow = createDocumentRenderer({ documentWorkersMax: 1, documentTimeLimitMs: 3_000 });
  const order: string[] = [];
  const endless = '#for i in range(5000) { for j in range(5000) { for k in range(5000) { let x = i } } }';
  const document = slow.pdf(job(typst(endless))).then(({ kind }) => order.push(`document ${kind}`));
  const text = slow.texts(job({ title: 'x', text: 'x' })).then(({ kind }) => order.push(`text ${kind}`));
  await Promise.all([document, text]);
  await slow.close();
  expect(order).toEqual(['text done', 'document over-limit']);
});
