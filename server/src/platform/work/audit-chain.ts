import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** An audit entry as it stands in the database, apart from its place in the chain. */
export interface AuditEntry {
  readonly bankId: string;
  readonly auditId: string;
  /** As the database writes it, microseconds and all; a clock is not part of the evidence, the text is. */
  readonly occurredAt: string;
  readonly operation: string;
  readonly aggregateKind: string;
  readonly aggregateId: string;
  readonly record: string;
}

/** What the first entry of a chain builds on. Links are written as 64 hexadecimal digits. */
export const chainStart = '0'.repeat(64);

/**
 * The entry's link: any change to it, to its number or to anything before it gives another value. A JSON list ends
 * where it ends, so the record, which is JSON itself and by far the longest part, follows as it is.
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

/** The head of a chain at a moment, to be signed and kept elsewhere too. */
export interface SealContent {
  readonly bankId: string;
  readonly entryNo: bigint;
  readonly hash: string;
  readonly sealedAt: string;
}

function sealText({ bankId, entryNo, hash: head, sealedAt }: SealContent): Buffer {
  return Buffer.from(JSON.stringify(['portico-audit-seal-1', bankId, String(entryNo), head, sealedAt]));
}

/** Signs and recognises seals; whoever changes rows does not have this key. */
export interface SealKey {
  readonly keyId: string;
  sign(content: SealContent): Buffer;
}

export interface SealVerifier {
  /** Whether the key of this name, if it is one of ours, signed just this. */
  isGood(content: SealContent, signature: Buffer, keyId: string): boolean;
}

/** The sealer's key, Ed25519 in PEM. */
export function sealKeyFrom(privatePem: string): SealKey {
  const key = createPrivateKey(privatePem);
  return { keyId: keyIdOf(createPublicKey(key)), sign: (content) => sign(null, sealText(content), key) };
}

/** The verifier needs the public halves only; of every key that ever sealed, because keys are changed. */
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
