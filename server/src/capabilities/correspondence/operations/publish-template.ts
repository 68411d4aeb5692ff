import { createHash } from 'node:crypto';
import { callerId } from '#platform/auth/caller.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { TemplateData } from '../domain/initiation.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import type { RenderJob, RenderResult } from '../ports/document-renderer.ts';
import {
  findNewestVersion,
  insertTemplate,
  lockTemplate,
  type NewTemplate,
  type NewTemplateLocale,
} from '../store/templates.store.ts';

/** A template with the data it is tried with before anybody gets it. */
export interface PublishTemplate {
  readonly template: NewTemplate;
  readonly sample: TemplateData;
}

export type Published =
  | { readonly kind: 'published' | 'unchanged'; readonly version: number }
  | { readonly kind: 'not-valid'; readonly locale: string; readonly part: string; readonly reason: string };

/** Publishes a version after it has been made once in every language and format; the same again changes nothing. */
export async function publishTemplate(
  ctx: Context & CorrespondencePorts,
  { sample, template }: PublishTemplate,
): Promise<Published> {
  const { bankId, caller, clock } = ctx;
  const { templateId } = template;
  for (const locale of template.locales) {
    const fault = await tryOut(ctx, template, { locale, sample });
    if (fault !== undefined) return { kind: 'not-valid', locale: locale.locale, ...fault };
  }
  const digest = digestOf(template);
  return runCommand(ctx, async (work) => {
    await lockTemplate(work, bankId, templateId);
    const newest = await findNewestVersion(work, { bankId, templateId });
    const isSame = newest?.digest.equals(digest) === true;
    const version = isSame ? newest.version : (newest?.version ?? 0) + 1;
    if (!isSame)
      insertTemplate(work, template, {
        bankId,
        version,
        digest,
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

async function tryOut(
  { bankId, press: renderer }: Context & CorrespondencePorts,
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
    const pressed = await trial();
    if (pressed.kind !== 'done') return { part, reason: describe(pressed) };
  }
  return undefined;
}

function describe(pressed: Exclude<RenderResult<unknown>, { kind: 'done' }>): string {
  switch (pressed.kind) {
    case 'data-not-valid':
      return `the sample does not fit the schema: ${pressed.faults.map(({ path, rule }) => `${path} ${rule}`).join(', ')}`;
    case 'template-not-valid':
      return pressed.reason;
    case 'over-limit':
      return `beyond the limit of ${pressed.limit}`;
    case 'busy':
      return 'too much is being rendered at the moment';
  }
}

function digestOf({ locales, ...head }: NewTemplate): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(head));
  for (const { docx, ...rest } of locales.toSorted((one, other) => (one.locale < other.locale ? -1 : 1)))
    hash.update(JSON.stringify(rest)).update(docx ?? '');
  return hash.digest();
}
