import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { LinkedAttachment } from '../domain/attachment-link.ts';
import { isAcceptable } from '../domain/attachments.ts';
import type { AttachmentHead } from '../domain/content.ts';
import type { AttachmentSource, MessageSource } from '../domain/initiation.ts';
import { attachmentSizeMaxBytes, contentUrlLifetimeSeconds } from '../domain/policy.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { problems } from '../problems.ts';
import type { AttachmentBudget } from './attachment-budget.ts';
import { readerOf } from './callers.ts';

/** A validated attachment. */
export interface LoadedAttachment {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Reads and validates the attachments of a message, before anything else happens with them. */
export async function loadAttachments(
  ctx: Context & CorrespondencePorts,
  messageSource: MessageSource,
  budget: AttachmentBudget,
): Promise<readonly LoadedAttachment[]> {
  if (messageSource.kind !== 'message') return [];
  const loaded: LoadedAttachment[] = [];
  // One after the other: a link costs its sender a few bytes and us a whole file.
  for (const attachment of messageSource.attachments)
    loaded.push(await loadAttachment(ctx, attachment, budget));
  return loaded;
}

async function loadAttachment(
  ctx: Context & CorrespondencePorts,
  { content, contentType, name }: AttachmentSource,
  budget: AttachmentBudget,
): Promise<LoadedAttachment> {
  const bytes = await budget.take(async () =>
    content.kind === 'bytes' ? content.bytes : readLinked(ctx, content.url),
  );
  if (bytes === undefined || bytes.length > attachmentSizeMaxBytes || !isAcceptable(contentType, bytes))
    throw problems['attachment-rejected']({ details: { name } });
  if ((await ctx.inspection.inspect(ctx.bankId, bytes)) !== 'clean')
    throw problems['attachment-rejected']({ details: { name } });
  return { name, contentType, bytes };
}

/** Accepts only links into the bank's own store; others would allow server-side request forgery. */
async function readLinked(
  { bankId, contentStore, correspondenceFacts }: Context & CorrespondencePorts,
  url: string,
): Promise<Buffer | undefined> {
  const { contentUrlPrefix } = correspondenceFacts.of(bankId);
  return URL.parse(url)?.href.startsWith(contentUrlPrefix) ? contentStore.read(bankId, url) : undefined;
}

/** Adds links to attachments that only the caller can use, for a short time. */
export function linkAttachments(
  { bankId, caller, clock, correspondenceVault }: Context & Pick<CorrespondencePorts, 'correspondenceVault'>,
  heads: readonly AttachmentHead[],
): readonly LinkedAttachment[] {
  const untilSeconds = epochSeconds(clock.now()) + contentUrlLifetimeSeconds;
  const readerId = readerOf(caller);
  return heads.map((head) => ({
    ...head,
    untilSeconds,
    mark: correspondenceVault.signLink({ bankId, attachmentId: head.attachmentId, readerId, untilSeconds }),
  }));
}
