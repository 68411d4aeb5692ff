import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { contentCache } from './content-cache.ts';
import { coverageOf } from './font-coverage.ts';
import { pdfInput } from './pdf-data.ts';
import { fontNamesIn, withUniversalAccess } from './pdf-marks.ts';
import { assertContained, porticoModule } from './pdf-source.ts';
import { validateData } from './validate-data.ts';
import { overLimit, type RenderError, type Task, templateNotValid } from './worker-protocol.ts';

const require = createRequire(import.meta.url);

const fonts = [
  require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  require.resolve('@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf'),
  require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf'),
].map((path) => readFileSync(path));

const isCovered = coverageOf(fonts);

/** Nothing can exist below it, so no path of a template resolves to a file. */
const workspace = '/dev/null/workspace';

/** Eviction costs as much as a page, so it runs occasionally; it drops what was not used since the last run. */
const jobsPerSweep = 4;
let jobsSinceSweep = 0;

/** Templates in use stay cached, customers' data does not. */
function sweep(): void {
  jobsSinceSweep += 1;
  if (jobsSinceSweep < jobsPerSweep) return;
  jobsSinceSweep = 0;
  compiler.evictCache(2);
}

const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] });
compiler.mapShadow(`${workspace}${porticoModule}`, readFileSync(new URL('./portico.typ', import.meta.url)));

/** Renders one PDF/A-2a from a template that is also validated by PDF/UA-1, and marks it as both. */
export function renderPdf(task: Task, bytesMax: number): Uint8Array {
  if (typeof task.source !== 'string') throw templateNotValid('a PDF is rendered from a Typst source');
  assertContained(task.source);
  const input = pdfInput(validateData(task), task.locale, isCovered);
  try {
    const document = compiled(task.source, input);
    assertAccessible(task.key, task.source, document);
    const pdf = withUniversalAccess(exported(document, 'a-2a'));
    if (pdf.length > bytesMax) throw overLimit('size');
    assertOwnFonts(pdf);
    return pdf;
  } finally {
    sweep();
  }
}

const templatesMax = 200;
const accessibilityChecks = contentCache<string, { isAccessible: boolean }>(templatesMax, {
  content: (source) => source,
  make: () => ({ isAccessible: false }),
});

/**
 * Validates by PDF/UA-1 with Typst, which rejects what screen readers could not use. The result depends on the
 * structure of the template, so each worker validates each template once, with its first document; validating every
 * document would cost a fifth of the time.
 */
function assertAccessible(key: string, source: string, document: NodeTypstDocument): void {
  const check = accessibilityChecks.of(key, source);
  if (check.isAccessible) return;
  exported(document, 'ua-1');
  check.isAccessible = true;
}

function compiled(source: string, input: string): NodeTypstDocument {
  const result = compiler.compile({ mainFileContent: source, inputs: { input } });
  const document = result.result;
  if (document !== null) return document;
  const error = result.takeError();
  throw renderErrorFor(error === null ? '' : diagnosis(compiler.fetchDiagnostics(error)));
}

function exported(document: NodeTypstDocument, pdfStandard: string): Buffer {
  try {
    return compiler.pdf(document, { pdfStandard });
  } catch (error) {
    // The only way the exporter reports that a document does not conform.
    throw renderErrorFor(error instanceof Error ? messagesIn(error.message) : '');
  }
}

const ownFonts: ReadonlySet<string> = new Set([
  'NotoSans-Regular',
  'NotoSans-Italic',
  'NotoSans-Bold',
  'NotoSansArabic-Regular',
  'NotoSansArabic-Bold',
]);

/** A system font would give other bytes on another machine. */
function assertOwnFonts(pdf: Buffer): void {
  const foreign = fontNamesIn(pdf).find((name) => !ownFonts.has(name));
  if (foreign !== undefined) throw templateNotValid(`the font ${foreign} is not bundled`);
}

function renderErrorFor(reason: string): RenderError {
  if (/infinite|depth exceeded/.test(reason)) return overLimit('loops');
  return templateNotValid(reason);
}

function diagnosis(diagnostics: readonly unknown[]): string {
  return diagnostics
    .map((entry) => (typeof entry === 'object' && entry !== null && 'message' in entry ? entry.message : ''))
    .join('; ');
}

function messagesIn(text: string): string {
  const messages = Array.from(text.matchAll(/message: "((?:[^"\\]|\\.)*)"/g), ([, message]) => message);
  return messages.length === 0 ? text : messages.join('; ');
}
