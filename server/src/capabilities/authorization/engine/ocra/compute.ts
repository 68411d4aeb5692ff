import assert from 'node:assert/strict';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '#platform/kernel/secret.ts';
import { type OcraInputs, ocraMessage } from '../../domain/ocra/message.ts';
import type { OcraHash, OcraSuite } from '../../domain/ocra/suite.ts';

/** A key and the suite it is used with. */
export interface OcraKey {
  readonly seed: Secret<Uint8Array>;
  readonly suite: OcraSuite;
}

/** Returns the response to a challenge, RFC 6287 5. The caller guarantees that the inputs fit the suite. */
export function ocraResponse({ seed, suite }: OcraKey, inputs: OcraInputs): string {
  const message = ocraMessage(suite, inputs);
  assert(message.kind === 'message', 'the inputs fit the suite');
  const digest = createHmac(suite.hash, seed.reveal()).update(message.bytes).digest();
  if (suite.digits === 0) return digest.toString('hex');
  return String(truncated(digest) % 10 ** suite.digits).padStart(suite.digits, '0');
}

/** Compares a presented response with those of time steps, always with the same work. */
export function ocraMatch(key: OcraKey, question: string, response: string): (timeStep: bigint) => boolean {
  return (timeStep) => {
    const expected = Buffer.from(ocraResponse(key, { questions: [question], timeStep }));
    const presented = Buffer.alloc(expected.length);
    presented.write(response);
    return timingSafeEqual(expected, presented) && Buffer.byteLength(response) === expected.length;
  };
}

/** Returns the hash of a password as the suite requires it. */
export function passwordHashOf(hash: OcraHash, password: Secret<string>): Uint8Array {
  return createHash(hash).update(password.reveal(), 'utf8').digest();
}

/** Dynamic truncation, RFC 4226 5.3: the last half byte is the offset of the 31 bits. */
export function truncated(digest: Buffer): number {
  const offset = digest.readUInt8(digest.length - 1) % 16;
  return digest.readUInt32BE(offset) % 2 ** 31;
}
