import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewTemplateLocale } from '../../store/templates.store.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
} from '../../testing/correspondence-test-app.suite.ts';
import { createPlainRenderer } from '../../testing/plain-renderer.suite.ts';
import { publish } from '../../testing/recipient-steps.suite.ts';

const plain = createPlainRenderer();
let app: CorrespondenceTestApp;

beforeAll(async () => {
  app = await createCorrespondenceTestApp({
    documentRenderer: {
      ...plain,
      pdf: async (job) =>
        job.source === 'broken'
          ? { kind: 'template-not-valid', reason: 'line 1: broken' }
          : job.source === 'busy'
            ? { kind: 'busy' }
            : plain.pdf(job),
      docx: async (job) =>
        Buffer.from(job.source).includes('huge') ? { kind: 'over-limit', limit: 'size' } : plain.docx(job),
    },
  });
});
afterAll(() => app[Symbol.asyncDispose]());

const locale = (more: Partial<NewTemplateLocale> = {}): NewTemplateLocale => ({
  locale: 'de',
  texts: { title: 'x', text: '{{ name }}' },
  pdf: undefined,
  docx: undefined,
  ...more,
});
const versionsOf = async (templateId: string): Promise<readonly unknown[]> =>
  (
    await app.database.query<{ version: number }>(
      `select version from correspondence.template where template_id = $1 order by version`,
      [templateId],
    )
  ).map(({ version }) => version);

test('a template is published in versions; an identical one changes nothing', async () => {
  const one = { templateId: 'one' };
  expect(await publish(app, one)).toEqual({ kind: 'published', version: 1 });
  expect(await publish(app, one)).toEqual({ kind: 'unchanged', version: 1 });
  expect(await publish(app, { ...one, name: 'Another name' })).toEqual({ kind: 'published', version: 2 });
  // Reverting to an earlier version is a change too.
  expect(await publish(app, one)).toEqual({ kind: 'published', version: 3 });
  expect(await versionsOf('one')).toEqual([1, 2, 3]);
  expect(await app.auditOf('template', 'one')).toHaveLength(4);
});

test('the order of languages is no change, a single letter of any of them is', async () => {
  const [de, fr] = [locale(), locale({ locale: 'fr', docx: Buffer.from('a') })];
  await publish(app, { templateId: 'two', locales: [de, fr] });
  expect(await publish(app, { templateId: 'two', locales: [fr, de] })).toMatchObject({ kind: 'unchanged' });
  const changed = locale({ locale: 'fr', docx: Buffer.from('b') });
  expect(await publish(app, { templateId: 'two', locales: [de, changed] })).toMatchObject({ version: 2 });
});

test('moving a text from one language to another is a change', async () => {
  const content = Buffer.from('same');
  const [first, second] = [locale({ locale: 'de', docx: content }), locale({ locale: 'fr' })];
  await publish(app, { templateId: 'moved', locales: [first, second] });
  const swapped = [locale({ locale: 'de' }), locale({ locale: 'fr', docx: content })];
  expect(await publish(app, { templateId: 'moved', locales: swapped })).toMatchObject({ version: 2 });
});

test.each([
  [
    'an undefined variable',
    locale({ texts: { title: 'x', text: '{{ missing }}' } }),
    'texts',
    'undefined variable: missing',
  ],
  ['a broken document', locale({ pdf: 'broken' }), 'pdf', 'line 1: broken'],
  ['a document that is too large', locale({ docx: Buffer.from('huge') }), 'docx', 'exceeds the size limit'],
  ['a busy renderer', locale({ pdf: 'busy' }), 'pdf', 'the renderer is busy, try again later'],
])('nothing is published with %s', async (_, bad, part, reason) => {
  const published = await publish(app, {
    templateId: 'bad',
    locales: [locale(), { ...bad, locale: 'fr' }],
  });
  expect(published).toEqual({ kind: 'not-valid', locale: 'fr', part, reason });
  expect(await versionsOf('bad')).toEqual([]);
});

test('an invalid sample is reported with its path', async () => {
  expect(await publish(app, { templateId: 'bad' }, {})).toEqual({
    kind: 'not-valid',
    locale: 'de',
    part: 'texts',
    reason: 'the sample does not match the schema: /name required',
  });
});

test('concurrent publishers get different versions, and identical templates only one', async () => {
  const different = await Promise.all(
    Array.from({ length: 5 }, (_, index) => publish(app, { templateId: 'race', name: `Name ${index}` })),
  );
  const versions = new Set(different.map((one) => ('version' in one ? one.version : one)));
  expect(versions).toEqual(new Set([1, 2, 3, 4, 5]));
  const same = await Promise.all(Array.from({ length: 5 }, () => publish(app, { templateId: 'same' })));
  expect(same.filter(({ kind }) => kind === 'published')).toHaveLength(1);
  expect(await versionsOf('same')).toEqual([1]);
});
