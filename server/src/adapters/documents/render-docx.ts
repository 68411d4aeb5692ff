import Docxtemplater from 'docxtemplater';
import PizZip from 'pizzip';
import type { Json } from '#capabilities/correspondence/ports/document-renderer.ts';
import { contentCache } from './content-cache.ts';
import { readDocx } from './docx-source.ts';
import { isTag, valueOf } from './docx-tags.ts';
import { type LocaleFormatter, localeFormatter } from './locale-formatter.ts';
import { validateData } from './validate-data.ts';
import { overLimit, RenderError, type Task, templateNotValid } from './worker-protocol.ts';
import { writeZip, type ZipEntry } from './zip-file.ts';

const templatesMax = 50;

const templates = contentCache<Uint8Array, readonly ZipEntry[]>(templatesMax, {
  content: (bytes) => bytes,
  make: readDocx,
});

/** Renders one docx file. */
export function renderDocx(task: Task, bytesMax: number): Uint8Array {
  if (!(task.source instanceof Uint8Array)) throw templateNotValid('a docx is rendered from a docx');
  const data = validateData(task);
  const entries = templates.of(task.key, task.source);
  const filled = fillDocx(entries, { data, written: localeFormatter(task.locale) });
  const size = filled.reduce((total, { content }) => total + content.length, 0);
  if (size > bytesMax) throw overLimit('size');
  return writeZip(filled);
}

interface Filling {
  readonly data: Json;
  readonly written: LocaleFormatter;
  readonly delimiters?: { readonly start: string; readonly end: string };
}

/** Replaces tags by values. Values are text: docxtemplater escapes them, and the grammar has no raw markup. */
export function fillDocx(
  entries: readonly ZipEntry[],
  { data, written, delimiters }: Filling,
): readonly ZipEntry[] {
  const zip = new PizZip();
  for (const { name, content } of entries) zip.file(name, content);
  const errors: RenderError[] = [];
  try {
    const document = new Docxtemplater(zip, {
      paragraphLoop: true,
      linebreaks: true,
      stripInvalidXMLChars: true,
      errorLogging: false,
      delimiters: delimiters ?? { start: '{', end: '}' },
      syntax: { changeDelimiterPrefix: null },
      modules: [guard(errors)],
      parser: (tag) => ({ get: (scope) => collected(errors, () => valueOf(tag, scope, written)) }),
      nullGetter: ({ module, value }) => {
        // A missing list has no items; a missing value is an error.
        if (module !== 'loop') errors.push(templateNotValid(`undefined: ${value}`));
        return '';
      },
    });
    throwFirst(errors);
    document.render(data);
  } catch (error) {
    // Docxtemplater wraps errors in one exception; our own errors are more precise.
    throwFirst(errors);
    throw error instanceof RenderError ? error : templateNotValid(explanationOf(error));
  }
  throwFirst(errors);
  return entries.map(({ name }) => ({ name, content: zip.file(name)?.asUint8Array() ?? new Uint8Array() }));
}

/** Sees every tag before docxtemplater's own modules, among them the one for raw markup. */
function guard(errors: RenderError[]): { name: string; matchers(): [never, string, object][] } {
  const matchTag = (content: string): boolean => {
    if (!isTag(content)) errors.push(templateNotValid(`invalid tag: {${content}}`));
    return false;
  };
  return {
    name: 'TagGuard',
    // oxlint-disable-next-line typescript/consistent-type-assertions -- its types allow text prefixes only
    matchers: () => [[matchTag as never, 'tag-guard', {}]],
  };
}

function collected(errors: RenderError[], work: () => unknown): unknown {
  try {
    const value = work();
    if (typeof value !== 'number' && typeof value !== 'boolean') return value;
    return typeof value === 'number' ? String(value) : value;
  } catch (error) {
    // Docxtemplater would wrap it and hide the reason.
    if (!(error instanceof RenderError)) throw error;
    errors.push(error);
    return '';
  }
}

function throwFirst(errors: readonly RenderError[]): void {
  const [first] = errors;
  if (first !== undefined) throw first;
}

function explanationOf(error: unknown): string {
  const properties: unknown = error instanceof Error && 'properties' in error ? error.properties : undefined;
  const text = JSON.stringify(properties ?? (error instanceof Error ? error.message : ''));
  const explanations = Array.from(
    text.matchAll(/"explanation":"((?:[^"\\]|\\.)*)"/g),
    ([, reason]) => reason,
  );
  return explanations.length === 0 ? text : explanations.join('; ');
}
