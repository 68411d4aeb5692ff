import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import type { ContactPoint, PartyName } from '../../server/src/capabilities/party/domain/facts.ts';
import type { History } from '../../server/src/capabilities/party/domain/history.ts';
import type { Party } from '../../server/src/capabilities/party/domain/party.ts';
import { partyNumberFrom } from '../../server/src/capabilities/party/domain/party-number.ts';
import { placesOf, searchWordsOf } from '../../server/src/capabilities/party/domain/searchable.ts';
import { partyColumns } from '../../server/src/capabilities/party/store/party-rows.ts';
import { createPartyVault } from '../../server/src/capabilities/party/store/party-vault.ts';
import { searchEntryColumns } from '../../server/src/capabilities/party/store/search-index.store.ts';
import { createLocalKeys } from '../../server/src/platform/crypto/local-keys.ts';
import { isCountry } from '../../server/src/platform/kernel/country.ts';
import { adminUrl, templateDatabase, urlFor } from '../../server/src/platform/testing/database.ts';
import { type MadePerson, madePerson } from './party-people.ts';
import { progress } from './report.ts';

const run = promisify(execFile);

/** Key for benches only, always the same, so that an existing registry can be decrypted. */
export const registryMasterKey = Buffer.alloc(32, 'portico bench registry');
export const registryBank = '01';
const peopleSeed = 1;
const firstSerial = 100_000_000n;
const madeAt = Temporal.Instant.from('2026-06-01T00:00:00Z');

/** A database with parties. */
export interface PartyRegistry {
  readonly name: string;
  readonly count: number;
  /** Returns the person at this index, with its party number. */
  personAt(serial: number): { readonly person: MadePerson; readonly partyNumber: string };
}

