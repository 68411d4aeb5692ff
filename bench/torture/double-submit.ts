import { setTimeout } from 'node:timers/promises';
import type { TestUser } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import {
  createImpatientHarness,
  type ImpatientBrowser,
  type ImpatientHarness,
} from './double-submit-harness.ts';

const rounds: Readonly<Record<Scale, number>> = { ci: 12, night: 100, full: 200 };

/** Longer than most responses take: some are lost, some are late, and some have arrived. */
const pauseMaxMs = 40;

/** Result of one sign-in. */
interface Round {
  readonly isIn: boolean;
  readonly sessions: number;
  readonly codes: number;
  /** Number of forms that were submitted again. */
  readonly repeats: number;
}

/**
 * Submits every form two or three times, at random times. The browser closes the connection of the previous
 * submission and uses the part of its response that has arrived. The customer must be signed in, with one session and
 * one code.
 */
export async function tortureDoubleSubmit({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const chance = chanceFrom(seed);
  const count = rounds[scale];
  const shown = progress('double-submit', count);
  await using harness = await createImpatientHarness();
  const done: Round[] = [];
  while (done.length < count) {
    done.push(await signInTwice(harness, chance));
    shown(done.length);
  }
  return figuresOf(done);
}

function figuresOf(done: readonly Round[]): readonly Figure[] {
  const repeats = done.reduce((sum, round) => sum + round.repeats, 0);
  const wrong = (name: string, isWrong: (round: Round) => boolean): Figure => {
    const found = done.filter(isWrong).length;
    return { name, figure: `${found} of ${done.length}`, goal: '0', isReached: found === 0 };
  };
  return [
    wrong(`sign-ins lost over ${repeats} forms sent again`, ({ isIn }) => !isIn),
    wrong('sign-ins with other than one session', ({ sessions }) => sessions !== 1),
    wrong('sign-ins with other than one code', ({ codes }) => codes !== 1),
  ];
}

async function signInTwice(harness: ImpatientHarness, chance: Chance): Promise<Round> {
  const user = await harness.register();
  const browser = harness.browser();
  let repeats = await sendAgain(browser, chance, { step: 'identify', username: user.username });
  repeats += await sendAgain(browser, chance, { step: 'password', password: user.password });
  const code = await codeOf(harness, user);
  repeats += await sendAgain(browser, chance, { step: 'code', code });
  const page = await browser.open();
  return {
    repeats,
    isIn: page.includes(user.username) && page.includes('value="sign-out"'),
    ...(await harness.traces(user)),
  };
}

/** Returns the code of the user; without a code, a wrong one, so that the sign-in fails. */
async function codeOf({ newestCode }: ImpatientHarness, user: TestUser): Promise<string> {
  return (await newestCode(user).catch(() => undefined)) ?? '000000';
}

async function sendAgain(
  browser: ImpatientBrowser,
  chance: Chance,
  fields: Readonly<Record<string, string>>,
): Promise<number> {
  await browser.open();
  const times = chance.integer(2, 3);
  for (let time = 1; time < times; time += 1) {
    browser.press(fields);
    await setTimeout(chance.integer(0, pauseMaxMs));
  }
  await browser.pressLast(fields);
  return times - 1;
}
