import { hash } from 'node:crypto';
import type { Reader } from '#platform/db/reader.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Context } from '#platform/work/context.ts';
import { type DuplicateReason, duplicateExplanations, namesakeKeyOf } from '../domain/duplicates.ts';
import type { PartyFacts } from '../domain/fact-map.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { problems } from '../problems.ts';
import { listByLookup, lockValue } from '../store/party-lookups.store.ts';
import type { PartyVault } from '../store/party-vault.ts';

/** Registered parties that a new one resembles, and why. */
export interface Suspicion {
  readonly reasons: readonly DuplicateReason[];
  /** Never returned to the caller; the override token is bound to them. */
  readonly partyNumbers: readonly string[];
}

/** Finds parties with the same name and birth date, or with the same verified phone number. */
export async function findDuplicates(
  { bankId, partyVault }: Context & PartyPorts,
  db: Reader,
  { facts, partyNumber }: { readonly facts: PartyFacts; readonly partyNumber: string },
): Promise<Suspicion | undefined> {
  const key = namesakeKeyOf(facts);
  const phones = facts.personal.contactPoints.flatMap(({ address }) =>
    address.kind === 'phone' ? [address.number] : [],
  );
  const findByIndex = async (
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
    findByIndex('name-and-birth', key === undefined ? [] : [key]),
    findByIndex('phone', phones),
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

const overrideHours = 24;
const millisecondsPerHour = 3_600_000;
const purpose = 'duplicate-override';

/**
 * Rejects a likely duplicate, with the reasons but without naming a party. Staff who have checked send the override
 * token back; it is valid for these matches only, so that another match found meanwhile is evaluated again.
 */
export function evaluateDuplicates(
  ctx: Context & PartyPorts,
  suspicion: Suspicion | undefined,
  override: string | undefined,
): void {
  if (suspicion === undefined) return;
  const { bankId, caller, clock, partyVault } = ctx;
  const nowHour = Math.floor(clock.now().epochMilliseconds / millisecondsPerHour);
  const suspects = hash('sha256', suspicion.partyNumbers.join(' '), 'base64url');
  const textAt = (hour: string): string => `${hour} ${suspects}`;
  if (override !== undefined && caller.kind === 'employee') {
    const [hour = '', mark = ''] = override.split('.');
    const ageHours = nowHour - Number.parseInt(hour, 36);
    const isFresh = ageHours >= 0 && ageHours <= overrideHours;
    if (isFresh && partyVault.isMark(mark, { bankId, purpose, text: textAt(hour) })) return;
  }
  const hour = nowHour.toString(36);
  throw problems['duplicate-party-suspected']({
    details: {
      token: `${hour}.${partyVault.mark(bankId, purpose, textAt(hour))}`,
      matches: suspicion.partyNumbers.length,
      reasons: suspicion.reasons.map((rule) => ({ rule, explanation: duplicateExplanations[rule] })),
    },
  });
}

/** Serializes registrations of people with the same name and birth date. */
export async function lockNamesake(
  work: Writer,
  vault: PartyVault,
  { bankId, facts }: { readonly bankId: string; readonly facts: PartyFacts },
): Promise<void> {
  const key = namesakeKeyOf(facts);
  if (key === undefined) return;
  // Locks in a fixed order, whichever of two index keys this process uses as the current one.
  const indexes = vault.indexes(bankId, 'name-and-birth', key).toSorted((one, other) => one.compare(other));
  for (const index of indexes) await lockValue(work, index);
}
