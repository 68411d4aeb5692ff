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

/** What was made; a refusal fails the test with what it says. */
export function productOf<Product>(pressed: RenderResult<Product>): Product {
  if (pressed.kind !== 'done') throw new Error(JSON.stringify(pressed));
  return pressed.product;
}

/** A job whose data may be anything. */
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

/** A Typst document with a title and a date, so that only what is tried decides. */
export function typst(body: string): string {
  return `#import "/portico.typ": data, house, money, day\n#show: house.with(title: "Test", date: "2026-01-02")\n${body}`;
}
