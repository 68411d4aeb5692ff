import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { Enclosure, OutboundMessage } from '#capabilities/correspondence/ports/channel.ts';
import { fileNameParameters, headerDate, headerMailbox, headerText } from './header-text.ts';
import { mailDocument } from './mail-layout.ts';

/** Sender of a bank. */
export interface MailSender {
  readonly name: string;
  readonly address: string;
  readonly replyTo?: string;
}

/** RFC 5322: a line has 998 characters at most. */
const lineMaxLength = 998;
const encodedLineLength = 76;
const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;
const languageTag = /^[A-Za-z0-9-]{1,35}$/;

/**
 * Composes the message. The same outbound message always gives the same bytes, so that every attempt is the same
 * message. Implemented here because the library's composer costs as much per message as everything else together.
 */
export function composeMail(outbound: OutboundMessage, sender: MailSender, to: string): Buffer {
  assert(/^[A-Za-z0-9_-]{1,64}$/.test(outbound.communicationId), 'id must be usable in a Message-ID');
  assert(languageTag.test(outbound.language), 'language must be a BCP 47 tag');
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  const head = [
    `From: ${headerMailbox(sender.name, sender.address)}`,
    ...(sender.replyTo === undefined ? [] : [`Reply-To: <${sender.replyTo}>`]),
    `To: <${to}>`,
    `Subject: ${headerText(outbound.title)}`,
    `Date: ${headerDate(outbound.created)}`,
    `Message-ID: <${outbound.communicationId}@${domain}>`,
    'Auto-Submitted: auto-generated',
    `Content-Language: ${outbound.language}`,
    'MIME-Version: 1.0',
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n${bodyOf(outbound)}`, 'latin1');
}

function bodyOf(outbound: OutboundMessage): string {
  const { enclosures, html, text } = outbound;
  const plain = textPart('text/plain', text);
  if (html === undefined && enclosures.length === 0) return plain;
  const boundary = boundaryOf(outbound);
  const written =
    html === undefined
      ? plain
      : multipart('alternative', `${boundary}a`, [plain, textPart('text/html', document(outbound, html))]);
  if (enclosures.length === 0) return written;
  return multipart('mixed', `${boundary}m`, [written, ...enclosures.map(enclosurePart)]);
}

function document({ language, title }: OutboundMessage, body: string): string {
  return mailDocument({ body, language, title });
}

/** Derived from the content it separates, so that no text can contain it on purpose. */
function boundaryOf({ communicationId, html, text }: OutboundMessage): string {
  return `=_${hash('sha256', `${communicationId}\0${text}\0${html ?? ''}`).slice(0, 40)}`;
}

/** Every part ends with a line break, so parts can be concatenated. */
function multipart(kind: 'alternative' | 'mixed', boundary: string, parts: readonly string[]): string {
  const written = parts.map((part) => `--${boundary}\r\n${part}`).join('');
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${written}--${boundary}--\r\n`;
}

function textPart(type: 'text/plain' | 'text/html', text: string): string {
  const lines = text.toWellFormed().replaceAll(/\r\n|\r|\n/g, '\r\n');
  const isPlain = /^[\t\r\n\x20-\x7e]*$/.test(lines) && !hasLongLine(lines);
  const [encoding, body] = isPlain ? ['7bit', lines] : ['base64', wrapped(Buffer.from(lines))];
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`;
}

function enclosurePart({ content, contentType, name }: Enclosure): string {
  const type = mediaType.test(contentType) ? contentType.toLowerCase() : 'application/octet-stream';
  const head = [
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; ${fileNameParameters(name)}`,
  ];
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return `${head.join('\r\n')}\r\n\r\n${wrapped(bytes)}\r\n`;
}

function hasLongLine(lines: string): boolean {
  return lines.length > lineMaxLength && lines.split('\r\n').some((line) => line.length > lineMaxLength);
}

function wrapped(bytes: Buffer): string {
  const encoded = bytes.toString('base64');
  const lines: string[] = [];
  for (let at = 0; at < encoded.length; at += encodedLineLength)
    lines.push(encoded.slice(at, at + encodedLineLength));
  return lines.join('\r\n');
}
