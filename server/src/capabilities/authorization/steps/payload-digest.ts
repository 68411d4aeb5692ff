import { fieldErrorAt } from '#dialects/channel/field-errors.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { canonicalObject } from '../domain/signing/canonical-json.ts';
import type { ResourceKind } from '../domain/signing/rule.ts';
import { payloadHash } from '../domain/signing/signature-data.ts';
import { sha256Hex } from '../engine/sha256-hex.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';

/**
 * Returns the hash under which a payload is signed. A correction is signed as a value, in any spelling, and by a keyed
 * hash: there are so few birth dates that an attacker with a copy of the table could try them all.
 */
export function payloadDigest(
  {
    authorizationVault: vault,
    bankId,
  }: Pick<AuthorizationPorts, 'authorizationVault'> & { readonly bankId: string },
  { payload, resourceKind }: { readonly resourceKind: ResourceKind; readonly payload: string },
): string {
  if (resourceKind !== 'party-correction') return payloadHash(payload, sha256Hex);
  const text = canonicalObject(payload);
  if (text === undefined)
    throw standardProblems.invalid({
      fieldErrors: [
        { ...fieldErrorAt(['payload'], 'malformed'), message: 'not the JSON body of a correction' },
      ],
    });
  return `hmac-sha-256:${vault.signatureSeal(bankId, `party-correction ${text}`).toString('hex')}`;
}
