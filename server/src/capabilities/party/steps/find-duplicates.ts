import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { type DuplicateReason, namesakeKeyOf } from '../domain/duplicates.ts';
import type { PartyFacts } from '../domain/fact-map.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { listByLookup } from '../store/party-lookups.store.ts';

/** Whom somebody looks like, and why. */
export interface Suspicion {
  readonly reasons: readonly DuplicateReason[];
  /** Never told outside; the override is bound to them. */
  readonly partyNumbers: readonly string[];
}

/** Looks for parties with the same name and day of birth, or with the same phone as proved to be theirs. */
export async function findDuplicates(
  { bankId, partyVault }: Context & PartyPorts,
  db: Reader,
  { facts, partyNumber }: { readonly facts: PartyFacts; readonly partyNumber: string },
): Promise<Suspicion | undefined> {
  const key = namesakeKeyOf(facts);
  const phones = facts.personal.contactPoints.flatMap(({ address }) =>
    address.kind === 'phone' ? [address.number] : [],
  );
  const look = async (
    lookup: 'name-and-birth' | 'phone',
    values: readonly string[],
  ): ReturnType<typeof listByLookup> =>
    values.length === 0
      ? []
      : listByLookup(db, {
          bankId,
          lookup,
          valueIndexes: values.flatMap((value) => partyVault.indexes(bankId, lookup, value)),
        });
  const [namesakes, phoneOwners] = await Promise.all([
    look('name-and-birth', key === undefined ? [] : [key]),
    look('phone', phones),
  ]);
  const others = (found: readonly { readonly partyNumber: string }[]): readonly string[] =>
    found.map((one) => one.partyNumber).filter((number) => number !== partyNumber);
  const alike = others(namesakes);
  const reachable = others(phoneOwners.filter(({ isVerified }) => isVerified));
  if (alike.length === 0 && reachable.length === 0) return undefined;
  return {
    reasons: [
      ...(alike.length === 0 ? [] : ['same-name-and-birth-date' as const]),
      ...(reachable.length === 0 ? [] : ['same-verified-phone' as const]),
    ],
    partyNumbers: [...new Set([...alike, ...reachable])].toSorted(),
  };
}
