import type { Reader } from '#platform/db/reader.ts';
import { displayNameOf } from '../../domain/names.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { listRowsByNumber } from '../../store/party-rows.read.ts';
import { openRow } from '../../store/party-rows.ts';
import { listSurvivors } from '../../store/survivors.read.ts';

/** Lists the names of parties by number, for capabilities that show whose something is; former numbers have the name of the surviving record. */
export async function listPartyNames(
  { partyVault }: Pick<PartyPorts, 'partyVault'>,
  db: Reader,
  { bankId, partyNumbers }: { readonly bankId: string; readonly partyNumbers: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const survivors = await listSurvivors(db, { bankId, partyNumbers });
  const present = (number: string): string => survivors.get(number) ?? number;
  const rows = await listRowsByNumber(db, bankId, [...new Set(partyNumbers.map(present))]);
  return new Map(
    partyNumbers.flatMap((number): readonly (readonly [string, string])[] => {
      const row = rows.get(present(number));
      const party = row && openRow(partyVault, row);
      // Nothing is left of an erased party.
      return party !== undefined && 'personal' in party ? [[number, displayNameOf(party.personal.name)]] : [];
    }),
  );
}
