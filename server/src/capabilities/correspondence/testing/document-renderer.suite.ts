import { describe, expect, test } from 'vitest';
import type { DocumentRenderer, RenderJob, TextSources } from '../ports/document-renderer.ts';

/** A renderer with sources it supports: each outputs the member `name` of the data. */
export interface RendererHarness extends AsyncDisposable {
  readonly renderer: DocumentRenderer;
  readonly pdf: string;
  readonly docx: Uint8Array;
}

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, list: { type: 'array', items: { type: 'integer' } } },
  required: ['name'],
};

const jobOf = <Source>(source: Source, data: RenderJob<Source>['data']): RenderJob<Source> => ({
  key: 'contract',
  schema,
  source,
  data,
  locale: 'en',
});

const sources: TextSources = {
  title: 'To {{ name }}',
  text: 'Dear {{ name }}.',
  html: '<p>{{ name }}</p>',
  short: '{{ name }}!',
};

/** Tests of the port contract, for every renderer. */
export function describeDocumentRenderer(open: () => Promise<RendererHarness>): void {
  describe('a renderer', () => {
    test('renders data into every given text, and no others', async () => {
      await using harness = await open();
      expect(await harness.renderer.texts(jobOf(sources, { name: 'Ada' }))).toEqual({
        kind: 'done',
        product: { title: 'To Ada', text: 'Dear Ada.', html: '<p>Ada</p>', short: 'Ada!' },
      });
      const { text, title } = sources;
      expect(await harness.renderer.texts(jobOf({ title, text }, { name: 'Ada' }))).toEqual({
        kind: 'done',
        product: { title: 'To Ada', text: 'Dear Ada.' },
      });
    });

    test('escapes data in html and nowhere else, and never evaluates it as a template', async () => {
      await using harness = await open();
      const name = `<b onclick="x('{{ name }}')">&`;
      const pressed = await harness.renderer.texts(jobOf(sources, { name }));
      expect(pressed).toMatchObject({
        kind: 'done',
        product: { title: `To ${name}`, text: `Dear ${name}.`, short: `${name}!` },
      });
      const html = pressed.kind === 'done' ? String(pressed.product.html) : '';
      expect(html.slice('<p>'.length, -'</p>'.length)).not.toMatch(/[<>"']/);
      expect(html).toContain('{{ name }}');
      expect(html).toContain('&lt;b');
    });

    test.each([
      [{}, '/name', 'required'],
      [{ name: 7 }, '/name', 'type'],
      [{ name: 'Ada', list: [1, 'two'] }, '/list/1', 'type'],
    ])('validates %j by the schema and returns the path', async (data, path, rule) => {
      await using harness = await open();
      const refused = { kind: 'data-not-valid', errors: [{ path, rule }] };
      expect(await harness.renderer.texts(jobOf(sources, data))).toEqual(refused);
      expect(await harness.renderer.pdf(jobOf(harness.pdf, data))).toEqual(refused);
      expect(await harness.renderer.docx(jobOf(harness.docx, data))).toEqual(refused);
    });

    test.each(['{{ missing }}', '{{ constructor }}', '{{ __proto__ }}', '{{ toString }}'])(
      'renders nothing for %s, which the data does not have',
      async (text) => {
        await using harness = await open();
        const pressed = await harness.renderer.texts(jobOf({ title: 'x', text }, { name: 'Ada' }));
        expect(pressed.kind).toBe('template-not-valid');
      },
    );

    test('returns the same result for the same job, and another one for other data', async () => {
      await using harness = await open();
      const { docx, pdf, renderer: underTest } = harness;
      const both = async (name: string): Promise<readonly unknown[]> => [
        await underTest.texts(jobOf(sources, { name })),
        await underTest.pdf(jobOf(pdf, { name })),
        await underTest.docx(jobOf(docx, { name })),
      ];
      const first = await both('Ada');
      expect(first).toEqual([
        expect.objectContaining({ kind: 'done' }),
        { kind: 'done', product: expect.any(Uint8Array) },
        { kind: 'done', product: expect.any(Uint8Array) },
      ]);
      expect(await both('Ada')).toEqual(first);
      const other = await both('Bob');
      for (const [index, product] of other.entries()) expect(product).not.toEqual(first[index]);
    });

    test('compiles a source again that changed under the same key', async () => {
      await using harness = await open();
      await harness.renderer.texts(jobOf({ title: 'x', text: 'old {{ name }}' }, { name: 'Ada' }));
      expect(
        await harness.renderer.texts(jobOf({ title: 'x', text: 'new {{ name }}' }, { name: 'Ada' })),
      ).toMatchObject({ product: { text: 'new Ada' } });
    });
  });
}
