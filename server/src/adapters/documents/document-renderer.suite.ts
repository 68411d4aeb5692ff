import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Json, RenderResult } from '#capabilities/correspondence/ports/document-renderer.ts';
import { type LocaleSources, readTemplateFolder, type TemplateFolder } from './template-folder.ts';

const templates = fileURLToPath(new URL('../../../templates/', import.meta.url));

/** All starter templates. */
export function starterTemplates(): readonly TemplateFolder[] {
  return readdirSync(templates).map((name) => readTemplateFolder(`${templates}${name}`));
}

/** One starter template. */
export function starter(templateId: string): TemplateFolder {
  return readTemplateFolder(`${templates}${templateId}`);
}

/** The sources of a template in one locale. */
export function sourcesIn(template: TemplateFolder, locale: string): LocaleSources {
  const sources = template.locales.get(locale);
  if (sources === undefined) throw new Error(`no ${locale}`);
  return sources;
}

/** The rendered result; a rejection fails the test with its reason. */
export function requireRendered<Product>(result: RenderResult<Product>): Product {
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return result.product;
}

/** A job with arbitrary data. */
export function job<Source>(
  source: Source,
  data: Json = {},
): {
  readonly key: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly source: Source;
  readonly data: Json;
  readonly locale: string;
} {
  return { key: 'test', schema: {}, source, data, locale: 'en' };
}

/** A Typst document with a title and a date, so that only the body decides the result. */
export function typst(body: string): string {
  return `#import "/portico.typ": data, house, money, day\n#show: house.with(title: "Test", date: "2026-01-02")\n${body}`;
}
