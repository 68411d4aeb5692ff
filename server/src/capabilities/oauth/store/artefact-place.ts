import type { Place } from '#platform/crypto/envelope.ts';

/** What an artefact is known by. */
interface ArtefactName {
  readonly bankId: string;
  readonly kind: string;
  readonly hash: Buffer;
}

/** Where the content of an artefact belongs. */
export function artefactPlace({ bankId, hash, kind }: ArtefactName): Place {
  return { bankId, table: 'artefact', column: 'sealed_content', rowId: `${kind} ${hash.toString('hex')}` };
}
