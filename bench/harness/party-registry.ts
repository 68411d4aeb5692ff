import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { partyNumberFrom } from '../../server/src/capabilities/party/domain/party-number.ts';
import { partyColumns } from '../../server/src/capabilities/party/store/party-rows.ts';
import { createPartyVault } from '../../server/src/capabilities/party/store/party-vault.ts';
import { createLocalKeys } from '../../server/src/platform/crypto/local-keys.ts';
import { adminUrl, templateDatabase, urlFor } from '../../server/src/platform/testing/database.ts';
import { copyRowsToFile } from './copy-rows.ts';
import { type MadePerson, madePerson } from './party-people.ts';
import {
  partyFieldNames,
  partyFields,
  registryBank,
  registryParty,
  searchEntryFieldNames,
  searchEntryFields,
  searchIndexRows,
} from './registry-party.ts';
import { progress } from './report.ts';

const run = promisify(execFile);

/** Key for benches only, always the same, so that an existing registry can be decrypted. */
export const registryMasterKey = Buffer.alloc(32, 'portico bench registry');
const peopleSeed = 1;
const firstSerial = 100_000_000n;

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
\\copy party.party (${partyFieldNames}) from '${folder}/party'
\\copy party.party_key from '${folder}/party_key'
\\copy party.search_entry (${searchEntryFieldNames}) from '${folder}/search_entry'
${searchIndexRows}
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
    party: copyRowsToFile(folder, 'party'),
    key: copyRowsToFile(folder, 'party_key'),
    entry: copyRowsToFile(folder, 'search_entry'),
  };
  const show = progress('registry', registry.count);
  for (let serial = 0; serial < registry.count; serial += 1) {
    const { partyNumber, person } = registry.personAt(serial);
    const party = registryParty(person, partyNumber);
    const { seal, sealedKey } = vault.newSeal(registryBank, partyNumber);
    await files.party.put(partyFields(partyColumns(party, seal)));
    await files.key.put([registryBank, partyNumber, sealedKey, party.createdAt]);
    await files.entry.put(searchEntryFields(party, person));
    show(serial + 1);
  }
  await Promise.all(Object.values(files).map((file) => file.end()));
}
