import { readFile } from 'node:fs/promises';
import { at } from '#platform/testing/json-at.ts';
import type { Context } from '#platform/work/context.ts';
import { publishTemplate } from '../operations/templates/publish-template.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import type { NewTemplate } from '../store/templates.store.ts';

/** A template of the product, with the text that a test looks for. */
export type TestTemplate = Pick<NewTemplate, 'templateId' | 'messageKind' | 'messageCategory'> & {
  readonly text: string;
  /** Source of a document. */
  readonly pdf?: string;
};

/** Publishes a template under the schema that the product has for it. */
export async function publishTestTemplate(
  ctx: Context & CorrespondencePorts,
  { messageCategory, messageKind, pdf, templateId, text }: TestTemplate,
): Promise<void> {
  const file = new URL(`../../../../templates/${templateId}/template.json`, import.meta.url);
  const read: unknown = JSON.parse(await readFile(file, 'utf8'));
  await publishTemplate(ctx, {
    template: {
      templateId,
      name: templateId,
      description: templateId,
      messageKind,
      messageCategory,
      // oxlint-disable-next-line typescript/consistent-type-assertions -- our own file, validated when it is published
      schema: at(read, 'schema') as Readonly<Record<string, unknown>>,
      locales: [{ locale: 'de', texts: { title: templateId, text, short: text }, pdf, docx: undefined }],
    },
    // oxlint-disable-next-line typescript/consistent-type-assertions -- our own file, validated by its schema
    sample: at(read, 'sample') as string,
  });
}
