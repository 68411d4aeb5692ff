import { questionLimits } from '../../server/src/capabilities/funds-confirmations/domain/policy.ts';
import type { Figure } from '../harness/report.ts';
import { type Asked, ask } from './funds-search.ts';

const questionsAtOnce = 60;
const sameAmount = 1n;

/** Asks about many amounts, and about one amount, at the same time through two processes. */
export async function askAtOnce(asked: Asked): Promise<readonly Figure[]> {
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
  ];
}
