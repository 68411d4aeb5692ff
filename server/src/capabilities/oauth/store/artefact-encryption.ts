import type { EncryptionContext } from '#platform/crypto/envelope.ts';

/** What an artefact is known by. */
interface ArtefactName {
  readonly bankId: string;
  readonly kind: string;
  readonly hash: Buffer;
}

/** Where the content of an artefact belongs. */
export function artefactEncryptionContext({ bankId, hash, kind }: ArtefactName): EncryptionContext {
  return { bankId, table: 'artefact', column: 'sealed_content', rowId: `${kind} ${hash.toString('hex')}` };
}
