import { setTimeout as pause } from 'node:timers/promises';
import { createInstance, type Instance } from '../harness/instance.ts';
import { createOauthHarness, harnessBank, type OauthHarness } from '../harness/oauth-harness.ts';
import { freePort, isReady, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';

const rotations: Readonly<Record<Scale, number>> = { ci: 1, night: 20, full: 100 };
const clients = 6;
const processes = 2;
/** Processes look for new keys every two seconds here; in production every minute. */
const announceSeconds = 5;
const overlapSeconds = 4;
/** Maximum delay until a process drops a key. */
const settleMs = 3_000;

interface Tally {
  grants: number;
  failed: Map<string, number>;
  /** Key ids of the tokens. */
  readonly signers: Set<string>;
}

/**
 * Rotates signing keys while two processes issue and verify tokens, each those of the other. No request may fail, and
 * after its overlap an old key and its tokens are invalid everywhere.
 */
export async function tortureKeys({ scale }: TortureOptions): Promise<readonly Figure[]> {
  await using instance = await createInstance({ banks: [harnessBank] });
  const ports = await Promise.all(Array.from({ length: processes }, () => freePort()));
  const baseUrl = `http://127.0.0.1:${ports[0]}`;
  const env = {
    ...instance.env,
    PORTICO_BASE_URL: baseUrl,
    PORTICO_LOG_LEVEL: 'warn',
  };
  const programs = ports.map((port) =>
    startProgram({
      args: ['server/src/main.ts', 'api'],
      env: { ...env, PORTICO_HTTP_LISTEN: `127.0.0.1:${port}` },
    }),
  );
  const tally: Tally = { grants: 0, failed: new Map(), signers: new Set() };
  let isOver = false;
  try {
    await Promise.all(ports.map((port) => until(() => isReady(port), 'api')));
    await using harness = await createOauthHarness(instance, baseUrl);
    const load = Promise.all(
      Array.from({ length: clients }, (_, client) =>
        drive(harness, ports, { client, tally, isOver: () => isOver }),
      ),
    );
    const show = progress('keys', rotations[scale]);
    const lived: string[] = [];
    for (let done = 1; done <= rotations[scale]; done += 1) {
      lived.push(...(await rotateOnce(harness, ports, env)));
      show(done, `${tally.grants} grants, ${failures(tally)} failed`);
    }
    isOver = true;
    await load;
    return conclusion(tally, rotations[scale], lived);
  } finally {
    isOver = true;
    for (const program of programs) program.kill('SIGTERM');
    await Promise.all(programs.map(({ ended }) => ended));
  }
}

/** Runs one client: obtains tokens from one process and introspects them at the other. */
async function drive(
  harness: OauthHarness,
  ports: readonly number[],
  {
    client,
    isOver,
    tally,
  }: { readonly client: number; readonly isOver: () => boolean; readonly tally: Tally },
): Promise<void> {
  for (let turn = client; !isOver(); turn += 1) {
    const verdict = await issueAndVerify(harness, turn % 2 === 0 ? ports : ports.toReversed(), tally);
    if (verdict === 'active') tally.grants += 1;
    else tally.failed.set(verdict, (tally.failed.get(verdict) ?? 0) + 1);
    await pause(10);
  }
}

/** Obtains a token from one process and introspects it at the other. */
async function issueAndVerify(
  harness: OauthHarness,
  [issuer = 0, verifier = 0]: readonly number[],
  { signers }: Tally,
): Promise<string> {
  const granted = await harness.grant(issuer).catch(() => undefined);
  const token = granted?.body['access_token'];
  if (typeof token !== 'string') return 'no token';
  signers.add(keyIdOf(token));
  return stateOf(harness, verifier, token);
}

async function stateOf(harness: OauthHarness, port: number, token: string): Promise<string> {
  const response = await harness.introspect(port, token).catch(() => undefined);
  if (response?.status !== 200) return `introspection ${response?.status ?? 'broken'}`;
  return response.body['active'] === true ? 'active' : 'not active';
}

function keyIdOf(token: string): string {
  const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'));
  return String(Reflect.get(Object(header), 'kid'));
}

/** Rotates both key classes with the command, waits, and returns which old keys still exist. */
async function rotateOnce(
  harness: OauthHarness,
  ports: readonly number[],
  env: Instance['env'],
): Promise<readonly string[]> {
  const before = await keysAt(ports[0] ?? 0);
  const old = String((await harness.grant(ports[0] ?? 0)).body['access_token']);
  for (const tokenClass of ['access-token', 'id-token']) await rotate(tokenClass, env);
  await pause((announceSeconds + overlapSeconds) * 1_000 + settleMs);
  const left: string[] = [];
  for (const port of ports) {
    const now = await keysAt(port);
    left.push(...before.filter((keyId) => now.includes(keyId)).map((keyId) => `${keyId} at ${port}`));
    if ((await stateOf(harness, port, old)) === 'active') left.push(`old token active at ${port}`);
  }
  return left;
}

async function rotate(tokenClass: string, env: Instance['env']): Promise<void> {
  const pace = ['--announce-seconds', String(announceSeconds), '--overlap-seconds', String(overlapSeconds)];
  const command = [
    'server/src/main.ts',
    'keys',
    'rotate',
    '--bank',
    harnessBank,
    '--class',
    tokenClass,
    ...pace,
  ];
  const ended = await startProgram({ args: command, env }).ended;
  if (ended !== 0) throw new Error(`keys rotate ended with ${ended}`);
}

async function keysAt(port: number): Promise<readonly string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/oauth/${harnessBank}/jwks`);
  const { keys } = Object(await response.json());
  return Array.isArray(keys) ? keys.map((key: unknown) => String(Reflect.get(Object(key), 'kid'))) : [];
}

function failures({ failed }: Tally): number {
  return [...failed.values()].reduce((sum, count) => sum + count, 0);
}

function conclusion(tally: Tally, count: number, lived: readonly string[]): readonly Figure[] {
  console.log(
    table(
      ['key rotation under load', 'count'],
      [
        ['rotations of both classes', count],
        ['tokens issued by one process, accepted by the other', tally.grants],
        ['keys that signed access tokens', tally.signers.size],
        ['failed', failures(tally)],
        ...[...tally.failed].map(([why, times]) => [`  ${why}`, times]),
        ['old keys or tokens still valid', lived.length],
      ],
    ),
  );
  return [
    {
      name: 'key rotation, failed requests',
      figure: `${failures(tally)} of ${tally.grants + failures(tally)}`,
      goal: '0',
      isReached: failures(tally) === 0 && tally.signers.size > count,
    },
    {
      name: 'key rotation, old keys still valid',
      figure: lived.length === 0 ? '0' : lived.join(', '),
      goal: '0',
      isReached: lived.length === 0,
    },
  ];
}
