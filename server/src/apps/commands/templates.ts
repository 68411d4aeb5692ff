import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDocumentRenderer } from '#adapters/documents/document-renderer.ts';
import { readTemplateFolder, type TemplateFolder } from '#adapters/documents/template-folder.ts';
import {
  type CorrespondencePorts,
  correspondenceCapability,
  publishTemplate,
} from '#capabilities/correspondence/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import type { Context } from '#platform/work/context.ts';
import { commandContext } from './command-context.ts';
import { openCommandPorts } from './command-ports.ts';
import type { Print } from './print.ts';

const usage = `usage: templates ACTION
  publish --bank BANK [FOLDER …]     validate templates with their samples and publish what changed; without folders
                                     those that come with the product
  render FOLDER --locale LOCALE --format pdf|docx|texts [--out FILE]   render one with its sample, for a preview`;

const shipped = fileURLToPath(new URL('../../../templates/', import.meta.url));

interface Options {
  readonly bank: string | undefined;
  readonly locale: string;
  readonly format: string;
  readonly out: string | undefined;
  readonly folders: readonly string[];
}

/** Runs `templates publish` and `render`, for authors of message and document templates. */
export async function templates(
  config: Config,
  action: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const options = optionsFrom(config, rest);
  if (options === undefined) return wrong(print);
  switch (action) {
    case 'publish':
      return options.bank === undefined
        ? wrong(print)
        : publish(config, { ...options, bank: options.bank }, print);
    case 'render':
      return options.folders.length === 1 ? render(options, print) : wrong(print);
    default:
      return wrong(print);
  }
}

async function publish(
  config: Config,
  { bank, folders }: Options & { readonly bank: string },
  print: Print,
): Promise<number> {
  const url = config.databaseUrl.reveal();
  await using app = openDatabase({ url, poolSize: 2, applicationName: 'portico-templates' });
  await using opened = await openCommandPorts(config, app);
  const ports = opened.ports.of(correspondenceCapability);
  const context = { ...commandContext(app, 'templates', bank), ...ports };
  let failures = 0;
  for (const folder of folders.length === 0 ? await shippedFolders() : folders)
    if (!(await publishOne(context, readTemplateFolder(folder), print))) failures += 1;
  return failures === 0 ? 0 : 1;
}

async function publishOne(
  context: Context & CorrespondencePorts,
  folder: TemplateFolder,
  print: Print,
): Promise<boolean> {
  const { category, locales, sample, ...head } = folder;
  const published = await publishTemplate(context, {
    sample,
    template: {
      ...head,
      messageCategory: category,
      locales: [...locales].map(([locale, { docx, pdf, texts }]) => ({ locale, texts, pdf, docx })),
    },
  });
  if (published.kind === 'not-valid') {
    print(
      `${folder.templateId}: not published; ${published.part} in ${published.locale}: ${published.reason}`,
    );
    return false;
  }
  print(`${folder.templateId}: version ${published.version} ${published.kind}`);
  return true;
}

async function render({ folders, format, locale, out }: Options, print: Print): Promise<number> {
  const { locales, sample, schema, templateId } = readTemplateFolder(folders[0] ?? '');
  const sources = locales.get(locale);
  if (sources === undefined) {
    print(`${templateId} has no locale ${locale}; available: ${[...locales.keys()].join(', ')}`);
    return 1;
  }
  const renderer = createDocumentRenderer();
  try {
    const job = { key: templateId, schema, data: sample, locale };
    const { docx, pdf, texts } = sources;
    const pressed =
      format === 'pdf' && pdf !== undefined
        ? await renderer.pdf({ ...job, source: pdf })
        : format === 'docx' && docx !== undefined
          ? await renderer.docx({ ...job, source: docx })
          : await renderer.texts({ ...job, source: texts });
    if (pressed.kind !== 'done') {
      print(`${templateId}: ${JSON.stringify(pressed)}`);
      return 1;
    }
    const { product } = pressed;
    if (!(product instanceof Uint8Array)) {
      print(JSON.stringify(product, null, 2));
      return 0;
    }
    const file = out ?? `${templateId}.${locale}.${format}`;
    await writeFile(file, product);
    print(`${file}: ${product.length} bytes`);
    return 0;
  } finally {
    await renderer.close();
  }
}

async function shippedFolders(): Promise<readonly string[]> {
  const entries = await readdir(shipped, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(shipped, name))
    .toSorted();
}

function optionsFrom({ banks }: Config, rest: readonly string[]): Options | undefined {
  const text = { type: 'string' } as const;
  try {
    const { positionals, values } = parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: { bank: text, locale: text, format: text, out: text },
    });
    const { bank, format = 'texts', locale = 'en', out } = values;
    if (!['pdf', 'docx', 'texts'].includes(format)) return undefined;
    if (bank !== undefined && !banks.includes(bank)) return undefined;
    return { bank, format, locale, out, folders: positionals };
    // Unknown option: the caller prints the usage.
  } catch {
    return undefined;
  }
}

function wrong(print: Print): number {
  print(usage);
  return 2;
}
