import { hash } from 'node:crypto';
import { readParts } from './certificate-parts.ts';
import { derTag } from './der-value.ts';
import type { StatusSubject } from './status-answer.ts';

/** RFC 6960: the identifiers of SHA-1, of the nonce and of its extension, encoded. */
const sha1Algorithm = Buffer.from('300906052b0e03021a0500', 'hex');
const nonceId = Buffer.from('06092b0601050507300102', 'hex');

/**
 * Identifies a certificate to a responder. SHA-1, because responders prepare their responses under it; it protects
 * nothing here, the response is matched byte by byte and signed with a sound digest.
 */
export function certificateId({ certificate, issuer }: StatusSubject): Buffer {
  const subject = readParts(certificate);
  const authority = readParts(issuer);
  return encoded(
    derTag.sequence,
    sha1Algorithm,
    encoded(derTag.octetString, hash('sha1', subject.issuerName, 'buffer')),
    encoded(derTag.octetString, hash('sha1', authority.publicKeyBits, 'buffer')),
    encoded(derTag.integer, subject.serialNumber),
  );
}

/** Builds a request about one certificate (RFC 6960 4.1.1). A responder may leave the nonce out of its response. */
export function ocspRequest(subject: StatusSubject, nonce: Buffer): Buffer {
  const sequence = (...parts: readonly Buffer[]): Buffer => encoded(derTag.sequence, ...parts);
  const wrapped = encoded(derTag.octetString, encoded(derTag.octetString, nonce));
  const extensions = encoded(0xa2, sequence(sequence(nonceId, wrapped)));
  return sequence(sequence(sequence(sequence(certificateId(subject))), extensions));
}

function encoded(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
}
