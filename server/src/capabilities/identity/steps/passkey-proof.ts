import type { Context } from '#platform/work/context.ts';
import type { Passkey } from '../domain/passkey.ts';
import type { PasskeyUse } from '../engine/passkeys/ceremonies.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import type { SealedEncryptionContext } from '../store/identity-vault.ts';

type Vault = Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityVault'>;

/** What the server stores of a challenge; the caller provides the digest again. */
export interface ProofSecret {
  readonly nonce: Buffer;
  readonly origin: string;
}

function contextOf(bankId: string, rowId: string): SealedEncryptionContext {
  return { bankId, table: 'passkey_proof', rowId };
}

export function encryptProof(
  { bankId, identityVault }: Vault,
  proofId: string,
  { nonce, origin }: ProofSecret,
): Buffer {
  const text = JSON.stringify({ nonce: nonce.toString('base64url'), origin });
  return identityVault.sealText(contextOf(bankId, proofId), text);
}

export function decryptProof({ bankId, identityVault }: Vault, proofId: string, sealed: Buffer): ProofSecret {
  const text = identityVault.openText(contextOf(bankId, proofId), sealed);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- encrypted by the server, and decrypts only if unchanged
  const { nonce, origin } = JSON.parse(text) as { readonly nonce: string; readonly origin: string };
  return { nonce: Buffer.from(nonce, 'base64url'), origin };
}

/** The response of a passkey, before it is consumed. */
export type VerifiedPasskeyProof =
  | ({ readonly kind: 'used'; readonly proofId: string; readonly passkey: Passkey } & PasskeyUse)
  /** All checks passed but that of the sign count: the passkey has a second copy. */
  | { readonly kind: 'cloned'; readonly proofId: string; readonly passkey: Passkey }
  | { readonly kind: 'refused'; readonly proofId: string };
