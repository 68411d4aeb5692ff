import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bareRound, compareToBare, type Measure, outFolder, productRound } from '../harness/against-bare.ts';
import { closedLoop } from '../harness/http-load.ts';
import { createInstance } from '../harness/instance.ts';
import { planRequests } from '../harness/plan-requests.ts';
import { noUpkeep, startPostgres } from '../harness/postgres-server.ts';
import { freePort, isReady, startProgram, until } from '../harness/processes.ts';
import { profilingArgs } from '../harness/profiling-args.ts';
import { type Figure, progress } from '../harness/report.ts';
import { bareScript, bareValues } from './command-bare.ts';

const clients = 8;
const employees = 1_000;
const goal = 0.4;
const guard = 0.15;

/**
 * Measures a command that writes four rows (record, key, audit entry, event) through the whole product, and the same
 * statements with pgbench. The two alternate in one run, because the load of the machine varies.
 */
export async function benchCommand(isShort: boolean): Promise<readonly Figure[]> {
  const rounds = isShort ? 3 : 8;
  const secondsPerTurn = isShort ? 2 : 4;
  await using postgres = await startPostgres(noUpkeep);
  await using instance = await createInstance({
    server: postgres.url,
    env: { PORTICO_DATABASE_CHECKSUMS: 'required', PORTICO_DATABASE_POOL_SIZE: String(clients) },
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
    const nextRequest = await planRequests(instance.mint, employees);
    const script = join(instance.folder, 'bare.sql');
    await writeFile(script, bareScript);
    const databasePid = await postgres.pid();
    const sides = {
      bare: () =>
        bareRound({ instance, script, values: bareValues, databasePid, clients, seconds: secondsPerTurn }),
      product: () =>
        productRound({
          port,
          pid: api.pid,
          databasePid,
          clients,
          seconds: secondsPerTurn,
          status: 201,
          nextRequest,
        }),
    };
    await warmUp(port, nextRequest, isShort ? 6 : 20);
    await sides.bare();
    await sides.product();
    const show = progress('command', rounds);
    const bare: Measure[] = [];
    const product: Measure[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await sides.bare());
      product.push(await sides.product());
      show(round + 1);
    }
    return await compareToBare({ name: 'command', title: '4 rows per command', goal, guard, bare, product });
  } finally {
    api.kill('SIGTERM');
    await api.ended;
  }
}

/** Uses every token once and compiles the code before the measurement. */
async function warmUp(port: number, nextRequest: () => string, seconds: number): Promise<void> {
  await closedLoop({ port, connections: clients, seconds, nextRequest });
}
