import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  compareToBare,
  type Measure,
  bareRound as measureBare,
  productRound as measureProduct,
  outFolder,
} from '../harness/against-bare.ts';
import { closedLoop } from '../harness/http-load.ts';
import { createInstance } from '../harness/instance.ts';
import { insertVerifications, verifyRequests } from '../harness/otp-requests.ts';
import { noUpkeep, startPostgres } from '../harness/postgres-server.ts';
import { freePort, isReady, startProgram, until } from '../harness/processes.ts';
import { profilingArgs } from '../harness/profiling-args.ts';
import { type Figure, progress } from '../harness/report.ts';
import { bareScript, bareStatements, bareValues } from './otp-bare.ts';

const clients = 8;
const goal = 0.8;
const guard = 0.12;
/** Maximum number of verifications of one pgbench client per round. */
const perClientMax = 12_000;
const applications = 2_000;

/**
 * Measures a right one-time password: the product reserves the attempt, compares the code and saves the result, with
 * audit entry and event. Compares it with the same statements by pgbench, without the comparison of the code. The two
 * alternate in one run, because the load of the machine varies.
 */
export async function benchOtp(isShort: boolean): Promise<readonly Figure[]> {
  const rounds = isShort ? 3 : 8;
  const seconds = isShort ? 2 : 4;
  await using postgres = await startPostgres(noUpkeep);
  await using instance = await createInstance({
    server: postgres.url,
    env: { PORTICO_DATABASE_CHECKSUMS: 'required', PORTICO_DATABASE_POOL_SIZE: String(clients) },
  });
  const { ids } = await insertVerifications(instance, {
    product: isShort ? 60_000 : 200_000,
    bare: { clients, each: perClientMax * (rounds + 1) },
  });
  const port = await freePort();
  const api = startProgram({
    args: ['server/src/main.ts', 'api'],
    nodeArgs: profilingArgs(outFolder),
    env: { ...instance.env, PORTICO_HTTP_LISTEN: `127.0.0.1:${port}` },
    logFile: join(instance.folder, 'api.log'),
  });
  try {
    await until(() => isReady(port), 'api');
    const nextRequest = await verifyRequests(instance.mint, { ids, applications });
    const script = join(instance.folder, 'bare.sql');
    await writeFile(script, bareScript(bareStatements()));
    const databasePid = await postgres.pid();
    const bareRound = (round: number): Promise<Measure> => {
      const values = { ...bareValues, n: String(round * perClientMax) };
      return measureBare({ instance, script, values, databasePid, clients, seconds });
    };
    const productRound = (): Promise<Measure> =>
      measureProduct({ port, pid: api.pid, databasePid, clients, seconds, status: 204, nextRequest });
    // Uses every token once and compiles the code before the measurement.
    await closedLoop({ port, connections: clients, seconds: isShort ? 4 : 15, nextRequest });
    await bareRound(0);
    const show = progress('otp', rounds);
    const bare: Measure[] = [];
    const product: Measure[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      bare.push(await bareRound(round));
      product.push(await productRound());
      show(round);
    }
    return await compareToBare({ name: 'otp', title: 'a right code', goal, guard, bare, product });
  } finally {
    api.kill('SIGTERM');
    await api.ended;
  }
}
