import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { SeenCertificate, Sighting, ThirdParty } from '../domain/third-party.ts';
import { tables } from './tables.ts';

const listMax = 1_000;

const list = statement<{ readonly bankId: string }>()(({ bankId }) =>
  tables
    .selectFrom('third_party')
    .select(['organisation_id', 'name', 'first_seen_at', 'last_seen_at'])
    .where('bank_id', '=', bankId)
    .orderBy('organisation_id')
    .limit(listMax),
);

export async function listSeenThirdParties(db: Reader, bankId: string): Promise<readonly ThirdParty[]> {
  const rows = await db.rows(list({ bankId }));
  return rows.map(thirdPartyOf);
}

interface OrganisationKey {
  readonly bankId: string;
  readonly organisationId: string;
}

const find = statement<OrganisationKey>()(({ bankId, organisationId }) =>
  tables
    .selectFrom('third_party')
    .select(['organisation_id', 'name', 'first_seen_at', 'last_seen_at'])
    .where('bank_id', '=', bankId)
    .where('organisation_id', '=', organisationId),
);

export async function findThirdParty(db: Reader, key: OrganisationKey): Promise<ThirdParty | undefined> {
  const row = await db.first(find(key));
  return row && thirdPartyOf(row);
}

interface ThirdPartyRow {
  readonly organisation_id: string;
  readonly name: string | null;
  readonly first_seen_at: Temporal.Instant;
  readonly last_seen_at: Temporal.Instant;
}

function thirdPartyOf(row: ThirdPartyRow): ThirdParty {
  return {
    organisationId: row.organisation_id,
    name: row.name ?? undefined,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  };
}

const listCertificates = statement<OrganisationKey>()(({ bankId, organisationId }) =>
  tables
    .selectFrom('certificate')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('organisation_id', '=', organisationId)
    .orderBy('last_seen_at', 'desc')
    .limit(listMax),
);

export async function listSeenCertificates(
  db: Reader,
  key: OrganisationKey,
): Promise<readonly SeenCertificate[]> {
  const rows = await db.rows(listCertificates(key));
  return rows.map((row) => ({
    issuer: row.issuer,
    serialNumber: row.serial_number,
    fingerprint256: row.fingerprint256,
    roles: row.roles,
    validTo: row.valid_to,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  }));
}

type SightingRow = Sighting & { readonly bankId: string };

const upsertThirdParty = statement<SightingRow>('write')(({ bankId, name, organisationId, seenAt }) =>
  tables
    .insertInto('third_party')
    .values({
      bank_id: bankId,
      organisation_id: organisationId,
      name: name ?? null,
      first_seen_at: seenAt,
      last_seen_at: seenAt,
    })
    .onConflict((conflict) =>
      conflict.constraint('third_party_pkey').doUpdateSet((set) => ({
        name: set.fn.coalesce('excluded.name', 'third_party.name'),
        last_seen_at: set.fn('greatest', ['excluded.last_seen_at', 'third_party.last_seen_at']),
      })),
    ),
);

const upsertCertificate = statement<SightingRow>('write')((row) =>
  tables
    .insertInto('certificate')
    .values({
      bank_id: row.bankId,
      issuer: row.issuer,
      serial_number: row.serialNumber,
      organisation_id: row.organisationId,
      fingerprint256: row.fingerprint256,
      roles: row.roles,
      valid_to: row.validTo,
      first_seen_at: row.seenAt,
      last_seen_at: row.seenAt,
    })
    .onConflict((conflict) =>
      conflict.constraint('certificate_pkey').doUpdateSet((set) => ({
        last_seen_at: set.fn('greatest', ['excluded.last_seen_at', 'certificate.last_seen_at']),
      })),
    ),
);

/** Records that an organisation has called; the first and the latest time are kept. */
export async function upsertSighting(db: Autocommit, bankId: string, sighting: Sighting): Promise<void> {
  await db.execute(upsertThirdParty({ ...sighting, bankId }));
  await db.execute(upsertCertificate({ ...sighting, bankId }));
}
