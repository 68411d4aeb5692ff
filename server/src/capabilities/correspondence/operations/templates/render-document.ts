import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { TemplateData } from '../../domain/initiation.ts';
import type { DocumentFormat } from '../../domain/literals.ts';
import { events } from '../../events.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { problems } from '../../problems.ts';
import { renderTemplateDocument } from '../../steps/template-documents.ts';
import { findDocumentTemplate } from '../../store/templates.store.ts';

export interface RenderDocument {
  readonly templateId: string;
  readonly format: DocumentFormat;
  readonly data: TemplateData;
  readonly locale: string | undefined;
  readonly fileName: string | undefined;
}

/** A rendered document. */
export interface RenderedDocument {
  readonly format: DocumentFormat;
  readonly name: string;
  readonly content: Uint8Array;
}

/** Renders a document. Audits the rendering; does not store the content. */
export async function renderDocument(
  ctx: Context & CorrespondencePorts,
  { data, fileName, format, locale, templateId }: RenderDocument,
): Promise<RenderedDocument> {
  const { bankId } = ctx;
  const { language } = ctx.correspondenceFacts.of(bankId);
  const languages = [locale, language].filter((one) => one !== undefined);
  const template = await findDocumentTemplate(ctx.db, { bankId, templateId, languages });
  if (template === undefined) throw problems['template-not-found']();
  const content = await renderTemplateDocument(ctx, template, { data, format });
  return runCommand(ctx, async (work) => {
    work.audit({
      aggregateKind: 'template',
      aggregateId: templateId,
      changes: [
        { field: 'rendered', after: format },
        { field: 'version', after: template.version },
      ],
    });
    work.emit(
      eventOf(events.documentRendered, templateId, {
        'template-id': templateId,
        version: template.version,
        format,
      }),
    );
    return { format, name: withEnding(fileName ?? templateId, format), content };
  });
}

function withEnding(name: string, format: DocumentFormat): string {
  return name.toLowerCase().endsWith(`.${format}`) ? name : `${name}.${format}`;
}
