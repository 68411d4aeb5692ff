import type { Reader } from '#platform/db/reader.ts';
import type { OrganizationName, PartyName, PersonalFacts } from '../../domain/facts.ts';
import { fullNameOf } from '../../domain/names.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { dummyHolder } from '../../steps/dummy-holder.ts';
import { listNameFacts, openNameFact } from '../../store/party-facts.store.ts';
import { listHolderRows } from '../../store/party-rows.read.ts';
import { personalIn } from '../../store/party-rows.ts';
import { listSurvivors } from '../../store/survivors.read.ts';

/** Names of a party, as names of payees are compared with them. */
export type HolderName =
  | {
      readonly kind: 'individual';
      readonly fullName: string;
      readonly givenName: string;
      readonly middleName?: string;
      readonly surname: string;
      /** Surname at birth and earlier ones. */
      readonly formerSurnames: readonly string[];
    }
  | {
      readonly kind: 'organization';
      readonly registeredName?: string;
      readonly commercialName: string;
      readonly lei?: string;
    };

/**
 * Lists the present names of parties with former surnames, by number; records that were merged have those of the
 * surviving one. Left out: parties that are unknown, erased, deceased or whose name is secret. For each of them as much
 * is read and decrypted as for the others, so that the time does not show which is which.
 */
export async function listHolderNames(
  { partyVault }: Pick<PartyPorts, 'partyVault'>,
  db: Reader,
  { bankId, partyNumbers }: { readonly bankId: string; readonly partyNumbers: readonly string[] },
): Promise<ReadonlyMap<string, HolderName>> {
  const survivors = await listSurvivors(db, { bankId, partyNumbers });
  const present = (number: string): string => survivors.get(number) ?? number;
  const numbers = [...new Set(partyNumbers.map(present))];
  const [rows, facts] = await Promise.all([
    listHolderRows(db, bankId, numbers),
    listNameFacts(db, { bankId, partyNumbers: numbers }),
  ]);
  const namesOf = (number: string): HolderName | undefined => {
    const row = rows.get(number);
    if (row === undefined || row.sealed_key === null || row.personal === null)
      return dummyHolder(partyVault, bankId);
    const seal = partyVault.openSeal(bankId, number, row.sealed_key);
    const personal = personalIn(seal, row.personal);
    const recorded = facts.filter((fact) => fact.party_number === number);
    const names = recorded.map((fact) => openNameFact(seal, fact)).filter(isName);
    return row.record_state === 'live' ? holderName(personal, names) : undefined;
  };
  const found = new Map(numbers.map((number) => [number, namesOf(number)]));
  return new Map(
    partyNumbers.flatMap((number) => {
      const name = found.get(present(number));
      return name === undefined ? [] : [[number, name] as const];
    }),
  );
}

function isName(value: unknown): value is PartyName {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

function holderName(
  { life, name, nameSecrecy, organization }: PersonalFacts,
  recorded: readonly PartyName[],
): HolderName | undefined {
  if (nameSecrecy !== undefined) return undefined;
  if (name.kind === 'organization') return firmName(name, organization?.lei);
  if (life === 'deceased') return undefined;
  const { birthSurname, givenName, middleName, surname } = name;
  const former = recorded.flatMap((one) => (one.kind === 'individual' ? [one.surname] : []));
  return {
    kind: 'individual',
    fullName: fullNameOf(name),
    givenName,
    ...(middleName === undefined ? {} : { middleName }),
    surname,
    formerSurnames: [...new Set([...(birthSurname === undefined ? [] : [birthSurname]), ...former])].filter(
      (one) => one !== surname,
    ),
  };
}

function firmName({ commercialName, registeredName }: OrganizationName, lei: string | undefined): HolderName {
  return {
    kind: 'organization',
    commercialName,
    ...(registeredName === undefined ? {} : { registeredName }),
    ...(lei === undefined ? {} : { lei }),
  };
}
