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
import type { Scale, TortureOptions } from '../harness/scale.ts';

const rounds: Readonly<Record<Scale, number>> = { ci: 100, night: 1_000, full: 10_000 };
const uses = 20;
const processes = 2;
const tokenPath = `/oauth/${harnessBank}/token`;
const guardedPath = '/api/configuration/maintenance-windows';

/** A one-time value, and the number of successes when many clients use it at the same time. */
interface Race {
  readonly name: string;
  /** Starts all uses in parallel and counts the successes; throws when a required consequence is missing. */
  run(harness: OauthHarness, ports: readonly number[]): Promise<number>;
}

/** Sends each use to the next process, so that the memory of one process cannot decide. */
function allAtOnce<Result>(
  ports: readonly number[],
  use: (port: number) => Promise<Result>,
): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: uses }, (_, index) => use(ports[index % ports.length] ?? 0)));
}

const succeeded = (responses: readonly BrowserResponse[]): readonly BrowserResponse[] =>
  responses.filter(({ status }) => status === 200);

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

/** A second use may come from a thief: then all tokens of the family must be refused. */
async function expectEnded(
  harness: OauthHarness,
  port: number,
  winner: BrowserResponse | undefined,
  what: string,
): Promise<void> {
  const refresh = String(winner?.body['refresh_token'] ?? '');
  if (refresh === '') throw new Error(`${what}: no request succeeded`);
  const after = await harness.post(port, tokenPath, { grant_type: 'refresh_token', refresh_token: refresh });
  if (after.status === 200) throw new Error(`${what}: the family is still valid after the reuse`);
}

const firstOf = (ports: readonly number[]): number => ports[0] ?? 0;

const races: readonly Race[] = [
  {
    name: 'authorization code',
    async run(harness, ports) {
      const form = redemption(await harness.code(firstOf(ports)));
      const won = succeeded(await allAtOnce(ports, (port) => harness.post(port, tokenPath, form)));
      await expectEnded(harness, firstOf(ports), won[0], 'code');
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
      await expectEnded(harness, firstOf(ports), won[0], 'refresh token');
      return won.length;
    },
  },
  {
    name: 'pushed request',
    async run(harness, ports) {
      const { path } = await harness.push(firstOf(ports));
      const responses = await allAtOnce(ports, (port) => harness.open(port, path));
      return responses.filter(({ location }) => URL.parse(location)?.searchParams.has('code')).length;
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

/** Uses every one-time value twenty times in parallel, through two processes. Exactly one use may succeed. */
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

/** Counts the races without exactly one success. */
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
