import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { LinkedAttachment } from '../domain/attachment-link.ts';
import { isAcceptable } from '../domain/attachments.ts';
import type { AttachmentHead } from '../domain/content.ts';
import type { AttachmentSource, MessageSource } from '../domain/initiation.ts';
import {
  attachmentSizeMaxBytes,
  attachmentsTotalMaxBytes,
  contentUrlLifetimeSeconds,
} from '../domain/policy.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { problems } from '../problems.ts';
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
): Promise<readonly LoadedAttachment[]> {
  if (messageSource.kind !== 'message' || messageSource.attachments.length === 0) return [];
  const loaded = await Promise.all(
    messageSource.attachments.map((attachment) => loadAttachment(ctx, attachment)),
  );
  const total = loaded.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > attachmentsTotalMaxBytes) throw problems['attachment-rejected']();
  return loaded;
}

async function loadAttachment(
  ctx: Context & CorrespondencePorts,
  { content, contentType, name }: AttachmentSource,
): Promise<LoadedAttachment> {
  const bytes = content.kind === 'bytes' ? content.bytes : await readLinked(ctx, content.url);
  if (bytes === undefined || bytes.length > attachmentSizeMaxBytes || !isAcceptable(contentType, bytes))
    throw problems['attachment-rejected']({ details: { name } });
  if ((await ctx.inspection.inspect(bytes)) !== 'clean')
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
