import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDocumentRenderer } from '#adapters/documents/document-renderer.ts';
import { readTemplateFolder, type TemplateFolder } from '#adapters/documents/template-folder.ts';
import {
  type CorrespondencePorts,
  correspondenceCapability,
  type PublishResult,
  publishTemplate,
} from '#capabilities/correspondence/index.ts';
import type { Context } from '#platform/work/context.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { exitCodes, refusal } from '../program/failure.ts';
import { nothing, portsOf } from '../program/need.ts';
import { bank, choice, required, text, texts, withDefault } from '../program/option.ts';
import type { Output } from '../program/output.ts';

const shipped = fileURLToPath(new URL('../../../templates/', import.meta.url));

const publish = defineCommand({
  name: 'publish',
  summary: 'validate templates with their samples and publish what changed',
  operands: { folder: texts('FOLDER', 'folder of a template; those that come with the product by default') },
  options: { bank },
  examples: ['templates publish --bank 01', 'templates publish --bank 01 our-templates/welcome'],
  needs: portsOf(correspondenceCapability),
  async run({ contextFor, operands: { folder: folders }, options, out }) {
    const context = contextFor(options.bank);
    let failures = 0;
    for (const folder of folders.length === 0 ? await shippedFolders() : folders)
      if (!(await publishOne(context, readTemplateFolder(folder), out))) failures += 1;
    return failures === 0 ? exitCodes.done : exitCodes.refused;
  },
});

const formats = ['pdf', 'docx', 'texts'] as const;

const render = defineCommand({
  name: 'render',
  summary: 'render one template with its sample, for a preview',
  operands: { folder: required(text('FOLDER', 'folder of the template')) },
  options: {
    locale: withDefault(text('LOCALE', 'locale of the template'), 'en'),
    format: withDefault(choice('FORMAT', formats, 'what to render'), 'texts'),
    out: text('FILE', 'file for a PDF or docx; by default named after template, locale and format'),
  },
  examples: ['templates render our-templates/welcome --locale de --format pdf --out welcome.pdf'],
  needs: nothing,
  async run({ operands: { folder }, options, out }) {
    const { format, locale } = options;
    const template = readTemplateFolder(folder);
    const { templateId } = template;
    const product = await rendered(template, { format, locale });
    if (!(product instanceof Uint8Array)) {
      out.result(product, [JSON.stringify(product, null, 2)]);
      return;
    }
    const file = options.out ?? `${templateId}.${locale}.${format}`;
    await writeFile(file, product);
    out.result({ file, bytes: product.length }, [`${file}: ${product.length} bytes`]);
  },
});

/** Commands for authors of message and document templates. */
export const templateCommands: CommandGroup = {
  name: 'templates',
  summary: 'manage message and document templates',
  commands: [publish, render],
};

function lineOf(published: PublishResult, category: string): string {
  switch (published.kind) {
    case 'unknown-category':
      return `not published; ${category} is no message category that the bank uses now`;
    case 'not-valid':
      return `not published; ${published.part} in ${published.locale}: ${published.reason}`;
    case 'published':
    case 'unchanged':
      return `version ${published.version} ${published.kind}`;
  }
}

async function publishOne(
  context: Context & CorrespondencePorts,
  folder: TemplateFolder,
  out: Output,
): Promise<boolean> {
  const { category, locales, sample, templateId, ...head } = folder;
  const published = await publishTemplate(context, {
    sample,
    template: {
      ...head,
      templateId,
      messageCategory: category,
      locales: [...locales].map(([locale, { docx, pdf, texts: sources }]) => ({
        locale,
        texts: sources,
        pdf,
        docx,
      })),
    },
  });
  const line = lineOf(published, category);
  out.progress({ template: templateId, ...published }, `${templateId}: ${line}`);
  return published.kind === 'published' || published.kind === 'unchanged';
}

async function rendered(
  { locales, sample, schema, templateId }: TemplateFolder,
  { format, locale }: { readonly format: (typeof formats)[number]; readonly locale: string },
): Promise<unknown> {
  const sources = locales.get(locale);
  if (sources === undefined)
    throw refusal(`${templateId} has no locale ${locale}; available: ${[...locales.keys()].join(', ')}`);
  const renderer = createDocumentRenderer();
  try {
    const job = { key: templateId, schema, data: sample, locale };
    const { docx, pdf, texts: source } = sources;
    const result =
      format === 'pdf' && pdf !== undefined
        ? await renderer.pdf({ ...job, source: pdf })
        : format === 'docx' && docx !== undefined
          ? await renderer.docx({ ...job, source: docx })
          : await renderer.texts({ ...job, source });
    if (result.kind !== 'done') throw refusal(`${templateId}: ${JSON.stringify(result)}`);
    return result.product;
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
