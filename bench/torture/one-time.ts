import { createInstance } from '../harness/instance.ts';
import {
  type BrowserResponse,
  createOauthHarness,
  harnessBank,
  harnessRedirectUri,
  type OauthHarness,
} from '../harness/oauth-harness.ts';
import { freePort, isReady, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale } from '../harness/scale.ts';
import type { TortureOptions } from '../torture.ts';

const rounds: Readonly<Record<Scale, number>> = { ci: 100, night: 1_000, full: 10_000 };
const uses = 20;
const processes = 2;
const tokenPath = `/oauth/${harnessBank}/token`;
const guardedPath = '/api/configuration/maintenance-windows';

/** Something that may be used once: how often it could be used when many tried at the same time. */
interface Race {
  readonly name: string;
  /** Starts all uses at once and counts those that succeeded; throws when what must follow did not. */
  run(harness: OauthHarness, ports: readonly number[]): Promise<number>;
}

/** Each use goes to the next process, so that no memory of one of them can decide. */
function allAtOnce<Result>(
  ports: readonly number[],
  use: (port: number) => Promise<Result>,
): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: uses }, (_, index) => use(ports[index % ports.length] ?? 0)));
}

const succeeded = (answers: readonly BrowserResponse[]): readonly BrowserResponse[] =>
  answers.filter(({ status }) => status === 200);

function redemption({
  code,
  verifier,
}: {
  readonly code: string;
  readonly verifier: string;
}): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: harnessRedirectUri,
  };
}

/** Whoever uses something a second time may be a thief: then nobody may go on with what came of it. */
async function mustBeOver(
  harness: OauthHarness,
  port: number,
  winner: BrowserResponse | undefined,
  what: string,
): Promise<void> {
  const refresh = String(winner?.body['refresh_token'] ?? '');
  if (refresh === '') throw new Error(`${what}: nobody won`);
  const after = await harness.post(port, tokenPath, { grant_type: 'refresh_token', refresh_token: refresh });
  if (after.status === 200) throw new Error(`${what}: the family lived on after the reuse`);
}

const firstOf = (ports: readonly number[]): number => ports[0] ?? 0;

const races: readonly Race[] = [
  {
    name: 'authorization code',
    async run(harness, ports) {
      const form = redemption(await harness.code(firstOf(ports)));
      const won = succeeded(await allAtOnce(ports, (port) => harness.post(port, tokenPath, form)));
      await mustBeOver(harness, firstOf(ports), won[0], 'code');
      return won.length;
    },
  },
  {
    name: 'refresh token',
    async run(harness, ports) {
      const first = await harness.post(
        firstOf(ports),
        tokenPath,
        redemption(await harness.code(firstOf(ports))),
      );
      const form = { grant_type: 'refresh_token', refresh_token: String(first.body['refresh_token']) };
      const won = succeeded(await allAtOnce(ports, (port) => harness.post(port, tokenPath, form)));
      await mustBeOver(harness, firstOf(ports), won[0], 'refresh token');
      return won.length;
    },
  },
  {
    name: 'pushed request',
    async run(harness, ports) {
      const { path } = await harness.push(firstOf(ports));
      const answers = await allAtOnce(ports, (port) => harness.open(port, path));
      return answers.filter(({ location }) => URL.parse(location)?.searchParams.has('code')).length;
    },
  },
  {
    name: 'client assertion',
    async run(harness, ports) {
      const client = harness.application.proofOfClient();
      return succeeded(await allAtOnce(ports, (port) => harness.grant(port, { client }))).length;
    },
  },
  {
    name: 'proof at the token endpoint',
    async run(harness, ports) {
      const proof = harness.application.proof('POST', `${harness.baseUrl}${tokenPath}`);
      return succeeded(await allAtOnce(ports, (port) => harness.grant(port, { proof }))).length;
    },
  },
  {
    name: 'proof at an interface',
    async run(harness, ports) {
      const token = await harness.freshToken(firstOf(ports));
      const proof = harness.client.proof('GET', `${harness.baseUrl}${guardedPath}`, token);
      return succeeded(await allAtOnce(ports, (port) => harness.call(port, guardedPath, token, proof)))
        .length;
    },
  },
];

/** Everything that may be used once, used by twenty at once, by way of two processes. Exactly one may succeed. */
export async function tortureOneTime({ scale }: TortureOptions): Promise<readonly Figure[]> {
  await using instance = await createInstance({ banks: [harnessBank] });
  const ports = await Promise.all(Array.from({ length: processes }, () => freePort()));
  const baseUrl = `http://127.0.0.1:${ports[0]}`;
  const programs = ports.map((port) =>
    startProgram({
      args: ['server/src/main.ts', 'api'],
      env: {
        ...instance.env,
        PORTICO_BASE_URL: baseUrl,
        PORTICO_HTTP_LISTEN: `127.0.0.1:${port}`,
        PORTICO_LOG_LEVEL: 'warn',
      },
    }),
  );
  try {
    await Promise.all(ports.map((port) => until(() => isReady(port), 'api')));
    await using harness = await createOauthHarness(instance, baseUrl);
    const wrong = await runRaces(harness, ports, rounds[scale]);
    return conclusion(wrong, rounds[scale]);
  } finally {
    for (const program of programs) program.kill('SIGTERM');
    await Promise.all(programs.map(({ ended }) => ended));
  }
}

/** How often each race had another end than one winner. */
async function runRaces(
  harness: OauthHarness,
  ports: readonly number[],
  count: number,
): Promise<ReadonlyMap<string, number>> {
  const wrong = new Map<string, number>();
  const show = progress('one-time', count);
  for (let round = 1; round <= count; round += 1) {
    for (const race of races) {
      const won = await race.run(harness, ports);
      if (won !== 1) wrong.set(race.name, (wrong.get(race.name) ?? 0) + 1);
    }
    show(round);
  }
  return wrong;
}

function conclusion(wrong: ReadonlyMap<string, number>, count: number): readonly Figure[] {
  console.log(
    table(
      ['used by many at once', 'rounds', 'not exactly one success'],
      races.map(({ name }) => [name, count, wrong.get(name) ?? 0]),
    ),
  );
  return races.map(({ name }) => ({
    name: `${name}, rounds with other than one success`,
    figure: String(wrong.get(name) ?? 0),
    goal: '0',
    isReached: !wrong.has(name),
  }));
}
