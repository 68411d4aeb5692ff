import { questionLimits } from '../../server/src/capabilities/funds-confirmations/domain/policy.ts';
import type { Figure } from '../harness/report.ts';
import { type Asked, ask } from './funds-search.ts';

const questionsAtOnce = 60;
const sameAmount = 1n;
const accountsOfNo = 8;
const hoursOfNo = 5;

/** Asks about many amounts, and about one amount, at the same time through two processes. */
export async function askAtOnce(newAsked: () => Asked): Promise<readonly Figure[]> {
  const asked = newAsked();
  const same = await Promise.all(
    Array.from({ length: questionsAtOnce }, (_, turn) => ask(asked, sameAmount, turn)),
  );
  const different = await Promise.all(
    Array.from({ length: questionsAtOnce }, (_, turn) => ask(asked, BigInt(turn) + 2n, turn)),
  );
  const answers = new Set(same);
  const answered = different.filter((one) => one !== undefined).length;
  const left = questionLimits.hour.amountsMax - 1;
  return [
    {
      name: `of ${questionsAtOnce} parallel questions about one amount through two processes: different answers; then of as many amounts answered`,
      figure: `${answers.size}; ${answered}`,
      goal: `1; ≤ ${left}`,
      isReached: answers.size === 1 && !answers.has(undefined) && answered <= left,
    },
    await refusedAtOnce(newAsked),
  ];
}

/** Asks about amounts that no account has, of several accounts at the same time, for some hours of a day. */
async function refusedAtOnce(newAsked: () => Asked): Promise<Figure> {
  const accounts = Array.from({ length: accountsOfNo }, newAsked);
  const counts = await Promise.all(accounts.map(refusalsOf));
  const hour = Math.max(...counts.flat());
  const day = Math.max(...counts.map((some) => some.reduce((sum, one) => sum + one, 0)));
  const { day: inDay, hour: inHour } = questionLimits;
  return {
    name: `of ${questionsAtOnce} parallel questions an hour about amounts that ${accountsOfNo} accounts do not have: most answers of no in an hour and a day`,
    figure: `${hour}; ${day}`,
    goal: `${inHour.refusalsMax}; ${inDay.refusalsMax}`,
    isReached: hour === inHour.refusalsMax && day === inDay.refusalsMax,
  };
}

/** Returns how many answers of no a third party gets in each hour of a day. */
async function refusalsOf(asked: Asked): Promise<readonly number[]> {
  const counts: number[] = [];
  for (let hour = 0; hour < hoursOfNo; hour += 1) {
    const answers = await Promise.all(
      Array.from({ length: questionsAtOnce }, (_, turn) =>
        ask(asked, asked.balance + BigInt(hour * questionsAtOnce + turn) + 1n, turn),
      ),
    );
    counts.push(answers.filter((one) => one === false).length);
    asked.clock.advance({ minutes: 61 });
  }
  return counts;
}
