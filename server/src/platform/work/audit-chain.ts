import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** An audit entry as stored, without its position in the chain. */
export interface AuditEntry {
  readonly bankId: string;
  readonly auditId: string;
  /** As the database formats it, with microseconds; the hash covers the text. */
  readonly occurredAt: string;
  readonly operation: string;
  readonly aggregateKind: string;
  readonly aggregateId: string;
  readonly record: string;
}

/** The link before the first entry of a chain. Links are written as 64 hexadecimal digits. */
export const chainStart = '0'.repeat(64);

/**
 * Returns the link of an entry: any change to it, to its number or to anything before it gives another value. A JSON
 * list delimits itself, so the record, which is JSON itself and by far the longest part, follows unchanged.
 */
export function hashEntry(previous: string, entryNo: bigint, entry: AuditEntry): string {
  const head = JSON.stringify([
    String(entryNo),
    entry.bankId,
    entry.auditId,
    entry.occurredAt,
    entry.operation,
    entry.aggregateKind,
    entry.aggregateId,
  ]);
  return hash('sha256', previous + head + entry.record, 'hex');
}

/** The head of a chain at a time, to be signed and stored outside the database too. */
export interface SealContent {
  readonly bankId: string;
  readonly entryNo: bigint;
  readonly hash: string;
  readonly sealedAt: string;
}

function sealText({ bankId, entryNo, hash: head, sealedAt }: SealContent): Buffer {
  return Buffer.from(JSON.stringify(['portico-audit-seal-1', bankId, String(entryNo), head, sealedAt]));
}

/** Signs and verifies seals; a person who can change rows does not have this key. */
export interface SealKey {
  readonly keyId: string;
  sign(content: SealContent): Buffer;
}

export interface SealVerifier {
  /** Whether the named key, if it is one of ours, signed exactly this. */
  isGood(content: SealContent, signature: Buffer, keyId: string): boolean;
}

/** Reads the sealer's key, Ed25519 in PEM. */
export function sealKeyFrom(privatePem: string): SealKey {
  const key = createPrivateKey(privatePem);
  return { keyId: keyIdOf(createPublicKey(key)), sign: (content) => sign(null, sealText(content), key) };
}

/** The verifier needs only the public halves, of every key that ever sealed, because keys are rotated. */
export function sealVerifierFrom(publicPems: readonly string[]): SealVerifier {
  const keys = new Map(publicPems.map((pem) => createPublicKey(pem)).map((key) => [keyIdOf(key), key]));
  return {
    isGood(content, signature, keyId) {
      const key = keys.get(keyId);
      return key !== undefined && verify(null, sealText(content), key, signature);
    },
  };
}

function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
}
