import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import {
  alternateRounds,
  bareRound,
  compareToBare,
  type Measure,
  productRound as measureProduct,
  outFolder,
} from '../harness/against-bare.ts';
import { createConsentBank, giveConsent } from '../harness/consent-bank.ts';
import { closedLoop } from '../harness/http-load.ts';
import type { PaymentBank } from '../harness/payment-bank.ts';
import { noUpkeep, type PostgresServer, startPostgres } from '../harness/postgres-server.ts';
import { profilingArgs } from '../harness/profiling-args.ts';
import { recordRequests } from '../harness/record-requests.ts';
import type { Figure } from '../harness/report.ts';
import type { BareScript } from './payments-bare.ts';
import { measureTransactionPages } from './transaction-pages.ts';

const clients = 8;
const goal = 0.6;
const guard = 0.12;
/** Reads of which none may write. */
const unwrittenReads = 1_000;
/** Writes of other work of the process meanwhile, such as the last use of a third party. */
const jobWritesMax = 20;
/** Reads that show that a write would be seen. */
const writtenReads = 20;

/**
 * Measures the list of accounts through the whole product: certificate from a proxy, consent checked, accounts read from
 * the ledger, access counted. Compares it with the statements that the product was recorded to send, by pgbench. Then
 * reads with the customer, which are not counted and must write nothing. Pages of transactions are read alone.
 */
export async function benchAccounts(isShort: boolean): Promise<readonly Figure[]> {
  await using postgres = await startPostgres(noUpkeep);
  await using consents = await createConsentBank({
    server: postgres.url,
    env: { PORTICO_DATABASE_CHECKSUMS: 'required', PORTICO_DATABASE_POOL_SIZE: String(clients) },
    nodeArgs: profilingArgs(outFolder),
  });
  const { apis, bank } = consents;
  const { database } = bank.instance;
  const holders = await consents.holders(clients, 'holder');
  await apis[0].process.start();
  const consentIds: string[] = [];
  for (const holder of holders) consentIds.push(await giveConsent(apis[0], bank.instance, holder));
  const [busy] = await consents.holders(1, 'busy');
  if (busy === undefined) throw new Error('no customer was created');
  const pages = await measureTransactionPages(
    { api: apis[0], instance: bank.instance, holder: busy },
    isShort,
  );
  await apis[0].process.kill();
  // More reads than any bank allows, so that every one of them counts.
  await database.query('update consents.consent set frequency_per_day = 1000000000');
  // The server of a bench does not collect statistics by itself.
  await database.query('analyze');
  const bare = await recordRequests(bank, postgres, listRequests(bank, consentIds.slice(0, 1)));
  console.log(`a list of accounts sends ${bare.statements} statements in ${bare.roundTrips} round trips`);
  const bench = { bank, postgres, consentIds, bare, isShort };
  const statements = await compareWrites(bench);
  await bank.api.start();
  const lists = await compareLists(bench);
  const transactions = await countWrites(bank, consentIds);
  // Asked to stop, so that it writes its profile.
  await bank.api.stop();
  return [...lists, statements, transactions, ...pages];
}

interface AccountsBench {
  readonly bank: PaymentBank;
  readonly postgres: PostgresServer;
  readonly consentIds: readonly string[];
  readonly bare: BareScript;
  readonly isShort: boolean;
}

async function compareLists(bench: AccountsBench): Promise<readonly Figure[]> {
  const { bank, bare: statements, consentIds, isShort, postgres } = bench;
  const rounds = isShort ? 3 : 8;
  const seconds = isShort ? 2 : 4;
  const { instance, proxyPort: port } = bank;
  const { script, values } = await scriptFor(statements, {
    database: instance.database,
    recorded: consentIds[0] ?? '',
  });
  const databasePid = await postgres.pid();
  const nextRequest = listRequests(bank, consentIds);
  const bareOf = (): Promise<Measure> =>
    bareRound({ instance, script, values, databasePid, clients, seconds });
  const productRound = (): Promise<Measure> =>
    measureProduct({ port, pid: bank.api.pid(), databasePid, clients, seconds, status: 200, nextRequest });
  await closedLoop({ port, connections: clients, seconds: isShort ? 4 : 15, nextRequest });
  const measured = await alternateRounds({ name: 'accounts', rounds, bare: bareOf, product: productRound });
  return compareToBare({ name: 'accounts', title: 'a list of accounts', goal, guard, ...measured });
}

/**
 * Writes the script. Each client has a consent of its own, as in the product: under one they would wait for each other.
 * One script for all, because every client plans the statements of each script anew.
 */
