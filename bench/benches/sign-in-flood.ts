import { percentile } from '../harness/http-load.ts';
import type { Instance } from '../harness/instance.ts';
import { type Figure, table } from '../harness/report.ts';
import type { LoopDelay, SignInApi } from '../harness/sign-in-api.ts';
import { createPageBrowser, keepAliveAgent } from '../harness/sign-in-browser.ts';
import { type Person } from '../harness/sign-in-people.ts';
import { type Reached, type SignInVisit, signIn } from '../harness/sign-in-visit.ts';

export const floodPerSecond = 200;
const stallGoalMs = 50;
const stallGuardMs = 2_000;
const refusalGoalMs = 50;
const refusalGuardMs = 60_000;
const goodputGoal = 0.5;
const goodputGuard = 0.05;

/** Result of more sign-ins than the product can serve. */
export interface Flood {
  readonly visits: readonly (SignInVisit & { readonly person: Person })[];
  /** Sign-ins without a response. */
  readonly broken: number;
  readonly seconds: number;
  readonly stall: LoopDelay;
}

/** Open loop: sign-ins start at fixed times, each from its own address, independent of earlier responses. */
export async function floodSignIns(
  api: SignInApi,
  crowd: readonly Person[],
  seconds: number,
): Promise<Flood> {
  const agent = keepAliveAgent();
  const visits: (SignInVisit & { readonly person: Person })[] = [];
  const under: Promise<void>[] = [];
  let broken = 0;
  const visit = async (person: Person, index: number): Promise<void> => {
    const address = `10.${200 + (index % 50)}.${Math.floor(index / 50) % 250}.1`;
    const browser = createPageBrowser({ port: api.port, agent, address });
    try {
      visits.push({ ...(await signIn(browser, person)), person });
      // The connection broke; it counts as broken.
    } catch {
      broken += 1;
    }
  };
  const begun = performance.now();
  const total = Math.min(crowd.length, floodPerSecond * seconds);
  while (under.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) / 1_000) * floodPerSecond));
    for (const person of crowd.slice(under.length, due)) under.push(visit(person, under.length));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(under);
  agent.destroy();
  const stall = await api.loopDelay();
  return { visits, broken, seconds: (performance.now() - begun) / 1_000, stall };
}

/** Counts the refused users with a recorded failure, although each sent the right password. */
export async function floodPeople(
  { database }: Instance,
  crowd: readonly Person[],
  { visits }: Flood,
): Promise<number> {
  const isDone = new Set(
    visits.filter(({ reached }) => reached === 'second-factor').map(({ person }) => person.userId),
  );
  const turnedAway = crowd.map(({ userId }) => userId).filter((userId) => !isDone.has(userId));
  const [row] = await database.query<{ counted: number }>(
    `select count(*)::int as counted from identity.login_attempts where subject = any($1::text[]) and failures > 0`,
    [turnedAway],
  );
  return row?.counted ?? -1;
}

const kinds: readonly Reached[] = [
  'second-factor',
  'busy',
  'shed',
  'limited',
  'throttled',
  'locked',
  'wrong',
  'other',
];

export function floodFigures(
  { broken, seconds, stall, visits }: Flood,
  { capacity, counted }: { readonly capacity: number; readonly counted: number },
): readonly Figure[] {
  const of = (kind: Reached): typeof visits => visits.filter(({ reached }) => reached === kind);
  const rows = kinds
    .map((kind) => ({ kind, own: of(kind) }))
    .filter(({ own }) => own.length > 0)
    .map(({ kind, own }) => [
      kind,
      own.length,
      ...[0.5, 0.99].map((share) =>
        percentile(
          own.map(({ tookMs }) => tookMs),
          share,
        ).toFixed(0),
      ),
      ...[0.5, 0.99].map((share) =>
        percentile(
          own.map(({ lastMs }) => lastMs),
          share,
        ).toFixed(1),
      ),
    ]);
  console.log(
    table(
      [`${floodPerSecond} per second`, 'visits', 'whole p50 ms', 'p99 ms', 'last response p50 ms', 'p99 ms'],
      rows,
    ),
  );
  const done = of('second-factor').length;
  const goodput = done / seconds / capacity;
  const refused = [...of('busy'), ...of('shed')].map(({ lastMs }) => lastMs);
  const refusalMs = refused.length === 0 ? 0 : percentile(refused, 0.99);
  const lost = broken + visits.length - done - refused.length;
  return [
    {
      name: `sign-in, goodput at ${floodPerSecond} per second to capacity`,
      figure: `${goodput.toFixed(2)} (${(done / seconds).toFixed(1)} of ${capacity.toFixed(1)} per second)`,
      goal: `≥ ${goodputGoal}`,
      isReached: goodput >= goodputGoal,
      holdsGuard: goodput >= goodputGuard,
    },
    {
      name: 'sign-in, refused within (p99)',
      figure: `${refusalMs.toFixed(1)} ms (${of('busy').length} by a page, ${of('shed').length} without one)`,
      goal: `≤ ${refusalGoalMs} ms`,
      isReached: refusalMs <= refusalGoalMs,
      holdsGuard: refusalMs <= refusalGuardMs,
    },
    {
      name: 'sign-in, longest stall of the event loop, and the wait for a processor in it',
      figure: `${stall.maxMs.toFixed(1)} ms, ${stall.waitedMs.toFixed(1)} ms`,
      goal: `≤ ${stallGoalMs} ms`,
      isReached: stall.maxMs <= stallGoalMs,
      holdsGuard: stall.maxMs <= stallGuardMs,
    },
    {
      name: 'sign-in, other or no response',
      figure: String(lost),
      goal: '0',
      isReached: lost === 0,
    },
    {
      name: 'sign-in, refused with a recorded failure',
      figure: String(counted),
      goal: '0',
      isReached: counted === 0,
    },
  ];
}
