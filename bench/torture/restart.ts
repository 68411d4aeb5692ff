import { type Balancer, createBalancer } from '../harness/balancer.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { plannerToken } from '../harness/maintenance-client.ts';
import { freePort, isReady, type Program, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';

/** Number of replacements of both instances. */
const rounds: Readonly<Record<Scale, number>> = { ci: 1, night: 10, full: 50 };
const clients = 12;
const instances = 2;

interface Tally {
  ok: number;
  failed: Map<string, number>;
}

/** Replaces two instances one after the other, repeatedly, under load. No request may fail. */
export async function tortureRestart({ scale }: TortureOptions): Promise<readonly Figure[]> {
  await using instance = await createInstance();
  const balancer = createBalancer();
  const running: { port: number; program: Program }[] = [];
  const tally: Tally = { ok: 0, failed: new Map() };
  let isOver = false;
  try {
    for (let count = 0; count < instances; count += 1) running.push(await join(instance, balancer));
    await until(async () => balancer.readyCount() === instances, 'both instances');
    const load = Promise.all(
      Array.from({ length: clients }, (_, client) => drive(instance, balancer, client, tally, () => isOver)),
    );
    const replacements = rounds[scale] * instances;
    const show = progress('restart', replacements);
    for (let done = 1; done <= replacements; done += 1) {
      running.push(await join(instance, balancer));
      const leaving = running.shift();
      if (leaving !== undefined) await leave(leaving, balancer);
      show(done, `${tally.ok} requests, ${failures(tally)} failed`);
    }
    isOver = true;
    await load;
    return conclusion(tally, replacements);
  } finally {
    isOver = true;
    balancer.close();
    for (const { program } of running) program.kill('SIGKILL');
    await Promise.all(running.map(({ program }) => program.ended));
  }
}

async function join(instance: Instance, balancer: Balancer): Promise<{ port: number; program: Program }> {
  const port = await freePort();
  const program = startProgram({
    args: ['server/src/main.ts', 'api'],
    env: { ...instance.env, PORTICO_HTTP_LISTEN: `127.0.0.1:${port}`, PORTICO_LOG_LEVEL: 'warn' },
  });
  const ended = program.ended.then((code) => {
    throw new Error(`a new instance exited: ${code}`);
  });
  await Promise.race([until(() => isReady(port), 'a new instance'), ended]);
  balancer.add(port);
  return { port, program };
}

async function leave(
  { port, program }: { port: number; program: Program },
  balancer: Balancer,
): Promise<void> {
  program.kill('SIGTERM');
  const ended = await program.ended;
  balancer.remove(port);
  if (ended !== 0) throw new Error(`an instance did not stop cleanly: ${ended}`);
}

/** Runs one caller: alternates reads and writes, each write with its own key. */
async function drive(
  instance: Instance,
  balancer: Balancer,
  client: number,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  let sent = 0;
  let token = '';
  while (!isOver()) {
    // The rate limit is 120 writes per minute and employee.
    if (sent % 100 === 0) token = await plannerToken(instance.mint, `employee-${client}-${sent}`, '01');
    sent += 1;
    const isWrite = sent % 2 === 0;
    const status = await balancer.send(
      isWrite ? write(token, `restart-${client}-${sent}-`.padEnd(20, '0')) : read(token),
    );
    const isGood = status === (isWrite ? 201 : 200);
    if (isGood) tally.ok += 1;
    else tally.failed.set(String(status), (tally.failed.get(String(status)) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const path = '/api/configuration/maintenance-windows';

function write(token: string, key: string): Parameters<Balancer['send']>[0] {
  const body = JSON.stringify({ startsAt: '2097-01-01T00:00:00Z', messages: { en: 'Back soon.' } });
  return {
    method: 'POST',
    path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
      'idempotency-key': key,
    },
    body,
  };
}

function read(token: string): Parameters<Balancer['send']>[0] {
  return { method: 'GET', path: `${path}?states=started`, headers: { authorization: `Bearer ${token}` } };
}

function failures({ failed }: Tally): number {
  return [...failed.values()].reduce((sum, count) => sum + count, 0);
}

function conclusion(tally: Tally, replacements: number): readonly Figure[] {
  const kinds = [...tally.failed].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(
    table(
      ['rolling restart', 'replacements', 'requests', 'failed', 'kinds'],
      [['2 instances', replacements, tally.ok + failures(tally), failures(tally), kinds || '-']],
    ),
  );
  return [
    {
      name: 'restart, failed requests',
      figure: `${failures(tally)} of ${tally.ok + failures(tally)} over ${replacements} replacements`,
      goal: '0',
      isReached: failures(tally) === 0 && tally.ok > 0,
    },
  ];
}
