import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { LinkedAttachment } from '../domain/attachment-link.ts';
import type { AttachmentHead } from '../domain/content.ts';
import { contentUrlLifetimeSeconds } from '../domain/policy.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { readerOf } from './reader-of.ts';

/** Files with links by which the caller, and nobody else, gets them for a short time. */
export function linkAttachments(
  { bankId, caller, clock, correspondenceVault }: Context & Pick<CorrespondencePorts, 'correspondenceVault'>,
  heads: readonly AttachmentHead[],
): readonly LinkedAttachment[] {
  const untilSeconds = epochSeconds(clock.now()) + contentUrlLifetimeSeconds;
  const readerId = readerOf(caller);
  return heads.map((head) => ({
    ...head,
    untilSeconds,
    mark: correspondenceVault.linkMark({ bankId, attachmentId: head.attachmentId, readerId, untilSeconds }),
  }));
}
