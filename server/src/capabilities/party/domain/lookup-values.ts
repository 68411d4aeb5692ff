import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { namesakeKeyOf } from './duplicates.ts';
import { normalizeHandle } from './electronic-address.ts';
import type { PartyFacts } from './fact-map.ts';
import type { ContactPoint } from './facts.ts';

/** A value by which a party is found if the caller knows it in full. */
export interface LookupValue {
  readonly lookup: 'phone' | 'email' | 'social' | 'name-and-birth';
  readonly value: string;
  readonly isVerified: boolean;
}

/** Returns all lookup values of a party. */
export function lookupValuesOf(facts: PartyFacts): readonly LookupValue[] {
  const key = namesakeKeyOf(facts);
  return [
    ...facts.personal.contactPoints.flatMap(lookupsOf),
    ...(key === undefined ? [] : [{ lookup: 'name-and-birth' as const, value: key, isVerified: false }]),
  ];
}

/** A social account is found with or without its provider. */
function lookupsOf({ address, hasEnded, isVerified }: ContactPoint): readonly LookupValue[] {
  if (hasEnded === true) return [];
  switch (address.kind) {
    case 'phone':
      return [{ lookup: 'phone', value: address.number, isVerified }];
    case 'email':
      return [{ lookup: 'email', value: normalizeEmail(address.value)?.key ?? address.value, isVerified }];
    case 'social': {
      const handle = normalizeHandle(address.value);
      return [handle, `${address.provider.toLowerCase()}:${handle}`].map((value) => ({
        lookup: 'social',
        value,
        isVerified,
      }));
    }
    case 'web':
    case 'postal':
      return [];
  }
}
