import type { Context } from '#platform/work/context.ts';
import type { MessageSource, TemplateData } from '../domain/initiation.ts';
import type { DocumentFormat } from '../domain/literals.ts';
import { attachmentSizeMaxBytes, attachmentsMax } from '../domain/policy.ts';
import { type DocumentTemplate, templateKey } from '../domain/template.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { problems } from '../problems.ts';
import { findDocumentTemplate } from '../store/templates.store.ts';
import type { AttachmentBudget } from './attachment-budget.ts';
import type { LoadedAttachment } from './attachments.ts';
import { requireRendered } from './content.ts';

/** Renders the document of a template; the template may have none in this format. */
export async function renderTemplateDocument(
  { bankId, documentRenderer: machine }: Context & CorrespondencePorts,
  template: DocumentTemplate,
  { data, format }: { readonly data: TemplateData; readonly format: DocumentFormat },
): Promise<Uint8Array> {
  const { docx, locale, pdf, schema } = template;
  const job = { key: templateKey(bankId, template), schema, data, locale };
  if (format === 'pdf' && pdf !== undefined)
    return requireRendered(await machine.pdf({ ...job, source: pdf }));
  if (format === 'docx' && docx !== undefined)
    return requireRendered(await machine.docx({ ...job, source: docx }));
  throw problems['template-not-found']();
}

/** Renders the documents that a message from a template has, in the language of the message. */
export async function attachDocuments(
  ctx: Context & CorrespondencePorts,
  source: MessageSource,
  { budget, languages }: { readonly languages: readonly string[]; readonly budget: AttachmentBudget },
): Promise<readonly LoadedAttachment[]> {
  const documents = source.kind === 'template' ? (source.documents ?? []) : [];
  if (source.kind !== 'template' || documents.length === 0) return [];
  if (documents.length > attachmentsMax) throw problems['attachment-rejected']();
  const { bankId, db } = ctx;
  const template = await findDocumentTemplate(db, { bankId, templateId: source.templateId, languages });
  if (template === undefined) throw problems['template-not-found']();
  const rendered: LoadedAttachment[] = [];
  // One after the other: the documents of one message do not fill the queue of the renderer.
  for (const { data, name } of documents) {
    const bytes = await budget.take(async () =>
      Buffer.from(await renderTemplateDocument(ctx, template, { data, format: 'pdf' })),
    );
    if (bytes.length > attachmentSizeMaxBytes) throw problems['attachment-rejected']({ details: { name } });
    rendered.push({ name: `${name}.pdf`, contentType: 'application/pdf', bytes });
  }
  return rendered;
}
