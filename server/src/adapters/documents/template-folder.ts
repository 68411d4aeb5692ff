import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, TextSources } from '#capabilities/correspondence/ports/document-renderer.ts';
import { readDocx } from './docx-source.ts';
import { localeFormatter } from './locale-formatter.ts';
import { fillDocx } from './render-docx.ts';
import { isRecord } from './worker-protocol.ts';
import { writeZip, type ZipEntry } from './zip-file.ts';

/** A template in one language, ready to render. */
export interface LocaleSources {
  readonly texts: TextSources;
  readonly pdf?: string;
  readonly docx?: Uint8Array;
}

/** A template of a folder, to be published. */
export interface TemplateFolder {
  readonly templateId: string;
  readonly name: string;
  readonly description: string;
  readonly messageKind: string;
  readonly category: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Data that matches the schema, for previews and tests. */
  readonly sample: Json;
  readonly locales: ReadonlyMap<string, LocaleSources>;
}

/**
 * Reads one folder: `template.json`, the texts of each locale, and documents. A document is either one file for all
 * locales (`document.typ`, `document.docx`) with the texts of each in `labels.json`, or one file per locale
 * (`ar.document.docx`).
 */
export function readTemplateFolder(folder: string): TemplateFolder {
  const manifest = objectIn(folder, 'template.json');
  const labels = existsSync(join(folder, 'labels.json')) ? objectIn(folder, 'labels.json') : {};
  const { schema, sample, locales } = manifest;
  assert(isRecord(schema) && sample !== undefined && Array.isArray(locales), `${folder}: template.json`);
  const sources = locales.map((locale): [string, LocaleSources] => {
    assert(typeof locale === 'string', `${folder}: a locale must be a string`);
    return [locale, localeSources({ folder, locale, labels: labels[locale] ?? {} })];
  });
  return {
    templateId: textIn(manifest, 'template-id'),
    name: textIn(manifest, 'name'),
    description: textIn(manifest, 'description'),
    messageKind: textIn(manifest, 'message-kind'),
    category: textIn(manifest, 'category'),
    schema,
    sample,
    locales: new Map(sources),
  };
}

interface LocaleFolder {
  readonly folder: string;
  readonly locale: string;
  readonly labels: Json;
}

function localeSources({ folder, locale, labels }: LocaleFolder): LocaleSources {
  const text = (part: string): string | undefined =>
    readIn(folder, `${locale}.${part}.liquid`)?.toString('utf8');
  const title = text('title');
  const body = text('text');
  assert(title !== undefined && body !== undefined, `${folder}: title and text are required in ${locale}`);
  const html = text('html');
  const short = text('short');
  const typst = readIn(folder, `${locale}.document.typ`) ?? readIn(folder, 'document.typ');
  const docx = readIn(folder, `${locale}.document.docx`) ?? readIn(folder, 'document.docx');
  return {
    texts: {
      title,
      text: body,
      ...(html === undefined ? {} : { html }),
      ...(short === undefined ? {} : { short }),
    },
    ...(typst === undefined ? {} : { pdf: labelledTypst(typst.toString('utf8'), labels) }),
    ...(docx === undefined ? {} : { docx: labelledDocx(docx, { labels, locale }) }),
  };
}

/** Prepends the labels of a language to a Typst source, as a value and not as markup. */
function labelledTypst(source: string, labels: Json): string {
  const literal = JSON.stringify(labels).replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return `#let labels = json(bytes("${literal}"))\n${source}`;
}

/** Replaces `[[name]]` by the labels of a language and leaves all other tags to the renderer. */
function labelledDocx(docx: Uint8Array, { labels, locale }: { labels: Json; locale: string }): Uint8Array {
  const delimiters = { start: '[[', end: ']]' };
  const filled = fillDocx(readDocx(docx), { data: labels, written: localeFormatter(locale), delimiters });
  return writeZip(
    filled.map((entry) => (entry.name === 'word/styles.xml' ? inLanguage(entry, locale) : entry)),
  );
}

/** The language for screen readers; attributes cannot contain tags. */
function inLanguage({ name, content }: ZipEntry, locale: string): ZipEntry {
  const xml = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8');
  return { name, content: Buffer.from(xml.replace(/(<w:lang w:val=")[^"]*/, `$1${locale}`)) };
}

function readIn(folder: string, name: string): Buffer | undefined {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path) : undefined;
}

function objectIn(folder: string, name: string): Readonly<Record<string, Json>> {
  const value: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  assert(isRecord(value), `${folder}: ${name} must be an object`);
  return value;
}

function textIn(manifest: Readonly<Record<string, Json>>, name: string): string {
  const value = manifest[name];
  assert(typeof value === 'string', `template.json must have ${name}`);
  return value;
}
