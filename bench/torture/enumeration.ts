import { chanceFrom } from '../harness/chance.ts';
import { createInstance } from '../harness/instance.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { startSignInApi } from '../harness/sign-in-api.ts';
import { keepAliveAgent } from '../harness/sign-in-browser.ts';
import { insertPeople } from '../harness/sign-in-people.ts';
import { type Attack, spray, sprayFromOneNetwork, stuff } from './enumeration-attacks.ts';
import { chosenQuestions } from './enumeration-flows.ts';
import { saturate, saturationFigures } from './enumeration-full.ts';
import { createEnumerationHarness, tallyOf } from './enumeration-harness.ts';
import { bruteForceName, hardStopFigures, lockOut } from './enumeration-lockout.ts';
import { compareLocks, comparePairs, type PairComparison, pairsOf, warmUp } from './enumeration-pairs.ts';

interface Size {
  readonly pairs: number;
  readonly sprayed: number;
  readonly stuffed: number;
  readonly lockoutTries: number;
  readonly saturated: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { pairs: 60, sprayed: 300, stuffed: 200, lockoutTries: 60, saturated: 300 },
  night: { pairs: 500, sprayed: 10_000, stuffed: 2_000, lockoutTries: 1_000, saturated: 1_000 },
  full: { pairs: 20_000, sprayed: 10_000, stuffed: 2_000, lockoutTries: 1_000, saturated: 1_000 },
};
const chanceMin = 1e-3;
/** A missing comparison for unknown users shows with a far smaller probability than this. */
const chanceGuard = 1e-6;
const gapMaxMs = 2;

/**
 * Simulates attackers who want to find or open accounts: by responses and response times, by one password for all
 * users, by leaked passwords, by locking out the owner, and by more passwords than the hasher can verify.
 */
export async function tortureEnumeration({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const size = sizes[scale];
  const outside = await fromOutside(size, seed);
  const inside = await attacks(size, seed);
  return [...outside, ...inside];
}

/** Compares responses over HTTP, through the listener of the proxy, which accepts any client address. */
async function fromOutside(size: Size, seed: number): Promise<readonly Figure[]> {
  await using instance = await createInstance({ env: { PORTICO_LOG_LEVEL: 'warn' } });
  const wanted = { prefix: 'known', questionIds: chosenQuestions };
  const people = await insertPeople(instance, { ...wanted, count: size.pairs + warmUp + 1 });
  const crowd = await insertPeople(instance, { count: size.saturated, prefix: 'crowd' });
  await using api = await startSignInApi(instance);
  const agent = keepAliveAgent();
  const target = { port: api.port, agent, mint: instance.mint };
  const [first, ...pairs] = pairsOf(instance, people);
  const comparisons = await comparePairs(target, pairs, seed);
  const locks = first === undefined ? [] : await compareLocks(target, first);
  const saturated = await saturate(target, instance, crowd);
  agent.destroy();
  showTwins(comparisons);
  for (const example of [
    ...comparisons.flatMap((one) => (one.example === undefined ? [] : [one.example])),
    ...locks,
  ])
    showDifference(example);
  return [
    ...comparisons.flatMap(twinFigures),
    {
      name: 'pages until the lockout that differ',
      figure: String(locks.length),
      goal: '0',
      isReached: locks.length === 0,
    },
    ...saturationFigures(saturated),
  ];
}

/** Runs the attacks in this process, where the clock can be advanced. */
async function attacks(size: Size, seed: number): Promise<readonly Figure[]> {
  const chance = chanceFrom(seed);
  await using harness = await createEnumerationHarness();
  const shown = progress('enumeration, attacks', 6);
  const done: Attack[] = [];
  done.push(await spray(harness, size, chance));
  shown(1);
  done.push(
    await sprayFromOneNetwork(harness, size, { name: 'one address', addressAt: () => '198.51.100.7' }),
  );
  done.push(
    await sprayFromOneNetwork(harness, size, {
      name: 'one network of IPv6',
      addressAt: (index) => `2001:db8:1:2::${index.toString(16)}`,
    }),
  );
  shown(2);
  done.push(...(await stuff(harness, size, chance)));
  shown(3);
  done.push(await lockOut(harness, size.lockoutTries));
  shown(4);
  const stopped = await bruteForceName(harness, 'no-sign-ins');
  shown(5);
  const bruteForced = await bruteForceName(harness, 'owner-signs-in');
  shown(6);
  console.log(
    table(
      ['attack', 'tries', 'results'],
      done.map(({ attempted, name }) => [
        name,
        attempted.length,
        [...tallyOf(attempted)].map(([result, count]) => `${result} ${count}`).join(', '),
      ]),
    ),
  );
  console.log(
    table(
      ['tried for weeks', 'failures until lockout', 'days', 'suspended', 'warned', 'own browser after'],
      [['no sign-ins', stopped] as const, ['owner signs in daily', bruteForced] as const].map(
        ([name, one]) => [
          name,
          one.failures ?? 'never',
          one.days.toFixed(0),
          one.isSuspended ? 'yes' : 'no',
          one.isWarned ? 'yes' : 'no',
          one.ownBrowser,
        ],
      ),
    ),
  );
  return [...done.flatMap(({ figures }) => figures), ...hardStopFigures(stopped)];
}

function showTwins(comparisons: readonly PairComparison[]): void {
  console.log(
    table(
      ['request', 'pairs', 'known, ms', 'unknown, ms', 'gap, ms', 'chance of the same', 'bodies differ'],
      comparisons.map(({ chance, different, gapMs, knownMs, name, samples, unknownMs }) => [
        name,
        samples,
        knownMs.toFixed(3),
        unknownMs.toFixed(3),
        gapMs.toFixed(3),
        chance.toExponential(1),
        different,
      ]),
    ),
  );
}

const contextLength = 160;

/** Prints both texts from the first difference. */
function showDifference([one, other]: readonly [string, string]): void {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const from = Math.max(0, (at < 0 ? one.length : at) - contextLength / 2);
  console.log(`known:   …${one.slice(from, from + contextLength)}`);
  console.log(`unknown: …${other.slice(from, from + contextLength)}`);
}

function twinFigures({ chance, different, gapMs, name }: PairComparison): readonly Figure[] {
  return [
    {
      name: `${name}, gap between known and unknown users`,
      figure: `${gapMs.toFixed(3)} ms, chance ${chance.toExponential(1)}`,
      goal: `under ${gapMaxMs} ms, chance over ${chanceMin}`,
      isReached: gapMs < gapMaxMs && chance > chanceMin,
      holdsGuard: chance > chanceGuard,
    },
    {
      name: `${name}, pairs of responses that differ`,
      figure: String(different),
      goal: '0',
      isReached: different === 0,
    },
  ];
}
