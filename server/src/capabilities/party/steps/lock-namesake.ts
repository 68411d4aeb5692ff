import type { Writer } from '#platform/db/writer.ts';
import { namesakeKeyOf } from '../domain/duplicates.ts';
import type { PartyFacts } from '../domain/fact-map.ts';
import { lockValue } from '../store/party-lookups.store.ts';
import type { PartyVault } from '../store/party-vault.ts';

/** Lets registrations of people with the same name and day of birth come one after the other. */
export async function lockNamesake(
  work: Writer,
  vault: PartyVault,
  { bankId, facts }: { readonly bankId: string; readonly facts: PartyFacts },
): Promise<void> {
  const key = namesakeKeyOf(facts);
  if (key === undefined) return;
  // In one order, whichever of two index keys this process holds for the current one.
  const indexes = vault.indexes(bankId, 'name-and-birth', key).toSorted((one, other) => one.compare(other));
  for (const index of indexes) await lockValue(work, index);
}
