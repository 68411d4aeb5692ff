import { createHash } from 'node:crypto';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { DocumentRenderer, Json, RenderJob, RenderResult, Texts } from '../ports/document-renderer.ts';

/** Replaces the document renderer in tests: supports `{{ name }}`, nested members, and the size of lists. */
export function createPlainRenderer(): DocumentRenderer {
  return {
    texts: async (job) => validated(job, () => textsOf(job)),
    pdf: async (job) => validated(job, () => ({ kind: 'done', product: bytesOf('%PDF-1.7', job) })),
    docx: async (job) => validated(job, () => ({ kind: 'done', product: bytesOf('PK\u0003\u0004', job) })),
    close: async () => undefined,
  };
}

function validated<Product>(
  { data, schema }: RenderJob<unknown>,
  make: () => RenderResult<Product>,
): RenderResult<Product> {
  const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false });
  const validate = ajv.compile(schema);
  if (validate(data)) return make();
  return { kind: 'data-not-valid', errors: (validate.errors ?? []).map(fieldErrorOf) };
}

function fieldErrorOf({ instancePath, keyword, params }: ErrorObject): { path: string; rule: string } {
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'];
  return { path: typeof name === 'string' ? `${instancePath}/${name}` : instancePath, rule: keyword };
}

const tag = /\{\{\s*([\w.]+)\s*\}\}/g;

function textsOf({ data, source }: RenderJob<Texts>): RenderResult<Texts> {
  const missing = Object.values(source)
    .flatMap((text: string) => [...text.matchAll(tag)].map(([, path = '']) => path))
    .find((path) => valueAt(data, path) === undefined);
  if (missing !== undefined) return { kind: 'template-not-valid', reason: `undefined variable: ${missing}` };
  const filled = (text: string): string =>
    text.replaceAll(tag, (_, path: string) => String(valueAt(data, path))).trim();
  const { html, short, text, title } = source;
  const product = {
    title: filled(title),
    text: filled(text),
    ...(html === undefined ? {} : { html: html.replaceAll(tag, (_, path: string) => escaped(data, path)) }),
    ...(short === undefined ? {} : { short: filled(short) }),
  };
  return { kind: 'done', product };
}

function escaped(data: Json, path: string): string {
  return String(valueAt(data, path))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;');
}

/** Own members only, never inherited ones. */
function valueAt(data: Json, path: string): unknown {
  let found: unknown = data;
  for (const step of path.split('.')) {
    if (Array.isArray(found) && step === 'size') found = found.length;
    else found = Object.entries(found ?? {}).find(([name]) => name === step)?.[1];
  }
  return found;
}

function bytesOf(beginning: string, { data, locale, source }: RenderJob<string | Uint8Array>): Uint8Array {
  const digest = createHash('sha256')
    .update(source)
    .update(JSON.stringify([locale, data]));
  return Buffer.concat([Buffer.from(beginning, 'latin1'), digest.digest()]);
}
