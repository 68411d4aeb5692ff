import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  alternateRounds,
  bareRound,
  compareToBare,
  type Measure,
  productRound as measureProduct,
  outFolder,
} from '../harness/against-bare.ts';
import { closedLoop } from '../harness/http-load.ts';
import { createPaymentBank, type Payer, type PaymentBank } from '../harness/payment-bank.ts';
import { signedInitiations } from '../harness/payment-requests.ts';
import { noUpkeep, type PostgresServer, startPostgres } from '../harness/postgres-server.ts';
import { profilingArgs } from '../harness/profiling-args.ts';
import { recordRequests } from '../harness/record-requests.ts';
import type { Figure } from '../harness/report.ts';
import type { BareScript } from './payments-bare.ts';
import { measurePaymentCost } from './payments-cost.ts';

const clients = 8;
/** Requests at a time. Commands share transactions only if they arrive together. */
const modes = [
  {
    name: 'payments',
    title: 'an initiation among many',
    callers: 32,
    bareClients: clients,
    goal: 0.7,
    guard: 0.15,
  },
  {
    name: 'payments-alone',
    title: 'an initiation alone',
    callers: 1,
    bareClients: 1,
    goal: 0.45,
    guard: 0.12,
  },
] as const;
type Mode = (typeof modes)[number];

/** Requests that are signed before a round: the processor time of third parties is not measured, and must not wait. */
const signedPerSecond = 700;
const payersCount = 50;
const centsPerPayer = 100_000_000n;

/**
 * Measures the initiation of a payment through the whole product: certificate from a proxy, signature verified, order
 * checked, account found, saved with key, mark, audit entry and event. Compares it with the statements that the product
 * was recorded to send, by pgbench. The two alternate in one run, because the load of the machine varies.
 */
export async function benchPayments(isShort: boolean): Promise<readonly Figure[]> {
  await using postgres = await startPostgres(noUpkeep);
  await using bank = await createPaymentBank({
    server: postgres.url,
    profile: { tppSignatureRequired: true },
    env: { PORTICO_DATABASE_CHECKSUMS: 'required', PORTICO_DATABASE_POOL_SIZE: String(clients) },
    nodeArgs: profilingArgs(outFolder),
  });
  const payers = await bank.payers(payersCount, centsPerPayer);
  // The server of a bench does not collect statistics by itself.
  await bank.instance.database.query('analyze');
  const bare = await recordRequests(bank, postgres, signedInitiations(bank, payers.slice(0, 1)));
  console.log(`an initiation sends ${bare.statements} statements in ${bare.roundTrips} round trips`);
  await Promise.all([bank.api.start(), bank.worker.start()]);
  const cost = await measurePaymentCost(bank, { payers, databasePid: await postgres.pid(), isShort });
  await Promise.all([bank.api.kill(), bank.worker.kill()]);
  await bank.api.start();
  const initiation: Figure[] = [];
  for (const mode of modes)
    initiation.push(...(await compareInitiations({ bank, postgres, payers, bare, isShort }, mode)));
  // Asked to stop, so that it writes its profile.
  await bank.api.stop();
  return [...initiation, ...cost];
}

interface PaymentsBench {
  readonly bank: PaymentBank;
  readonly postgres: PostgresServer;
  readonly payers: readonly Payer[];
  readonly bare: BareScript;
  readonly isShort: boolean;
}

async function compareInitiations(bench: PaymentsBench, mode: Mode): Promise<readonly Figure[]> {
  const { bank, bare: statements, isShort, payers, postgres } = bench;
  const rounds = isShort ? 3 : 8;
  const seconds = isShort ? 2 : 4;
  const { instance, proxyPort: port } = bank;
  await mkdir(outFolder, { recursive: true });
  const script = fileURLToPath(new URL('bench-payments.sql', outFolder));
  await writeFile(script, statements.script);
  const databasePid = await postgres.pid();
  const { bareClients, callers, goal, guard, name, title } = mode;
  const nextRequest = signedInitiations(bank, payers);
  const bareOf = (round: number): Promise<Measure> => {
    // Ids of one mode are not those of the other.
    const values = { ...statements.values, round: String(100 * callers + round), n: '0' };
    return bareRound({ instance, script, values, databasePid, clients: bareClients, seconds });
  };
  const productRound = (): Promise<Measure> =>
    measureProduct({
      port,
      pid: bank.api.pid(),
      databasePid,
      clients: callers,
      seconds,
      status: 201,
      nextRequest: signedBefore(nextRequest, seconds * signedPerSecond),
    });
  await closedLoop({ port, connections: callers, seconds: isShort ? 6 : 15, nextRequest });
  const measured = await alternateRounds({ name, rounds, bare: bareOf, product: productRound });
  return compareToBare({ name, title, goal, guard, ...measured });
}

/** Signs requests now, and more only when they are used up. */
function signedBefore(sign: () => string, count: number): () => string {
  const signed = Array.from({ length: count }, sign);
  return () => signed.pop() ?? sign();
}
