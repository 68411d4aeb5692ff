import type { Static } from 'typebox';
import { attachmentsPath } from '../contract/attachments.ts';
import type { attachmentOut, messageOut } from '../contract/message.ts';
import type { LinkedAttachment } from '../domain/attachment-link.ts';
import type { Content } from '../domain/content.ts';

/** SPEC 000: message object with all its members. */
export type WireMessage = Required<Static<typeof messageOut>>;

/** Message content in its richest form, with attachments. */
export function toWireMessage(
  content: Pick<Content, 'title' | 'text' | 'html'>,
  attachments: readonly LinkedAttachment[],
): WireMessage {
  const { html, text, title } = content;
  return {
    title,
    body:
      html === undefined
        ? { 'content-type': 'text/plain', content: text }
        : { 'content-type': 'text/html', content: html },
    attachments: attachments.map(toWireAttachment),
  };
}

/** The link is a path: clients follow it with the same token, on the same host. */
function contentUrlOf({ attachmentId, mark, untilSeconds }: LinkedAttachment): string {
  return `${attachmentsPath}/${attachmentId}?until=${untilSeconds}&mark=${mark}`;
}

function toWireAttachment(attachment: LinkedAttachment): Static<typeof attachmentOut> {
  return {
    'content-type': attachment.contentType,
    name: attachment.name,
    'content-url': contentUrlOf(attachment),
  };
}
