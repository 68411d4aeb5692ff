import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import type { getAttachment } from '../contract/attachments.ts';
import type { FollowedLink } from '../operations/mailbox/get-attachment.ts';
import type { AttachmentFile } from '../store/attachments.read.ts';

/** Ids are compared in lower case. */
export function toFollowedLink({ params, query }: RequestOf<typeof getAttachment>): FollowedLink {
  return {
    attachmentId: params['attachment-id'].toLowerCase(),
    untilSeconds: query.until,
    mark: query.mark,
  };
}

export function toAttachmentResponse({
  content,
  contentType,
  name,
}: AttachmentFile): ResponseOf<typeof getAttachment> {
  return { status: 200, file: { contentType, name, content } };
}
