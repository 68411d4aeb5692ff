import { createHash } from 'node:crypto';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import type { PartyTarget } from '../domain/changes.ts';

const etagDigits = 11;

/** A version that no party has: a condition that is never met. */
const noVersion = -1n;

/**
 * Returns the strong ETag of a response. Relationships are part of the response although other parties write them, so
 * they count too; a change requires only the version of the party itself.
 */
export function etagOf(version: bigint, relationships: readonly unknown[] = []): string {
  if (relationships.length === 0) return `"${version}"`;
  const digest = createHash('sha256').update(JSON.stringify(relationships)).digest('base64url');
  return `"${version}.${digest.slice(0, etagDigits)}"`;
}

/** Returns the party of the path, and the version that the caller requires. */
export function toTarget(request: {
  readonly params: { readonly 'party-number': string };
  readonly headers: { readonly 'if-match'?: string };
}): PartyTarget {
  const condition = request.headers['if-match']?.trim();
  return omitUndefined({
    partyNumber: request.params['party-number'],
    ifMatch: condition === '*' ? undefined : mapDefined(condition, versionOf),
  });
}

// GAP: RFC 9110 compares strongly and allows lists. A weak tag, a list and a tag that is not ours match no version.
// ADR-0028
function versionOf(tag: string): bigint {
  const digits = /^"([0-9]{1,18})(?:\.[\w-]{1,22})?"$/.exec(tag)?.[1];
  return digits === undefined ? noVersion : BigInt(digits);
}
