import { setTimeout as pause } from 'node:timers/promises';
import { createInstance, type Instance } from '../harness/instance.ts';
import { createOauthHarness, harnessBank, type OauthHarness } from '../harness/oauth-harness.ts';
import { freePort, isReady, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale } from '../harness/scale.ts';
import type { TortureOptions } from '../torture.ts';

const rotations: Readonly<Record<Scale, number>> = { ci: 1, night: 20, full: 100 };
const clients = 6;
const processes = 2;
/** Every process looks for new keys each two seconds; in production there is a minute. */
const announceSeconds = 5;
const overlapSeconds = 4;
/** What a process may be behind, at most, in forgetting a key. */
const settleMs = 3_000;

interface Tally {
  grants: number;
  failed: Map<string, number>;
  /** Key ids seen on tokens. */
  readonly signers: Set<string>;
}

/**
 * Keys change while tokens are given and used, by way of two processes: whoever signed, the other one must believe
 * it. Nothing may fail, and after its overlap an old key is gone everywhere, with all it ever signed.
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

/** One client: gets a token from one process and asks the other whether it is good. */
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
    const verdict = await giveAndJudge(harness, turn % 2 === 0 ? ports : ports.toReversed(), tally);
    if (verdict === 'active') tally.grants += 1;
    else tally.failed.set(verdict, (tally.failed.get(verdict) ?? 0) + 1);
    await pause(10);
  }
}

/** One process gives a token, the other one judges it. */
async function giveAndJudge(
  harness: OauthHarness,
  [giver = 0, judge = 0]: readonly number[],
  { signers }: Tally,
): Promise<string> {
  const granted = await harness.grant(giver).catch(() => undefined);
  const token = granted?.body['access_token'];
  if (typeof token !== 'string') return 'no token';
  signers.add(keyIdOf(token));
  return judged(harness, judge, token);
}

async function judged(harness: OauthHarness, port: number, token: string): Promise<string> {
  const answer = await harness.introspect(port, token).catch(() => undefined);
  if (answer?.status !== 200) return `introspection ${answer?.status ?? 'broken'}`;
  return answer.body['active'] === true ? 'active' : 'not believed';
}

function keyIdOf(token: string): string {
  const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'));
  return String(Reflect.get(Object(header), 'kid'));
}

/** Rotates both classes by the command line, waits, and says what of the old keys is still there. */
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
    if ((await judged(harness, port, old)) === 'active') left.push(`an old token at ${port}`);
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
  const answer = await fetch(`http://127.0.0.1:${port}/oauth/${harnessBank}/jwks`);
  const { keys } = Object(await answer.json());
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
        ['tokens given by one process, believed by the other', tally.grants],
        ['keys that signed access tokens', tally.signers.size],
        ['failed', failures(tally)],
        ...[...tally.failed].map(([why, times]) => [`  ${why}`, times]),
        ['old keys or tokens that lived on', lived.length],
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
      name: 'key rotation, old keys that lived on',
      figure: lived.length === 0 ? '0' : lived.join(', '),
      goal: '0',
      isReached: lived.length === 0,
    },
  ];
}
