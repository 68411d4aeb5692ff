import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiProcess } from '../harness/api-process.ts';
import { createInstance } from '../harness/instance.ts';
import { createOauthHarness, harnessBank } from '../harness/oauth-harness.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import { freePort } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { randomFrom, type Scale, type TortureOptions } from '../harness/scale.ts';
import { endThings } from './session-endings.ts';
import { failOver, signOnAgain } from './session-failover.ts';
import { createFindings, type Findings, type SessionHarness } from './session-harness.ts';
import { refreshThroughTheEnd } from './session-refreshes.ts';
import { replaceUnderLoad, restartDatabase } from './session-restarts.ts';

const rounds: Readonly<Record<Scale, number>> = { ci: 1, night: 10, full: 50 };

/**
 * Users sign in and clients hold tokens while processes are killed, replaced and restarted and the database stops and
 * starts: no session or token may be lost, and what ended at one process has ended at all.
 */
export async function tortureSessions({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  await using postgres = await startPostgres({ shared_buffers: '64MB' });
  await using instance = await createInstance({ server: postgres.url, banks: [harnessBank] });
  const [portOfA, portOfB] = [await freePort(), await freePort()];
  const baseUrl = `http://127.0.0.1:${portOfA}`;
  const env = {
    ...instance.env,
    PORTICO_BASE_URL: baseUrl,
    PORTICO_LOG_LEVEL: 'error',
  };
  const logFile = join(instance.folder, 'api.log');
  const [a, b] = [apiProcess({ env, port: portOfA, logFile }), apiProcess({ env, port: portOfB, logFile })];
  const findings = createFindings();
  try {
    await Promise.all([a.start(), b.start()]);
    await using oauth = await createOauthHarness(instance, baseUrl);
    const harness = { oauth, instance, postgres, env, a, b, random: randomFrom(seed), findings };
    const show = progress('sessions', rounds[scale]);
    for (let round = 1; round <= rounds[scale]; round += 1) {
      await runRound(harness);
      show(round, `${findings.checks} checks, ${findings.wrong.length} wrong`);
    }
  } finally {
    await Promise.all([a.kill(), b.kill()]);
    if (findings.wrong.length > 0) console.error((await readFile(logFile, 'utf8')).slice(-4_000));
  }
  return conclusion(findings, rounds[scale]);
}

async function runRound(harness: SessionHarness): Promise<void> {
  const { a, b } = harness;
  const person = await failOver(harness);
  await signOnAgain(harness, person.browser, [b.port, a.port]);
  await refreshThroughTheEnd(harness);
  await endThings(harness);
  await replaceUnderLoad(harness);
  await restartDatabase(harness, person);
}

function conclusion(findings: Findings, count: number): readonly Figure[] {
  const { checks, counted, oddAnswers, slowest, wrong } = findings;
  for (const each of new Set(wrong)) console.log(`wrong: ${each}`);
  console.log(
    table(
      ['sessions over the end of processes', 'count'],
      [
        ['rounds', count],
        ['checks', checks],
        ['refreshes with a response before the kill', counted('answered')],
        ['refreshes repeated with success', counted('retried')],
        ['families that were over', counted('over')],
        ['grants while a process was replaced', counted('requests')],
        ['grants while the database was away', counted('away')],
      ],
    ),
  );
  return [
    none('sessions, wrong of all that was checked', wrong.length, checks),
    none(
      'sessions, families with two living tokens',
      counted('two-living'),
      counted('retried') + counted('over'),
    ),
    none('sessions, grants lost while a process was replaced', counted('failed'), counted('requests')),
    {
      ...none(
        'sessions, responses other than 503 during the database outage',
        counted('away-odd'),
        counted('away'),
      ),
      ...(oddAnswers.size === 0
        ? {}
        : { figure: `${counted('away-odd')} of ${counted('away')}: ${[...oddAnswers].join(', ')}` }),
    },
    within('revoked token refused by both processes', slowest('token'), 5_000),
    within('tokens of an ended grant refused by both processes', slowest('grant'), 5_000),
    within('tokens of a signed-out session refused by both processes', slowest('session'), 5_000),
    within('tokens of a disabled client refused by both processes', slowest('client-token'), 5_000),
    within('last grant to a disabled client', slowest('client-grant'), 2_000),
    within('both processes well after the database came back', slowest('recovery'), 15_000),
  ];
}

function none(name: string, count: number, of: number): Figure {
  return { name, figure: `${count} of ${of}`, goal: '0', isReached: count === 0 && of > 0 };
}

/** Factor for the checks, where another run shares the machine. */
const guardFactor = 4;

function within(name: string, ms: number, goalMs: number): Figure {
  const seconds = (value: number): string => `${(value / 1_000).toFixed(2)} s`;
  const goal = `≤ ${seconds(goalMs)}`;
  return { name, figure: seconds(ms), goal, isReached: ms <= goalMs, holdsGuard: ms <= goalMs * guardFactor };
}