async function scriptFor(
  { script, values }: BareScript,
  { database, recorded }: { readonly database: TestDatabase; readonly recorded: string },
): Promise<{ readonly script: string; readonly values: Readonly<Record<string, string>> }> {
  const name = Object.keys(values).find((one) => values[one] === recorded);
  if (name === undefined) throw new Error('the recorded statements do not name the consent');
  await copyConsent(database, recorded);
  await mkdir(outFolder, { recursive: true });
  const file = fileURLToPath(new URL('bench-accounts.sql', outFolder));
  const consentId = `('${copyPrefix}' || lpad(:client_id::text, 12, '0'))::uuid`;
  await writeFile(file, script.replaceAll(new RegExp(`:${name}\\b`, 'g'), consentId));
  return { script: file, values: { ...values, n: '0' } };
}

const copyPrefix = '00000000-0000-4000-8000-';

/** Copies a consent for each client of pgbench, which cannot open its seal and does not need to. */
async function copyConsent(database: TestDatabase, consentId: string): Promise<void> {
  await database.query(
    `insert into consents.consent
     select (jsonb_populate_record(c, jsonb_build_object('is_sole', false,
       'consent_id', $1 || lpad(client::text, 12, '0')))).*
       from consents.consent c, generate_series(0, $2::int - 1) client where c.consent_id = $3`,
    [copyPrefix, clients, consentId],
  );
}

/** Returns reads of the list, under one consent after the other. */
function listRequests(
  { certificates: { honest } }: PaymentBank,
  consentIds: readonly string[],
  more: readonly string[] = [],
): () => string {
  const certificate = honest.der.toString('base64');
  let count = 0;
  return () => {
    count += 1;
    const lines = [
      'GET /v1/accounts HTTP/1.1',
      'host: 127.0.0.1',
      `client-cert: :${certificate}:`,
      `x-request-id: ${randomUUID()}`,
      `consent-id: ${consentIds[count % consentIds.length]}`,
      ...more,
    ];
    return `${lines.join('\r\n')}\r\n\r\n`;
  };
}

const writing = /^\s*(?:insert|update|delete|merge)\b|\bfor (?:no key )?update\b/gim;

/** Counts statements that write or lock, in a list with the customer and, for comparison, without. */
async function compareWrites({ bank, consentIds, postgres, bare }: AccountsBench): Promise<Figure> {
  const attended = await recordRequests(bank, postgres, attendedRequests(bank, consentIds.slice(0, 1)));
  const count = ({ script }: BareScript): number => [...script.matchAll(writing)].length;
  const [uncounted, counted] = [count(attended), count(bare)];
  return {
    name: 'statements that write or lock, of a list with the customer; of one without',
    figure: `${uncounted}; ${counted}`,
    goal: '0; 1',
    isReached: uncounted === 0 && counted === 1,
  };
}

/** Counts transactions that wrote while the customer is there: a statement that only seems to read has an id as well. */
async function countWrites(bank: PaymentBank, consentIds: readonly string[]): Promise<Figure> {
  const { instance, proxyPort: port } = bank;
  const read = async (count: number, nextRequest: () => string, connections = clients): Promise<number> => {
    const before = await nextTransaction(instance.database);
    const { samples } = await closedLoop({ port, connections, seconds: 120, count, nextRequest });
    const answered = samples.filter(({ status }) => status === 200).length;
    if (answered !== count) throw new Error(`${answered} of ${count} reads were answered`);
    return (await nextTransaction(instance.database)) - before;
  };
  const uncounted = await read(unwrittenReads, attendedRequests(bank, consentIds));
  // One after the other: counts of concurrent reads share a transaction.
  const counted = await read(writtenReads, listRequests(bank, consentIds), 1);
  return {
    name: `transactions that wrote, jobs of the process included, during ${unwrittenReads} lists with the customer; during ${writtenReads} without`,
    figure: `${uncounted}; ${counted}`,
    goal: `at most ${jobWritesMax}; at least ${writtenReads}`,
    isReached: uncounted <= jobWritesMax && counted >= writtenReads,
  };
}

function attendedRequests(bank: PaymentBank, consentIds: readonly string[]): () => string {
  return listRequests(bank, consentIds, ['psu-ip-address: 192.0.2.7']);
}

/** Returns the id that the next transaction gets if it writes. */
async function nextTransaction(database: TestDatabase): Promise<number> {
  const [row] = await database.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  );
  return Number(row?.next);
}
