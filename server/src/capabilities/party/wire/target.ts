import { createHash } from 'node:crypto';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import type { PartyTarget } from '../domain/changes.ts';

const etagDigits = 11;

/** No party has it: a condition that can never be met. */
const noVersion = -1n;

/**
 * The tag of what is shown: strong. Relationships are shown with a party although others write them, so they count too;
 * whoever changes the party insists on its own version only.
 */
export function etagOf(version: bigint, relationships: readonly unknown[] = []): string {
  if (relationships.length === 0) return `"${version}"`;
  const digest = createHash('sha256').update(JSON.stringify(relationships)).digest('base64url');
  return `"${version}.${digest.slice(0, etagDigits)}"`;
}

/** The party of the path, and the version of it that the caller insists on. */
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

// GAP: RFC 9110 compares strongly and knows lists. A weak tag, a list and what is no tag of ours name no version. ADR-0028
function versionOf(tag: string): bigint {
  const digits = /^"([0-9]{1,18})(?:\.[\w-]{1,22})?"$/.exec(tag)?.[1];
  return digits === undefined ? noVersion : BigInt(digits);
}
