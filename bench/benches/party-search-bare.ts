import pg from 'pg';
import { searchFields } from '../../server/src/capabilities/party/domain/queries.ts';
import { searchTermsOf } from '../../server/src/capabilities/party/domain/search-terms.ts';
import { listRowsByNumber } from '../../server/src/capabilities/party/store/party-rows.read.ts';
import { findHits } from '../../server/src/capabilities/party/store/search.read.ts';
import { expandTerms } from '../../server/src/capabilities/party/store/search-expansion.read.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import type { Reader } from '../../server/src/platform/db/reader.ts';
import type { Statement } from '../../server/src/platform/db/statement.ts';
import { toParameter } from '../../server/src/platform/db/values.ts';
import { cpuSecondsOf } from '../harness/cpu.ts';
import { registryBank } from '../harness/registry-party.ts';

/**
 * Runs the same statements with the same values, one search after the other on one connection, without HTTP, tokens
 * and decryption. Returns the processor time per search, of this process and of the session.
 */
export async function bareRound(url: string, queries: readonly string[]): Promise<number> {
  const searches = await recordedStatements(url, queries);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select set_config('portico.bank_id', $1, false)", [registryBank]);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const session = rows[0]?.pid ?? 0;
  const run = async (): Promise<void> => {
    for (const statements of searches)
      for (const { name, text, values } of statements)
        await client.query({ name, text, values: values.map(toParameter) });
  };
  await run();
  const before = process.cpuUsage();
  const sessionBefore = cpuSecondsOf(session);
  await run();
  const used = process.cpuUsage(before);
  const sessionMs = (cpuSecondsOf(session) - sessionBefore) * 1_000;
  await client.end();
  return ((used.user + used.system) / 1_000 + sessionMs) / queries.length;
}

/** Records the statements of the product for each search. */
async function recordedStatements(
  url: string,
  queries: readonly string[],
): Promise<readonly (readonly Statement[])[]> {
  const database = openDatabase({ url, poolSize: 1 });
  const searches: (readonly Statement[])[] = [];
  for (const q of queries) {
    const asked: Statement[] = [];
    await search(recording(database.forBank(registryBank), asked), q);
    searches.push(asked);
  }
  await database.close();
  return searches;
}

function recording(db: Reader, asked: Statement[]): Reader {
  return {
    rows: (statement) => {
      asked.push(statement);
      return db.rows(statement);
    },
    first: (statement) => {
      asked.push(statement);
      return db.first(statement);
    },
  };
}

async function search(db: Reader, q: string): Promise<void> {
  const criteria = {
    bankId: registryBank,
    terms: searchTermsOf(q),
    mode: 'all',
    fields: searchFields,
    page: { offset: 0, limit: 10 },
  } as const;
  const { hits } = await findHits(db, { criteria: criteria, expansion: await expandTerms(db, criteria) });
  await listRowsByNumber(
    db,
    registryBank,
    hits.map(({ partyNumber }) => partyNumber),
  );
}
