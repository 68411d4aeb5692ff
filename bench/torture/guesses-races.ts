import { chanceFrom } from '../harness/chance.ts';
import { type GuessHarness, tally, type Verdict, wrongOf } from './guesses-harness.ts';

/** So many wait for an answer at any moment; more would only be turned away at the door, and nothing be proved. */
const sideBySide = 250;
const verifications = 40;
const rightCodes = 250;
const callsOfModel = 12;
const attemptsMax = 5;

/** What a race came to. */
export interface RaceOutcome {
  readonly race: string;
  readonly guesses: number;
  readonly evaluated: number;
  readonly right: number;
  /** In words, what must not happen and did. */
  readonly faults: readonly string[];
}

interface RaceOptions {
  readonly seed: number;
  /** At one verification. */
  readonly guesses: number;
}

interface Race {
  readonly name: string;
  run(harness: GuessHarness, options: RaceOptions): Promise<RaceOutcome>;
}

const countOf = (said: readonly Verdict[], word: Verdict): number => tally(said).get(word) ?? 0;

/** Words an answer may have; anything else is a fault, a failure of ours included. */
function unexpected(said: readonly Verdict[], allowed: readonly Verdict[]): readonly string[] {
  return [...tally(said)]
    .filter(([word]) => !allowed.includes(word))
    .map(([word, count]) => `${count} × ${word}`);
}

async function sentTo(
  harness: GuessHarness,
  userId: string,
): Promise<{ readonly id: string; readonly code: string }> {
  const sent = await harness.send(userId);
  if (typeof sent === 'string') throw new Error(`not sent: ${sent}`);
  return { id: sent.id, code: await harness.codeOf(sent.id) };
}

/** All of them, always as many at once as may be. */
async function allOf(count: number, guess: (index: number) => Promise<Verdict>): Promise<readonly Verdict[]> {
  const said: Verdict[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      said.push(await guess(index));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
  return said;
}

/**
 * Thousands guess at one verification, the right code somewhere among them. Exactly five may be looked at, unless the
 * right one is among the first five; after the fifth it is not right any more.
 */
const oneVerification: Race = {
  name: 'one verification',
  async run(harness, { guesses, seed }) {
    const { code, id } = await sentTo(harness, harness.addUser());
    const place = chanceFrom(seed).integer(0, guesses - 1);
    const said = await allOf(guesses, (index) => harness.guess(id, index === place ? code : wrongOf(code)));
    const right = countOf(said, 'right');
    const evaluated = right + countOf(said, 'bad-otp');
    const late = await harness.guess(id, code);
    return {
      race: oneVerification.name,
      guesses,
      evaluated,
      right: right,
      faults: [
        ...unexpected(said, ['right', 'bad-otp', 'too-many-requests', 'replayed-otp']),
        ...(right === 0 && evaluated !== attemptsMax ? [`${evaluated} evaluated`] : []),
        ...(evaluated > attemptsMax ? [`${evaluated} evaluated, more than ${attemptsMax}`] : []),
        ...((await harness.attemptsAt([id])) === evaluated ? [] : ['attempts and answers differ']),
        ...(late === 'right' ? ['the right code was taken after all attempts were used'] : []),
      ],
    };
  },
};

/** One user has many open codes, all are guessed at the same moment: five guesses for all of them together. */
const manyVerifications: Race = {
  name: 'many verifications of one user',
  async run(harness) {
    const { code, id } = await sentTo(harness, harness.addUser());
    const ids = [id, ...(await copiesOf(harness, id))];
    const said = await Promise.all(
      Array.from({ length: verifications * 10 }, (_, index) =>
        harness.guess(ids[index % ids.length] ?? id, wrongOf(code)),
      ),
    );
    const evaluated = countOf(said, 'bad-otp');
    const afterwards = await Promise.all(ids.map((each) => harness.guess(each, code)));
    return {
      race: manyVerifications.name,
      guesses: said.length,
      evaluated,
      right: countOf(afterwards, 'right'),
      faults: [
        ...unexpected([...said, ...afterwards], ['bad-otp', 'too-many-requests']),
        ...(evaluated === attemptsMax ? [] : [`${evaluated} evaluated`]),
        ...((await harness.attemptsAt(ids)) === evaluated ? [] : ['attempts and answers differ']),
      ],
    };
  },
};

/** The right code, from hundreds at once: it is right once, and everybody else hears that it was used. */
const rightAtOnce: Race = {
  name: 'the right code from many',
  async run(harness) {
    const { code, id } = await sentTo(harness, harness.addUser());
    const said = await allOf(rightCodes, () => harness.guess(id, code));
    const right = countOf(said, 'right');
    return {
      race: rightAtOnce.name,
      guesses: said.length,
      evaluated: right + countOf(said, 'bad-otp'),
      right: right,
      faults: [
        ...unexpected(said, ['right', 'replayed-otp']),
        ...(right === 1 ? [] : [`right ${right} times`]),
        ...((await harness.attemptsAt([id])) === 1 ? [] : ['more than one attempt was counted']),
      ],
    };
  },
};

/** More open codes than there are actions: the bound must not depend on how many somebody can have. */
async function copiesOf({ testApp: world }: GuessHarness, id: string): Promise<readonly string[]> {
  const rows = await world.database.query<{ verification_id: string }>(
    `insert into "authorization".otp_verification
     select (jsonb_populate_record(v, jsonb_build_object('verification_id', $1::text || '-' || n, 'action', 'a' || n))).*
       from "authorization".otp_verification v, generate_series(2, $2::int) as n where verification_id = $1
     returning verification_id`,
    [id, verifications],
  );
  return rows.map(({ verification_id }) => verification_id);
}

/** Right and wrong codes, a few at a time in any order: whatever the order, right is said once and attempts add up. */
const interleavings: Race = {
  name: 'right and wrong interleaved',
  async run(harness, { seed }) {
    const chance = chanceFrom(seed);
    const { code, id } = await sentTo(harness, harness.addUser());
    const said: Verdict[] = [];
    const faults: string[] = [];
    for (let left = callsOfModel; left > 0; ) {
      const width = Math.min(left, chance.integer(1, 4));
      const guesses = Array.from({ length: width }, () =>
        chance.integer(1, 4) === 1 ? code : wrongOf(code),
      );
      const wasRight = said.includes('right');
      const answers = await Promise.all(guesses.map((otp) => harness.guess(id, otp)));
      if (wasRight && answers.some((word) => word !== 'replayed-otp' && word !== 'too-many-requests')) {
        faults.push(`after the right code: ${answers.join(', ')}`);
      }
      answers.forEach((word, index) => {
        if (word === 'right' && guesses[index] !== code) faults.push('a wrong code was right');
      });
      said.push(...answers);
      left -= width;
    }
    const right = countOf(said, 'right');
    const evaluated = right + countOf(said, 'bad-otp');
    if (right > 1) faults.push(`right ${right} times`);
    if (evaluated > attemptsMax) faults.push(`${evaluated} evaluated`);
    if ((await harness.attemptsAt([id])) !== evaluated) faults.push('attempts and answers differ');
    faults.push(...unexpected(said, ['right', 'bad-otp', 'too-many-requests', 'replayed-otp']));
    return { race: interleavings.name, guesses: said.length, evaluated, right: right, faults };
  },
};

export const races: readonly Race[] = [oneVerification, manyVerifications, rightAtOnce, interleavings];
