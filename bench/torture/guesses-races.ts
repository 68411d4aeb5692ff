import { chanceFrom } from '../harness/chance.ts';
import { type GuessHarness, tally, type Verdict, wrongOf } from './guesses-harness.ts';

/** Number of parallel guesses; the load shedder would refuse more, which proves nothing. */
const sideBySide = 250;
const verifications = 40;
const rightCodes = 250;
const callsOfModel = 12;
const attemptsMax = 5;

/** Result of a race. */
export interface RaceOutcome {
  readonly race: string;
  readonly guesses: number;
  readonly evaluated: number;
  readonly right: number;
  /** Descriptions of what went wrong. */
  readonly errors: readonly string[];
}

interface RaceOptions {
  readonly seed: number;
  /** Guesses per verification. */
  readonly guesses: number;
}

interface Race {
  readonly name: string;
  run(harness: GuessHarness, options: RaceOptions): Promise<RaceOutcome>;
}

const countOf = (results: readonly Verdict[], word: Verdict): number => tally(results).get(word) ?? 0;

/** Returns errors for results that are not allowed, internal errors included. */
function unexpected(results: readonly Verdict[], allowed: readonly Verdict[]): readonly string[] {
  return [...tally(results)]
    .filter(([word]) => !allowed.includes(word))
    .map(([word, count]) => `${count} × ${word}`);
}

async function sentTo(
  harness: GuessHarness,
  userId: string,
): Promise<{ readonly id: string; readonly code: string }> {
  const sent = await harness.send(userId);
  if (typeof sent === 'string') throw new Error(`code not sent: ${sent}`);
  return { id: sent.id, code: await harness.codeOf(sent.id) };
}

/** Runs all guesses, `sideBySide` at a time. */
async function allOf(count: number, guess: (index: number) => Promise<Verdict>): Promise<readonly Verdict[]> {
  const results: Verdict[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      results.push(await guess(index));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
  return results;
}

/**
 * Runs thousands of guesses at one verification, one of them right. Exactly five are evaluated, unless the right one
 * is among the first five; after the fifth the right code is refused too.
 */
const oneVerification: Race = {
  name: 'one verification',
  async run(harness, { guesses, seed }) {
    const { code, id } = await sentTo(harness, harness.addUser());
    const place = chanceFrom(seed).integer(0, guesses - 1);
    const results = await allOf(guesses, (index) =>
      harness.guess(id, index === place ? code : wrongOf(code)),
    );
    const right = countOf(results, 'right');
    const evaluated = right + countOf(results, 'bad-otp');
    const late = await harness.guess(id, code);
    return {
      race: oneVerification.name,
      guesses,
      evaluated,
      right: right,
      errors: [
        ...unexpected(results, ['right', 'bad-otp', 'too-many-requests', 'replayed-otp']),
        ...(right === 0 && evaluated !== attemptsMax ? [`${evaluated} evaluated`] : []),
        ...(evaluated > attemptsMax ? [`${evaluated} evaluated, more than ${attemptsMax}`] : []),
        ...((await harness.attemptsAt([id])) === evaluated ? [] : ['attempts and responses differ']),
        ...(late === 'right' ? ['the right code was accepted after all attempts were used'] : []),
      ],
    };
  },
};

/** One user has many open codes, and all are guessed at the same time: five guesses for all of them together. */
const manyVerifications: Race = {
  name: 'many verifications of one user',
  async run(harness) {
    const { code, id } = await sentTo(harness, harness.addUser());
    const ids = [id, ...(await copiesOf(harness, id))];
    const results = await Promise.all(
      Array.from({ length: verifications * 10 }, (_, index) =>
        harness.guess(ids[index % ids.length] ?? id, wrongOf(code)),
      ),
    );
    const evaluated = countOf(results, 'bad-otp');
    const afterwards = await Promise.all(ids.map((each) => harness.guess(each, code)));
    return {
      race: manyVerifications.name,
      guesses: results.length,
      evaluated,
      right: countOf(afterwards, 'right'),
      errors: [
        ...unexpected([...results, ...afterwards], ['bad-otp', 'too-many-requests']),
        ...(evaluated === attemptsMax ? [] : [`${evaluated} evaluated`]),
        ...((await harness.attemptsAt(ids)) === evaluated ? [] : ['attempts and responses differ']),
      ],
    };
  },
};

/** Sends the right code hundreds of times in parallel: it is accepted once, and refused as used otherwise. */
const rightAtOnce: Race = {
  name: 'the right code from many',
  async run(harness) {
    const { code, id } = await sentTo(harness, harness.addUser());
    const results = await allOf(rightCodes, () => harness.guess(id, code));
    const right = countOf(results, 'right');
    return {
      race: rightAtOnce.name,
      guesses: results.length,
      evaluated: right + countOf(results, 'bad-otp'),
      right: right,
      errors: [
        ...unexpected(results, ['right', 'replayed-otp']),
        ...(right === 1 ? [] : [`right ${right} times`]),
        ...((await harness.attemptsAt([id])) === 1 ? [] : ['more than one attempt was counted']),
      ],
    };
  },
};

/** Creates more open codes than actions exist: the limit must not depend on the number of codes. */
async function copiesOf({ testApp }: GuessHarness, id: string): Promise<readonly string[]> {
  const rows = await testApp.database.query<{ verification_id: string }>(
    `insert into "authorization".otp_verification
     select (jsonb_populate_record(v, jsonb_build_object('verification_id', $1::text || '-' || n, 'action', 'a' || n))).*
       from "authorization".otp_verification v, generate_series(2, $2::int) as n where verification_id = $1
     returning verification_id`,
    [id, verifications],
  );
  return rows.map(({ verification_id }) => verification_id);
}

/** Sends right and wrong codes, a few at a time in random order: one is right, and the attempts add up. */
const interleavings: Race = {
  name: 'right and wrong interleaved',
  async run(harness, { seed }) {
    const chance = chanceFrom(seed);
    const { code, id } = await sentTo(harness, harness.addUser());
    const results: Verdict[] = [];
    const errors: string[] = [];
    for (let left = callsOfModel; left > 0; ) {
      const width = Math.min(left, chance.integer(1, 4));
      const guesses = Array.from({ length: width }, () =>
        chance.integer(1, 4) === 1 ? code : wrongOf(code),
      );
      const wasRight = results.includes('right');
      const responses = await Promise.all(guesses.map((otp) => harness.guess(id, otp)));
      if (wasRight && responses.some((word) => word !== 'replayed-otp' && word !== 'too-many-requests')) {
        errors.push(`after the right code: ${responses.join(', ')}`);
      }
      responses.forEach((word, index) => {
        if (word === 'right' && guesses[index] !== code) errors.push('a wrong code was right');
      });
      results.push(...responses);
      left -= width;
    }
    const right = countOf(results, 'right');
    const evaluated = right + countOf(results, 'bad-otp');
    if (right > 1) errors.push(`right ${right} times`);
    if (evaluated > attemptsMax) errors.push(`${evaluated} evaluated`);
    if ((await harness.attemptsAt([id])) !== evaluated) errors.push('attempts and responses differ');
    errors.push(...unexpected(results, ['right', 'bad-otp', 'too-many-requests', 'replayed-otp']));
    return { race: interleavings.name, guesses: results.length, evaluated, right: right, errors };
  },
};

export const races: readonly Race[] = [oneVerification, manyVerifications, rightAtOnce, interleavings];
