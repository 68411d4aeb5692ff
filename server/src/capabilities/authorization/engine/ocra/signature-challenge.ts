import { createHash, createHmac } from 'node:crypto';
import type { Secret } from '#platform/kernel/secret.ts';

/** Inputs of a challenge of mode `signature`. */
export interface SignatureChallengeSource {
  readonly serverKey: Secret<Uint8Array>;
  /** New for every challenge, so that the same data gives other digits each time. */
  readonly nonce: Uint8Array;
  readonly userId: string;
  readonly signatureData: string;
}

/** A challenge bound to the data. */
export interface SignatureChallenge {
  /** The eight digits that the user types into the device. */
  readonly code: string;
  /** SHA-256 of the data, to be stored: eight digits alone would match other data as well. */
  readonly dataDigest: Buffer;
}

const challengeDigits = 8;

/** HMAC-SHA-256(server key, nonce, user-id, SHA-256(signature-data)) modulo 10^8. */
export function signatureChallenge(source: SignatureChallengeSource): SignatureChallenge {
  const dataDigest = digestOfData(source.signatureData);
  const mac = createHmac('sha256', source.serverKey.reveal());
  for (const field of [source.nonce, Buffer.from(source.userId, 'utf8'), dataDigest]) {
    // Each field after its length: bytes cannot move from one field to the next.
    const length = Buffer.alloc(4);
    length.writeUInt32BE(field.length);
    mac.update(length).update(field);
  }
  const value = BigInt(`0x${mac.digest('hex')}`) % 10n ** BigInt(challengeDigits);
  return { code: value.toString().padStart(challengeDigits, '0'), dataDigest };
}

/** Returns the hash by which a verified response is matched to the data that it authorizes. */
export function digestOfData(signatureData: string): Buffer {
  return createHash('sha256').update(signatureData, 'utf8').digest();
}
