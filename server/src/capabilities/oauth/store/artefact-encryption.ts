import type { EncryptionContext } from '#platform/crypto/envelope.ts';

/** Key of an artefact. */
interface ArtefactName {
  readonly bankId: string;
  readonly kind: string;
  readonly hash: Buffer;
}

/** Returns the encryption context of an artefact's content. */
export function artefactEncryptionContext({ bankId, hash, kind }: ArtefactName): EncryptionContext {
  return { bankId, table: 'artefact', column: 'sealed_content', rowId: `${kind} ${hash.toString('hex')}` };
}
