import { createHash, createHmac } from 'node:crypto';
import type { Secret } from '#platform/kernel/secret.ts';

/** What a challenge of mode `signature` is made from. */
export interface SignatureChallengeSource {
  readonly serverKey: Secret<Uint8Array>;
  /** New for every challenge: the same data is asked with other digits each time. */
  readonly nonce: Uint8Array;
  readonly userId: string;
  readonly signatureData: string;
}

/** A challenge bound to the data. */
export interface SignatureChallenge {
  /** The eight digits to be typed. */
  readonly code: string;
  /** SHA-256 of the data, to be kept: eight digits alone would stand for other data as well. */
  readonly dataDigest: Buffer;
}

const challengeDigits = 8;

/** HMAC-SHA-256(server key, nonce, user-id, SHA-256(signature-data)) modulo 10^8. */
export function signatureChallenge(source: SignatureChallengeSource): SignatureChallenge {
  const dataDigest = digestOfData(source.signatureData);
  const mac = createHmac('sha256', source.serverKey.reveal());
  for (const field of [source.nonce, Buffer.from(source.userId, 'utf8'), dataDigest]) {
    // Each field after its length: nobody moves bytes from one to the next.
    const length = Buffer.alloc(4);
    length.writeUInt32BE(field.length);
    mac.update(length).update(field);
  }
  const value = BigInt(`0x${mac.digest('hex')}`) % 10n ** BigInt(challengeDigits);
  return { code: value.toString().padStart(challengeDigits, '0'), dataDigest };
}

/** The digest by which a verified response is found to authorise exactly this data. */
export function digestOfData(signatureData: string): Buffer {
  return createHash('sha256').update(signatureData, 'utf8').digest();
}
