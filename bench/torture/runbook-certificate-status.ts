import { join } from 'node:path';
import { openStatusServers, type StatusServers } from '../../server/src/platform/testing/status-servers.ts';
import type { ThirdPartyName } from '../../server/src/platform/testing/third-parties.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { freePort, type Program, startProgram, until } from '../harness/processes.ts';
import { type Figure, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { asClient, listenerSettings, readSample, startThirdPartyApi } from '../harness/third-party-api.ts';
import { secondsUntil } from './runbook-outage-harness.ts';
import { isAlive } from './worker-program.ts';

/** Requests of each third party in each phase. */
const requests: Readonly<Record<Scale, number>> = { ci: 5, night: 200, full: 1_000 };
const recoveryGoalSeconds = 15;
/** For a busy machine. */
const recoveryGuardSeconds = 60;
const waitMaxMs = 60_000;

/** The response that a third party must get in a phase. */
type Expected = 'served' | 'CERTIFICATE_REVOKED';
type Phase = Readonly<Partial<Record<ThirdPartyName, Expected>>>;

interface Harness {
  readonly instance: Instance;
  readonly servers: StatusServers;
  readonly tlsPort: number;
  readonly count: number;
  readonly wrong: Map<string, number>;
  sent: number;
}

/**
 * Takes away the responder of an issuer, then its list as well: third parties whose status is known go on, revoked
 * ones stay refused, and one that was never seen is refused until the issuer answers again.
 */
export async function tortureCertificateStatus({ scale }: TortureOptions): Promise<readonly Figure[]> {
  await using servers = await openStatusServers();
  await using instance = await createInstance({
    env: {
      PORTICO_LOG_LEVEL: 'error',
      PORTICO_CERTIFICATE_STATUS_SERVERS: JSON.stringify(
        servers.ports.map((port) => ({ host: '127.0.0.1', port, networks: ['127.0.0.0/8'] })),
      ),
    },
  });
  const { thirdParties } = servers;
  const listener = await thirdParties.issue({ commonName: 'localhost', server: true });
  const settings = await listenerSettings(instance, { authorityPem: thirdParties.caPem, listener });
  const [api, worker] = await Promise.all([startThirdPartyApi(instance, settings), startWorker(instance)]);
  const harness: Harness = {
    instance,
    servers,
    tlsPort: api.tlsPort,
    count: requests[scale],
    wrong: new Map(),
    sent: 0,
  };
  try {
    const recoverySeconds = await runPhases(harness);
    return figuresOf(harness, recoverySeconds);
  } finally {
    for (const program of [api.program, worker]) program.kill('SIGKILL');
    await Promise.all([api.program.ended, worker.ended]);
  }
}

async function runPhases(harness: Harness): Promise<number> {
  const { servers } = harness;
  const publish = (): Promise<void> =>
    servers.publish({ _A: 'good', _B: 'good', _AI: 'good', _REV: 'revoked' });
  await publish();
  const known: Phase = { _A: 'served', _REV: 'CERTIFICATE_REVOKED' };
  await comparePhase(harness, 'responder and list answer', known);
  await servers.stopResponder();
  await askAgain(harness);
  await comparePhase(harness, 'the responder is away', { ...known, _B: 'served' });
  servers.serveList(undefined);
  await askAgain(harness);
  await comparePhase(harness, 'responder and list are away', {
    ...known,
    _B: 'served',
    _AI: 'CERTIFICATE_REVOKED',
  });
  await publish();
  return secondsUntil(async () => (await responseTo(harness, '_AI')) === 'served', 'the issuer to be asked');
}

/** Makes the worker ask about every certificate now, and waits until it has tried. */
async function askAgain({ instance: { database } }: Harness): Promise<void> {
  await database.query('update platform.certificate_status set due_at = now(), attempts = 0');
  const untried = 'select from platform.certificate_status where attempts = 0';
  await until(async () => (await database.query(untried)).length === 0, 'the worker to ask', waitMaxMs);
}

async function comparePhase(harness: Harness, name: string, phase: Phase): Promise<void> {
  for (const thirdParty of names) {
    const expected = phase[thirdParty];
    if (expected === undefined) continue;
    // The first request of a new third party waits two seconds for its status; a busy machine needs longer.
    const isAsExpected = async (): Promise<boolean> => (await responseTo(harness, thirdParty)) === expected;
    await until(isAsExpected, `${name}: ${thirdParty} to get ${expected}`, waitMaxMs);
    for (let sent = 0; sent < harness.count; sent += 1) {
      const response = await responseTo(harness, thirdParty);
      harness.sent += 1;
      if (response === expected) continue;
      const key = `${name}: ${thirdParty} got ${response} instead of ${expected}`;
      harness.wrong.set(key, (harness.wrong.get(key) ?? 0) + 1);
    }
  }
}

const names: readonly ThirdPartyName[] = ['_A', '_B', '_AI', '_REV'];

async function responseTo({ servers, tlsPort }: Harness, name: ThirdPartyName): Promise<string> {
  const { thirdParties } = servers;
  const options = asClient(tlsPort, await thirdParties.qwac(name), thirdParties.caPem);
  const { body, status } = await readSample({ ...options, agent: false });
  return status === 200 ? 'served' : (/"code":"([A-Z_]+)"/.exec(body)?.[1] ?? String(status));
}

async function startWorker(instance: Instance): Promise<Program> {
  const port = await freePort();
  const program = startProgram({
    args: ['server/src/main.ts', 'worker'],
    env: { ...instance.env, PORTICO_WORKER_LISTEN: `127.0.0.1:${port}` },
    logFile: join(instance.folder, 'worker.log'),
  });
  await until(() => isAlive(port), 'the worker');
  return program;
}

function figuresOf({ sent, wrong }: Harness, recoverySeconds: number): readonly Figure[] {
  if (wrong.size > 0) console.log(table(['wrong response', 'count'], [...wrong]));
  const count = [...wrong.values()].reduce((sum, one) => sum + one, 0);
  return [
    {
      name: 'issuer away, responses other than expected',
      figure: `${count} of ${sent}`,
      goal: '0',
      isReached: count === 0 && sent > 0,
    },
    {
      name: 'issuer back, a new third party is served after',
      figure: `${recoverySeconds.toFixed(1)} s`,
      goal: `≤ ${recoveryGoalSeconds} s`,
      isReached: recoverySeconds <= recoveryGoalSeconds,
      holdsGuard: recoverySeconds <= recoveryGuardSeconds,
    },
  ];
}
