import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { listMandatingOrganizations } from '../../store/proxies.read.ts';
import { listPartyNames } from './list-party-names.ts';

/** An organization for which a party acts. */
export interface Represented {
  readonly customerNumber: string;
  readonly name: string;
}

/**
 * Lists the organizations for which a party has a valid mandate, by name. SPEC channel interfaces 1.5: a customer reaches
 * parties that name it proxy by a mandate.
 */
export async function listRepresented(
  { partyVault }: Pick<PartyPorts, 'partyVault'>,
  db: Reader,
  criteria: {
    readonly bankId: string;
    readonly partyNumber: string;
    readonly day: Temporal.PlainDate;
  },
): Promise<readonly Represented[]> {
  const { bankId } = criteria;
  const numbers = await listMandatingOrganizations(db, criteria);
  if (numbers.length === 0) return [];
  const names = await listPartyNames({ partyVault }, db, { bankId, partyNumbers: numbers });
  return [...names]
    .map(([customerNumber, name]) => ({ customerNumber, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
