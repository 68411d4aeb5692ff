import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { bruteForce, type GuessSeries, mostInADay } from './guesses-days.ts';
import { createGuessHarness, type GuessHarness } from './guesses-harness.ts';
import { type RaceOutcome, races } from './guesses-races.ts';
import { measureTimings, type Timing } from './guesses-timing.ts';

interface Size {
  readonly rounds: number;
  /** Guesses at one verification per round. */
  readonly guesses: number;
  readonly pauseMax: number;
  /** Pairs of known and unknown users per request: none in the checks, and as many as a verdict needs otherwise. */
  readonly samples: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { rounds: 2, guesses: 2_500, pauseMax: 60, samples: 0 },
  night: { rounds: 20, guesses: 10_000, pauseMax: 1, samples: 500 },
  full: { rounds: 100, guesses: 10_000, pauseMax: 1, samples: 500 },
};
const chanceMin = 1e-3;
const gapMaxMs = 2;

/**
 * Guesses at second factors: in parallel, and for two days without a pause. The product must never evaluate more
 * guesses than allowed, for any number of parallel callers and any duration. Larger runs also measure whether
 * response times reveal which users exist.
 */
export async function tortureGuesses({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const size = sizes[scale];
  const { pauseMax, samples } = size;
  await using harness = await createGuessHarness();
  const outcomes = await runRaces(harness, size, seed);
  const allSeries = await bruteForce(harness, { pauseMax, seed });
  const timings = samples === 0 ? [] : await measureTimings(harness, samples, seed);
  show(outcomes, allSeries, timings);
  return [...raceFigures(outcomes), ...seriesFigures(allSeries), ...timingFigures(timings)];
}

async function runRaces(
  harness: GuessHarness,
  { guesses, rounds }: Size,
  seed: number,
): Promise<readonly RaceOutcome[]> {
  const outcomes: RaceOutcome[] = [];
  const shown = progress('guesses', rounds);
  for (let round = 1; round <= rounds; round += 1) {
    for (const race of races) outcomes.push(await race.run(harness, { seed: seed + round, guesses }));
    shown(round);
  }
  return outcomes;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

function show(
  outcomes: readonly RaceOutcome[],
  allSeries: readonly GuessSeries[],
  timings: readonly Timing[],
): void {
  const raceRows = races.map(({ name }) => {
    const own = outcomes.filter(({ race }) => race === name);
    const evaluated = own.map((outcome) => outcome.evaluated);
    const errors = own.flatMap((outcome) => outcome.errors);
    for (const error of new Set(errors)) console.log(`${name}: ${error}`);
    return [
      name,
      own.length,
      sumOf(own.map(({ guesses }) => guesses)),
      Math.max(...evaluated),
      sumOf(own.map(({ right }) => right)),
      errors.length,
    ];
  });
  console.log(
    table(['guessed at once', 'rounds', 'guesses', 'evaluated at most', 'right', 'faults'], raceRows),
  );
  console.log(
    table(
      ['guessed for two days', 'guesses', 'evaluated', 'maximum in 24 h', 'cap', 'owner accepted'],
      allSeries.map(({ cap, evaluated, guesses, name, accepted }) => [
        name,
        guesses,
        evaluated.length,
        mostInADay(evaluated),
        cap,
        accepted,
      ]),
    ),
  );
  if (timings.length === 0) return;
  console.log(
    table(
      ['request', 'pairs', 'known, ms', 'unknown, ms', 'gap, ms', 'chance of the same'],
      timings.map(({ chance, gapMs, knownMs, name, samples, unknownMs }) => [
        name,
        samples,
        knownMs.toFixed(3),
        unknownMs.toFixed(3),
        gapMs.toFixed(3),
        chance.toExponential(1),
      ]),
    ),
  );
}

function raceFigures(outcomes: readonly RaceOutcome[]): readonly Figure[] {
  return races.map(({ name }) => {
    const errors = sumOf(
      outcomes.filter(({ race }) => race === name).map((outcome) => outcome.errors.length),
    );
    return { name: `${name}, faults`, figure: String(errors), goal: '0', isReached: errors === 0 };
  });
}

function seriesFigures(allSeries: readonly GuessSeries[]): readonly Figure[] {
  return allSeries.map(({ cap, evaluated, isBroken, name }) => ({
    name: `${name}, maximum evaluated in 24 hours`,
    figure: String(mostInADay(evaluated)),
    goal: `at most ${cap}`,
    isReached: !isBroken && evaluated.length > 0,
  }));
}

function timingFigures(timings: readonly Timing[]): readonly Figure[] {
  return timings.map(({ chance, gapMs, name }) => ({
    name: `${name}, gap between known and unknown users`,
    figure: `${gapMs.toFixed(3)} ms, chance ${chance.toExponential(1)}`,
    goal: `under ${gapMaxMs} ms, chance over ${chanceMin}`,
    isReached: gapMs < gapMaxMs && chance > chanceMin,
    holdsGuard: gapMs < gapMaxMs,
  }));
}