/** Opens the registry of this size; creates it first when it is missing or of another version. */
export async function openRegistry(count: number): Promise<PartyRegistry> {
  const template = await templateDatabase();
  const name = `portico_bench_party_${count}`;
  const registry: PartyRegistry = {
    name,
    count,
    personAt: (serial) => ({ person: madePerson(peopleSeed, serial), partyNumber: numberAt(serial) }),
  };
  const wanted = `${template} ${count}`;
  if ((await markOf(name)) === wanted) return registry;
  await admin(async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template ${template}`);
  });
  await fill(registry);
  await admin((client) => client.query(`comment on database ${name} is '${wanted}'`));
  return registry;
}

export async function dropRegistry({ name }: PartyRegistry): Promise<void> {
  await admin((client) => client.query(`drop database if exists ${name} with (force)`));
}

function numberAt(serial: number): string {
  return partyNumberFrom(firstSerial + BigInt(serial));
}

/**
 * Returns the version that created the registry; it is written last, so that an incomplete registry does not count.
 */
async function markOf(name: string): Promise<string | undefined> {
  return admin(async (client) => {
    const { rows } = await client.query<{ mark: string | null }>(
      "select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1",
      [name],
    );
    return rows[0]?.mark ?? undefined;
  });
}

async function admin<Result>(use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Loads rows by COPY, then creates indexes and dictionary: a million inserts would take an hour. */
async function fill(registry: PartyRegistry): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-registry-'));
  try {
    await writeRows(registry, folder);
    console.error('registry: loading and indexing');
    const script = join(folder, 'load.sql');
    await writeFile(script, loading(folder));
    const url = urlFor(registry.name, 'postgres');
    await run('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-f', script, url], { maxBuffer: 2 ** 26 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Loads the rows that `saveParty` would write, except history, which no search reads. */
const loading = (folder: string): string => `
set synchronous_commit = off;
set maintenance_work_mem = '1GB';
set work_mem = '256MB';
drop index party.search_entry_tokens;
drop index party.search_posting_newest;
\\copy party.party (bank_id, party_number, kind, record_state, registration_profile, customer_status, individual_status, servicing_unit, sort_name, personal, sensitive, row_version, created_at, modified_at) from '${folder}/party'
\\copy party.party_key from '${folder}/party_key'
\\copy party.search_entry (bank_id, party_number, kind, servicing_unit, modified_at, current_words, former_words, address_words, places) from '${folder}/search_entry'
insert into party.search_posting (bank_id, word, field, modified_at, party_number)
  select e.bank_id, w.word, w.field, e.modified_at, e.party_number
    from party.search_entry e,
         lateral party.search_postings_of(
           e.current_words, e.current_words || e.former_words || e.address_words) w;
insert into party.search_word (bank_id, word, field, bearers)
  select bank_id, word, field, count(*) from party.search_posting where field not in ('3', '4') group by 1, 2, 3;
insert into party.search_typo (bank_id, typo, word)
  select w.bank_id, s.typo, w.word
    from (select distinct bank_id, word from party.search_word) w, lateral party.search_typos_of(w.word) as s (typo);
${indexes}
vacuum analyze;
`;

const indexes = `
create index search_entry_tokens on party.search_entry
  using gin (party.search_tokens(bank_id, current_words, former_words, address_words, servicing_unit, places))
  with (fastupdate = off);
create unique index search_posting_newest on party.search_posting
  (bank_id, word, field, modified_at desc, party_number);`;

/** Writes files for COPY. */
async function writeRows(registry: PartyRegistry, folder: string): Promise<void> {
  const vault = createPartyVault(createLocalKeys([registryMasterKey]));
  const files = {
    party: rowsInto(folder, 'party'),
    key: rowsInto(folder, 'party_key'),
    entry: rowsInto(folder, 'search_entry'),
  };
  const show = progress('registry', registry.count);
  for (let serial = 0; serial < registry.count; serial += 1) {
    const { partyNumber, person } = registry.personAt(serial);
    const party = partyOf(person, partyNumber);
    const { seal, sealedKey } = vault.newSeal(registryBank, partyNumber);
    const row = partyColumns(party, seal);
    await files.party.put([
      row.bankId,
      row.partyNumber,
      row.kind,
      row.recordState,
      row.profile,
      row.customerStatus,
      row.individualStatus,
      row.unit,
      row.sortName,
      row.personal,
      row.sensitive,
      row.version,
      row.createdAt,
      row.modifiedAt,
    ]);
    await files.key.put([row.bankId, row.partyNumber, sealedKey, row.createdAt]);
    const entry = searchEntryColumns({
      ...party,
      words: searchWordsOf(party.personal, formerNameOf(person), '2026-06-01'),
      places: placesOf(party.personal),
    });
    await files.entry.put([
      row.bankId,
      row.partyNumber,
      row.kind,
      row.unit,
      row.modifiedAt,
      entry.currentWords,
      entry.formerWords,
      entry.addressWords,
      entry.places === null ? null : `{${entry.places.join(',')}}`,
    ]);
    show(serial + 1);
  }
  await Promise.all(Object.values(files).map((file) => file.end()));
}

function partyOf(person: MadePerson, partyNumber: string): Party {
  const modifiedAt = madeAt.subtract({ seconds: person.modifiedSecondsAgo });
  const isIndividual = person.kind === 'individual';
  return {
    bankId: registryBank,
    partyNumber,
    kind: person.kind,
    recordState: 'live',
    survivorPartyNumber: undefined,
    servicingUnit: person.servicingUnit,
    legalHold: undefined,
    dueOn: undefined,
    createdAt: modifiedAt,
    modifiedAt,
    version: 1n,
    position: { epoch: 0, transaction: 0n, number: 0n },
    personal: {
      profile: 'prospect',
      name: nameOf(person),
      customer: { status: 'prospective', statusSince: '2026-01-01' },
      ...(isIndividual ? { life: 'living' as const, person: { gender: person.gender } } : {}),
      servicing: { unit: person.servicingUnit, since: '2026-01-01' },
      contactPoints: contactPointsOf(person, partyNumber),
    },
    sensitive: { ...(isIndividual ? { birth: { date: person.birthDate } } : {}), documents: [] },
  };
}

function nameOf(person: MadePerson): PartyName {
  if (person.kind === 'organization') {
    const { commercialName, registeredName } = person;
    return { kind: 'organization', commercialName, registeredName };
  }
  const { birthSurname, givenName, middleName, surname } = person;
  return {
    kind: 'individual',
    givenName,
    surname,
    ...(middleName === undefined ? {} : { middleName }),
    ...(birthSurname === undefined ? {} : { birthSurname }),
  };
}

function formerNameOf(person: MadePerson): History {
  if (person.kind === 'organization' || person.formerSurname === undefined) return new Map();
  const value = { ...nameOf(person), surname: person.formerSurname };
  return new Map([['name', [{ from: '2000-01-01', until: '2020-01-01', value }]]]);
}

function contactPointsOf(
  { address, email, mobile }: MadePerson,
  partyNumber: string,
): readonly ContactPoint[] {
  const { country, lat, long, ...written } = address;
  if (!isCountry(country)) throw new Error(`${country} is no country`);
  const usual = { usage: 'primary', isVerified: false } as const;
  return [
    {
      id: `${partyNumber}-1`,
      method: 'postal',
      ...usual,
      address: { kind: 'postal', ...written, country, coordinates: { lat, long } },
    },
    { id: `${partyNumber}-2`, method: 'mobile', ...usual, address: { kind: 'phone', number: mobile } },
    { id: `${partyNumber}-3`, method: 'email', ...usual, address: { kind: 'email', value: email } },
  ];
}

type Field = string | number | bigint | Buffer | Temporal.Instant | null;

interface RowFile {
  put(fields: readonly Field[]): Promise<void>;
  end(): Promise<void>;
}

const chunkLength = 1 << 20;

function rowsInto(folder: string, name: string): RowFile {
  const stream = createWriteStream(join(folder, name));
  let waiting = '';
  return {
    async put(fields) {
      waiting += `${fields.map(fieldText).join('\t')}\n`;
      if (waiting.length < chunkLength) return;
      const chunk = waiting;
      waiting = '';
      if (!stream.write(chunk)) await once(stream, 'drain');
    },
    async end() {
      stream.end(waiting);
      await once(stream, 'close');
    },
  };
}

function fieldText(field: Field): string {
  if (field === null) return '\\N';
  if (Buffer.isBuffer(field)) return `\\\\x${field.toString('hex')}`;
  return String(field).replaceAll(/[\\\t\n\r]/g, ' ');
}
