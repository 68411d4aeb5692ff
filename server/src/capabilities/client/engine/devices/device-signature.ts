import { compactVerify, decodeProtectedHeader } from 'jose';
import type { Temporal } from 'temporal-polyfill';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { keyFromSpki } from './device-key.ts';
import { isCurrent } from './pairing-proof.ts';

const protectedHeader = Type.Object({
  alg: Type.Literal('ES256'),
  kid: Type.String(),
  iat: Type.Integer(),
  resource: Type.Object({ kind: Type.String(), id: Type.String() }, { additionalProperties: false }),
});

/** What a device signed, and what it must be. */
export interface SignedText {
  /** A detached JWS (RFC 7515, appendix F): header and signature, with nothing between the dots. */
  readonly signature: string;
  readonly text: string;
  readonly resource: { readonly kind: string; readonly id: string };
  readonly now: Temporal.Instant;
}

/** Returns the pairing that a detached JWS names as its key; undefined for any other text. */
export function pairingIn(signature: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader({ protected: signature.split('.', 1)[0] ?? '' });
    return kid;
    // Any error means that it is no JWS.
  } catch {
    return undefined;
  }
}

/** Returns whether the key signed exactly this text for this resource at a current time. */
export async function isDeviceSignature(
  { now, resource, signature, text }: SignedText,
  { pairingId, publicKey }: { readonly pairingId: string; readonly publicKey: Buffer },
): Promise<boolean> {
  const [header = '', payload, made = '', ...rest] = signature.split('.');
  if (payload !== '' || rest.length > 0) return false;
  try {
    const compact = `${header}.${Buffer.from(text).toString('base64url')}.${made}`;
    const verified = await compactVerify(compact, keyFromSpki(publicKey), { algorithms: ['ES256'] });
    const facts: unknown = verified.protectedHeader;
    if (!Check(protectedHeader, facts)) return false;
    const isNamed = facts.resource.kind === resource.kind && facts.resource.id === resource.id;
    return isNamed && facts.kid === pairingId && isCurrent(facts.iat, now);
    // Any error means an invalid signature.
  } catch {
    return false;
  }
}
