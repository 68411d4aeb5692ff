import type { Context } from '#platform/work/context.ts';
import { isAcceptable } from '../domain/attachments.ts';
import type { GivenAttachment, MessageSource } from '../domain/initiation.ts';
import { attachmentSizeMaxBytes, attachmentsTotalMaxBytes } from '../domain/policy.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { problems } from '../problems.ts';

/** A file that may be sent. */
export interface TakenAttachment {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Reads and inspects the files of a message, before anything else is done with them. */
export async function storeAttachments(
  ctx: Context & CorrespondencePorts,
  said: MessageSource,
): Promise<readonly TakenAttachment[]> {
  if (said.kind !== 'message' || said.attachments.length === 0) return [];
  const taken = await Promise.all(said.attachments.map((attachment) => takeOne(ctx, attachment)));
  const total = taken.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > attachmentsTotalMaxBytes) throw problems['attachment-rejected']();
  return taken;
}

async function takeOne(
  ctx: Context & CorrespondencePorts,
  { content, contentType, name }: GivenAttachment,
): Promise<TakenAttachment> {
  const bytes = content.kind === 'bytes' ? content.bytes : await readLinked(ctx, content.url);
  if (bytes === undefined || bytes.length > attachmentSizeMaxBytes || !isAcceptable(contentType, bytes))
    throw problems['attachment-rejected']({ details: { name } });
  if ((await ctx.inspection.inspect(bytes)) === 'infected')
    throw problems['attachment-rejected']({ details: { name } });
  return { name, contentType, bytes };
}

/** Links lead into the bank's own store; any other would let a caller choose whom we ask. */
async function readLinked(
  { bankId, contentStore, correspondenceFacts }: Context & CorrespondencePorts,
  url: string,
): Promise<Buffer | undefined> {
  const { contentUrlPrefix } = correspondenceFacts.of(bankId);
  return URL.parse(url)?.href.startsWith(contentUrlPrefix) ? contentStore.read(bankId, url) : undefined;
}
