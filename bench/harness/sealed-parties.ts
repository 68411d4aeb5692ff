import { lookupValuesOf } from '../../server/src/capabilities/party/domain/lookup-values.ts';
import type { Party } from '../../server/src/capabilities/party/domain/party.ts';
import { partyNumberFrom } from '../../server/src/capabilities/party/domain/party-number.ts';
import { createPartyVault } from '../../server/src/capabilities/party/index.ts';
import { partyColumns } from '../../server/src/capabilities/party/store/party-rows.ts';
import type { KeyProvider } from '../../server/src/platform/crypto/key-provider.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';

/** A party with its lookup values. */
export interface SealedParty {
  readonly partyNumber: string;
  readonly email: string;
  readonly phone: string;
}

const bankId = '01';
const batch = 1_000;
const firstSerial = 500_000_000n;

/** Returns the party at this index. */
export function sealedPartyAt(serial: number): SealedParty {
  return {
    partyNumber: partyNumberFrom(firstSerial + BigInt(serial)),
    email: `party.${serial}@example.com`,
    phone: `+49151${String(serial).padStart(8, '0')}`,
  };
}

/** Inserts parties with encrypted documents and lookup indexes, many per statement. */
export async function insertSealedParties(
  database: TestDatabase,
  keys: KeyProvider,
  count: number,
): Promise<void> {
  const vault = createPartyVault(keys);
  for (let from = 0; from < count; from += batch) {
    const serials = Array.from({ length: Math.min(batch, count - from) }, (_, index) => from + index);
    const rows = serials.map((serial) => rowsOf(vault, sealedPartyAt(serial)));
    await database.query(
      `insert into party.party (bank_id, party_number, kind, record_state, registration_profile, customer_status,
         individual_status, sort_name, personal, sensitive, row_version, created_at, modified_at)
       select $1, number, 'individual', 'live', 'prospect', 'prospective', 'living', name, personal, sensitive, 1,
              now(), now()
         from unnest($2::text[], $3::text[], $4::bytea[], $5::bytea[]) as p (number, name, personal, sensitive)`,
      [
        bankId,
        rows.map(({ columns }) => columns.partyNumber),
        rows.map(({ columns }) => columns.sortName),
        rows.map(({ columns }) => columns.personal),
        rows.map(({ columns }) => columns.sensitive),
      ],
    );
    await database.query(
      `insert into party.party_key (bank_id, party_number, sealed_key, created_at)
       select $1, number, key, now() from unnest($2::text[], $3::bytea[]) as k (number, key)`,
      [bankId, rows.map(({ columns }) => columns.partyNumber), rows.map(({ sealedKey }) => sealedKey)],
    );
    const lookups = rows.flatMap(({ columns, lookups: own }) =>
      own.map((one) => ({ ...one, partyNumber: columns.partyNumber })),
    );
    await database.query(
      `insert into party.party_lookup (bank_id, lookup, value_index, party_number, is_verified)
       select $1, lookup, index, number, false from unnest($2::text[], $3::bytea[], $4::text[]) as l (lookup, index, number)`,
      [
        bankId,
        lookups.map(({ lookup }) => lookup),
        lookups.map(({ index }) => index),
        lookups.map(({ partyNumber }) => partyNumber),
      ],
    );
  }
  for (const table of ['party.party', 'party.party_key', 'party.party_lookup'])
    await database.query(`analyze ${table}`);
}

interface PartyRows {
  readonly columns: ReturnType<typeof partyColumns>;
  readonly sealedKey: Buffer;
  readonly lookups: readonly { readonly lookup: string; readonly index: Buffer }[];
}

function rowsOf(vault: ReturnType<typeof createPartyVault>, of: SealedParty): PartyRows {
  const party = partyOf(of);
  const { seal, sealedKey } = vault.newSeal(bankId, of.partyNumber);
  return {
    columns: partyColumns(party, seal),
    sealedKey,
    lookups: lookupValuesOf(party).map(({ lookup, value }) => ({
      lookup,
      index: vault.indexes(bankId, lookup, value)[0],
    })),
  };
}

function partyOf({ email, partyNumber, phone }: SealedParty): Party {
  const now = systemClock.now();
  const usual = { usage: 'primary', isVerified: false } as const;
  return {
    bankId,
    partyNumber,
    kind: 'individual',
    recordState: 'live',
    survivorPartyNumber: undefined,
    servicingUnit: undefined,
    legalHold: undefined,
    dueOn: undefined,
    createdAt: now,
    modifiedAt: now,
    version: 1n,
    position: { epoch: 0, transaction: 0n, number: 0n },
    personal: {
      profile: 'prospect',
      name: { kind: 'individual', givenName: 'Sealed', surname: `Person${partyNumber}` },
      customer: { status: 'prospective', statusSince: '2026-01-01' },
      life: 'living',
      person: { gender: 'female' },
      contactPoints: [
        { id: `${partyNumber}-1`, method: 'mobile', ...usual, address: { kind: 'phone', number: phone } },
        { id: `${partyNumber}-2`, method: 'email', ...usual, address: { kind: 'email', value: email } },
      ],
    },
    sensitive: { birth: { date: '1980-01-01' }, documents: [] },
  };
}
