import { chanceFrom } from '../harness/chance.ts';
import { createInstance } from '../harness/instance.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale } from '../harness/scale.ts';
import { startSignInApi } from '../harness/sign-in-api.ts';
import { keptConnections } from '../harness/sign-in-browser.ts';
import { insertPeople } from '../harness/sign-in-people.ts';
import type { TortureOptions } from '../torture.ts';
import { type Attack, spray, sprayFromOneNetwork, stuff } from './enumeration-attacks.ts';
import { chosenQuestions } from './enumeration-flows.ts';
import { saturate, saturationFigures } from './enumeration-full.ts';
import { createEnumerationHarness, tallyOf } from './enumeration-harness.ts';
import { bruteForceName, hardStopFigures, lockOut } from './enumeration-lockout.ts';
import { compareLocks, compareTwins, pairsOf, type Twins, warmUp } from './enumeration-twins.ts';

interface Size {
  readonly pairs: number;
  readonly sprayed: number;
  readonly stuffed: number;
  readonly strangers: number;
  readonly saturated: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { pairs: 60, sprayed: 300, stuffed: 200, strangers: 60, saturated: 300 },
  night: { pairs: 500, sprayed: 10_000, stuffed: 2_000, strangers: 1_000, saturated: 1_000 },
  full: { pairs: 20_000, sprayed: 10_000, stuffed: 2_000, strangers: 1_000, saturated: 1_000 },
};
const chanceMin = 1e-3;
/** A comparison that is left out for nobody shows with far less doubt than this. */
const chanceGuard = 1e-6;
const gapMaxMs = 2;

/**
 * Whoever wants to know who has an account, or to come into one: by answers and by the time they take, by one password
 * for everybody, by lists of passwords from elsewhere, by locking the owner out, by asking more than can be compared.
 */
export async function tortureEnumeration({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const size = sizes[scale];
  const outside = await fromOutside(size, seed);
  const inside = await attacks(size, seed);
  return [...outside, ...inside];
}

/** Through HTTP, by the listener of the proxy, which says where everybody is. */
async function fromOutside(size: Size, seed: number): Promise<readonly Figure[]> {
  await using instance = await createInstance({ env: { PORTICO_LOG_LEVEL: 'warn' } });
  const wanted = { prefix: 'known', questionIds: chosenQuestions };
  const people = await insertPeople(instance, { ...wanted, count: size.pairs + warmUp + 1 });
  const crowd = await insertPeople(instance, { count: size.saturated, prefix: 'crowd' });
  await using api = await startSignInApi(instance);
  const agent = keptConnections();
  const asked = { port: api.port, agent, mint: instance.mint };
  const [first, ...pairs] = pairsOf(instance, people);
  const twins = await compareTwins(asked, pairs, seed);
  const locks = first === undefined ? [] : await compareLocks(asked, first);
  const saturated = await saturate(asked, instance, crowd);
  agent.destroy();
  showTwins(twins);
  for (const example of [
    ...twins.flatMap((one) => (one.example === undefined ? [] : [one.example])),
    ...locks,
  ])
    showDifference(example);
  return [
    ...twins.flatMap(twinFigures),
    {
      name: 'pages on the way to the lock that differ',
      figure: String(locks.length),
      goal: '0',
      isReached: locks.length === 0,
    },
    ...saturationFigures(saturated),
  ];
}

/** In the process itself, where the clock can be moved. */
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
  done.push(await lockOut(harness, size.strangers));
  shown(4);
  const stopped = await bruteForceName(harness, 'nobody-comes-in');
  shown(5);
  const bruteForced = await bruteForceName(harness, 'owner-comes-in');
  shown(6);
  console.log(
    table(
      ['attack', 'tries', 'what came of them'],
      done.map(({ attempted, name }) => [
        name,
        attempted.length,
        [...tallyOf(attempted)].map(([came, count]) => `${came} ${count}`).join(', '),
      ]),
    ),
  );
  console.log(
    table(
      ['tried for weeks', 'failures until closed', 'days', 'suspended', 'warned', 'own browser after'],
      [['nobody comes in', stopped] as const, ['owner comes in daily', bruteForced] as const].map(
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

function showTwins(twins: readonly Twins[]): void {
  console.log(
    table(
      ['asked for', 'pairs', 'somebody, ms', 'nobody, ms', 'gap, ms', 'chance of the same', 'bodies differ'],
      twins.map(({ chance, different, gapMs, knownMs, name, samples, unknownMs }) => [
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

/** From where the two part. */
function showDifference([one, other]: readonly [string, string]): void {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const from = Math.max(0, (at < 0 ? one.length : at) - contextLength / 2);
  console.log(`somebody: …${one.slice(from, from + contextLength)}`);
  console.log(`nobody:   …${other.slice(from, from + contextLength)}`);
}

function twinFigures({ chance, different, gapMs, name }: Twins): readonly Figure[] {
  return [
    {
      name: `${name}, gap between somebody and nobody`,
      figure: `${gapMs.toFixed(3)} ms, chance ${chance.toExponential(1)}`,
      goal: `under ${gapMaxMs} ms, chance over ${chanceMin}`,
      isReached: gapMs < gapMaxMs && chance > chanceMin,
      holdsGuard: chance > chanceGuard,
    },
    {
      name: `${name}, pairs of answers that differ`,
      figure: String(different),
      goal: '0',
      isReached: different === 0,
    },
  ];
}
