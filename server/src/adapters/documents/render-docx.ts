import Docxtemplater from 'docxtemplater';
import PizZip from 'pizzip';
import type { Json } from '#capabilities/correspondence/ports/document-renderer.ts';
import { kept } from './content-cache.ts';
import { readDocx } from './docx-source.ts';
import { isTag, valueOf } from './docx-tags.ts';
import { type Written, writtenIn } from './locale-formatter.ts';
import { validateData } from './validate-data.ts';
import { overLimit, Refusal, type Task, templateNotValid } from './worker-protocol.ts';
import { writeZip, type ZipEntry } from './zip-file.ts';

const templatesMax = 50;

const templates = kept<Uint8Array, readonly ZipEntry[]>(templatesMax, {
  content: (bytes) => bytes,
  make: readDocx,
});

/** Makes one docx file. */
export function makeDocx(task: Task, bytesMax: number): Uint8Array {
  if (!(task.source instanceof Uint8Array)) throw templateNotValid('a docx is made of a docx');
  const data = validateData(task);
  const entries = templates.of(task.key, task.source);
  const filled = fillDocx(entries, { data, written: writtenIn(task.locale) });
  const size = filled.reduce((total, { content }) => total + content.length, 0);
  if (size > bytesMax) throw overLimit('size');
  return writeZip(filled);
}

interface Filling {
  readonly data: Json;
  readonly written: Written;
  readonly delimiters?: { readonly start: string; readonly end: string };
}

/** Puts values in place of tags. Values are text: docxtemplater escapes them, and raw markup is not in the grammar. */
export function fillDocx(
  entries: readonly ZipEntry[],
  { data, written, delimiters }: Filling,
): readonly ZipEntry[] {
  const zip = new PizZip();
  for (const { name, content } of entries) zip.file(name, content);
  const faults: Refusal[] = [];
  try {
    const document = new Docxtemplater(zip, {
      paragraphLoop: true,
      linebreaks: true,
      stripInvalidXMLChars: true,
      errorLogging: false,
      delimiters: delimiters ?? { start: '{', end: '}' },
      syntax: { changeDelimiterPrefix: null },
      modules: [guard(faults)],
      parser: (tag) => ({ get: (scope) => collected(faults, () => valueOf(tag, scope, written)) }),
      nullGetter: ({ module, value }) => {
        // An absent list has no items; an absent value is a hole in a document.
        if (module !== 'loop') faults.push(templateNotValid(`undefined: ${value}`));
        return '';
      },
    });
    throwFirst(faults);
    document.render(data);
  } catch (error) {
    // Docxtemplater gathers what is wrong in one exception; our own refusals say it better.
    throwFirst(faults);
    throw error instanceof Refusal ? error : templateNotValid(explanationOf(error));
  }
  throwFirst(faults);
  return entries.map(({ name }) => ({ name, content: zip.file(name)?.asUint8Array() ?? new Uint8Array() }));
}

/** Sees every tag before docxtemplater's own modules do, among them the one for raw markup. */
function guard(faults: Refusal[]): { name: string; matchers(): [never, string, object][] } {
  const look = (content: string): boolean => {
    if (!isTag(content)) faults.push(templateNotValid(`not a tag: {${content}}`));
    return false;
  };
  return {
    name: 'TagGuard',
    // oxlint-disable-next-line typescript/consistent-type-assertions -- its types know prefixes as text only, its code takes functions
    matchers: () => [[look as never, 'tag-guard', {}]],
  };
}

function collected(faults: Refusal[], work: () => unknown): unknown {
  try {
    const value = work();
    if (typeof value !== 'number' && typeof value !== 'boolean') return value;
    return typeof value === 'number' ? String(value) : value;
  } catch (error) {
    // Docxtemplater would wrap it beyond recognition.
    if (!(error instanceof Refusal)) throw error;
    faults.push(error);
    return '';
  }
}

function throwFirst(faults: readonly Refusal[]): void {
  const [first] = faults;
  if (first !== undefined) throw first;
}

function explanationOf(error: unknown): string {
  const properties: unknown = error instanceof Error && 'properties' in error ? error.properties : undefined;
  const text = JSON.stringify(properties ?? (error instanceof Error ? error.message : ''));
  const explanations = Array.from(text.matchAll(/"explanation":"((?:[^"\\]|\\.)*)"/g), ([, said]) => said);
  return explanations.length === 0 ? text : explanations.join('; ');
}
