import { createHash } from 'node:crypto';
import { callerId } from '#platform/auth/caller.ts';
import { findUsableValue } from '#platform/classification/bank-values.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { categorySchema } from '../../domain/classifications/mailbox-classifications.ts';
import type { TemplateData } from '../../domain/initiation.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import type { RenderJob, RenderResult } from '../../ports/document-renderer.ts';
import {
  findNewestVersion,
  insertTemplate,
  lockTemplate,
  type NewTemplate,
  type NewTemplateLocale,
} from '../../store/templates.store.ts';

/** A template with sample data that is rendered before publication. */
export interface PublishTemplate {
  readonly template: NewTemplate;
  readonly sample: TemplateData;
}

export type PublishResult =
  | { readonly kind: 'published' | 'unchanged'; readonly version: number }
  | { readonly kind: 'unknown-category' }
  | { readonly kind: 'not-valid'; readonly locale: string; readonly part: string; readonly reason: string };

/** Publishes a version after rendering it in every language and format; an identical one changes nothing. */
export async function publishTemplate(
  ctx: Context & CorrespondencePorts,
  { sample, template }: PublishTemplate,
): Promise<PublishResult> {
  const { bankId, caller, clock } = ctx;
  const { messageCategory, templateId } = template;
  if ((await findUsableValue(ctx.db, ctx, categorySchema, messageCategory)) === undefined)
    return { kind: 'unknown-category' };
  for (const locale of template.locales) {
    const failure = await renderSample(ctx, template, { locale, sample });
    if (failure !== undefined) return { kind: 'not-valid', locale: locale.locale, ...failure };
  }
  const contentHash = hashOf(template);
  return runCommand(ctx, async (work) => {
    await lockTemplate(work, bankId, templateId);
    const newest = await findNewestVersion(work, { bankId, templateId });
    const isSame = newest?.contentHash.equals(contentHash) === true;
    const version = isSame ? newest.version : (newest?.version ?? 0) + 1;
    if (!isSame)
      insertTemplate(work, template, {
        bankId,
        version,
        contentHash,
        publishedBy: callerId(caller),
        createdAt: clock.now(),
      });
    work.audit({
      aggregateKind: 'template',
      aggregateId: templateId,
      changes: [{ field: isSame ? 'unchanged' : 'published', after: version }],
    });
    return { kind: isSame ? 'unchanged' : 'published', version };
  });
}

async function renderSample(
  { bankId, documentRenderer: renderer }: Context & CorrespondencePorts,
  { schema, templateId }: NewTemplate,
  {
    locale: { docx, locale, pdf, texts },
    sample,
  }: {
    readonly locale: NewTemplateLocale;
    readonly sample: TemplateData;
  },
): Promise<{ readonly part: string; readonly reason: string } | undefined> {
  const job = <Source>(source: Source): RenderJob<Source> => ({
    key: `${bankId}/${templateId}/trial/${locale}`,
    schema,
    source,
    data: sample,
    locale,
  });
  const trials: readonly (readonly [string, () => Promise<RenderResult<unknown>>])[] = [
    ['texts', () => renderer.texts(job(texts))],
    ...(pdf === undefined ? [] : [['pdf', () => renderer.pdf(job(pdf))] as const]),
    ...(docx === undefined ? [] : [['docx', () => renderer.docx(job(docx))] as const]),
  ];
  for (const [part, trial] of trials) {
    const result = await trial();
    if (result.kind !== 'done') return { part, reason: describe(result) };
  }
  return undefined;
}

function describe(result: Exclude<RenderResult<unknown>, { kind: 'done' }>): string {
  switch (result.kind) {
    case 'data-not-valid':
      return `the sample does not match the schema: ${result.errors.map(({ path, rule }) => `${path} ${rule}`).join(', ')}`;
    case 'template-not-valid':
      return result.reason;
    case 'over-limit':
      return `exceeds the ${result.limit} limit`;
    case 'busy':
      return 'the renderer is busy, try again later';
  }
}

function hashOf({ locales, ...head }: NewTemplate): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(head));
  for (const { docx, ...rest } of locales.toSorted((one, other) => (one.locale < other.locale ? -1 : 1)))
    hash.update(JSON.stringify(rest)).update(docx ?? '');
  return hash.digest();
}
