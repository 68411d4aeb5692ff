import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerDeps } from '../../server/src/adapters/ledger/ledger-deps.ts';
import { createLedgerHarness } from '../../server/src/adapters/ledger/ledger-harness.suite.ts';
import { openAccount } from '../../server/src/adapters/ledger/open-account.ts';
import { bookMovements } from '../../server/src/adapters/ledger/receive-money.ts';
import type { CoreBank, Instruction } from '../../server/src/capabilities/core-banking/index.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/platform/testing/database.ts';
import { compareToBare, type Measure, bareRound as measureBare } from '../harness/against-bare.ts';
import { chanceFrom } from '../harness/chance.ts';
import { cpuSecondsOfFamily } from '../harness/cpu.ts';
import { noUpkeep, type PostgresServer, startPostgres } from '../harness/postgres-server.ts';
import { type Figure, progress } from '../harness/report.ts';
import { bareTransfer } from './ledger-bare.ts';
import { measurePages } from './ledger-pages.ts';

const clients = 8;
const accounts = 200;
const goal = 0.4;
const guard = 0.2;

const accountIdOf = (nth: number): string => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const bbanOf = (nth: number): string => `B${String(nth).padStart(10, '0')}`;

/**
 * Measures a transfer within the bank through the port: both accounts locked, decided, booked, with its row in the feed.
 * Compares it with the same statements by pgbench. The two alternate in one run, because the load of the machine varies.
 */
export async function benchLedger(isShort: boolean): Promise<readonly Figure[]> {
  const rounds = isShort ? 3 : 8;
  const seconds = isShort ? 2 : 4;
  await using postgres = await startPostgres(noUpkeep);
  await using ledger = await openBareLedger(postgres);
  const { bank, database } = ledger;
  const databasePid = await postgres.pid();
  const bareRound = (): Promise<Measure> => ledger.round(seconds);
  await bareRound();
  await productRound(bank.core, { databasePid, seconds });
  const bare: Measure[] = [];
  const product: Measure[] = [];
  const show = progress('ledger', rounds);
  for (let round = 1; round <= rounds; round += 1) {
    bare.push(await bareRound());
    product.push(await productRound(bank.core, { databasePid, seconds }));
    show(round);
  }
  return [
    ...(await compareToBare({ name: 'ledger', title: 'a transfer', goal, guard, bare, product })),
    ...(await measurePages(bank, database, isShort)),
  ];
}

/** A database with accounts, on which transfers run without the product. */
export interface BareLedger extends AsyncDisposable {
  readonly bank: ReturnType<typeof createLedgerHarness>;
  readonly database: TestDatabase;
  round(seconds: number): Promise<Measure>;
}

/** Opens accounts on a server, for transfers by pgbench and through the port. */
export async function openBareLedger(postgres: PostgresServer): Promise<BareLedger> {
  const database = await createTestDatabase({ isDurable: true, poolSize: clients, server: postgres.url });
  const bank = createLedgerHarness(database.app);
  await openAccounts(bank.deps);
  // The server of a bench does not collect statistics by itself.
  await database.query('analyze');
  const folder = await mkdtemp(join(tmpdir(), 'portico-ledger-'));
  const script = join(folder, 'bare.sql');
  await writeFile(script, bareTransfer(accounts));
  const databasePid = await postgres.pid();
  const values = { bank: bank.deps.bankId };
  return {
    bank,
    database,
    round: (seconds) =>
      measureBare({ instance: { database }, script, values, databasePid, clients, seconds }),
    async [Symbol.asyncDispose]() {
      await bank[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** Opens the accounts and puts money on them, from as many connections as the rounds use. */
async function openAccounts(deps: LedgerDeps): Promise<void> {
  const amount = { minor: 1_000_000_000n, currency: 'EUR' } as const;
  const open = async (nth: number): Promise<void> => {
    const accountId = accountIdOf(nth);
    await openAccount(deps, {
      accountId,
      kind: 'current',
      bban: bbanOf(nth),
      product: 'Account',
      currencies: ['EUR'],
      owner: String(nth),
    });
    await bookMovements(deps, accountId, [{ amount, details: { code: 'PMNT-RCDT-ESCT' } }]);
  };
  const all = Array.from({ length: accounts }, (_, index) => index + 1);
  for (let at = 0; at < accounts; at += clients) await Promise.all(all.slice(at, at + clients).map(open));
}

/** Transfers through the port, from this process. */
async function productRound(
  core: CoreBank,
  { databasePid, seconds }: { readonly databasePid: number; readonly seconds: number },
): Promise<Measure> {
  const random = chanceFrom(Math.floor(performance.now()));
  const databaseBefore = await cpuSecondsOfFamily(databasePid);
  const before = process.cpuUsage();
  const endsAt = performance.now() + seconds * 1_000;
  let requests = 0;
  const drive = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const { state } = await core.submit(transfer(random.integer(1, accounts), random.integer(1, accounts)));
      if (state !== 'settled') throw new Error(`a transfer was ${state}`);
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, drive));
  const { system, user } = process.cpuUsage(before);
  return {
    requests,
    seconds,
    databaseCpuSeconds: (await cpuSecondsOfFamily(databasePid)) - databaseBefore,
    clientCpuSeconds: (user + system) / 1_000_000,
  };
}

function transfer(debtor: number, other: number): Instruction {
  const creditor = other === debtor ? (debtor % accounts) + 1 : other;
  return {
    instructionId: randomUUID(),
    product: 'instant-sepa-credit-transfers',
    debtorAccountId: accountIdOf(debtor),
    amount: { minor: 1n, currency: 'EUR' },
    creditor: { account: { scheme: 'bban', id: bbanOf(creditor) }, name: 'Ada Lovelace' },
    endToEndId: 'NOTPROVIDED',
    remittance: 'Invoice 4711',
  };
}
