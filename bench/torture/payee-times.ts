import { setNameSecrecy } from '../../server/src/capabilities/party/index.ts';
import {
  createPayeeTestApp,
  type PayeeTestApp,
} from '../../server/src/capabilities/payee-verifications/testing/payee-test-app.suite.ts';
import { median } from '../../server/src/platform/testing/median.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type Figure, progress } from '../harness/report.ts';

const gapMaxMs = 1;

/**
 * Compares how long the answer takes for an account that does not exist and for one that is closed, blocked or
 * whose holder has a secret name. The
 * median of the differences within pairs counts, so that load is in both.
 */
export async function compareAnswerTimes(pairs: number, seed: number): Promise<readonly Figure[]> {
  await using app = await createPayeeTestApp();
  const [closed, blocked, secret] = [await app.account(), await app.account(), await app.account()];
  await app.core.changeStatus(closed.accountId, 'closed');
  await app.core.changeStatus(blocked.accountId, 'blocked');
  await setNameSecrecy(
    { ...app.party.context(), ...app.party.ports },
    { partyNumber: secret.holder, employeeId: 'e-1' },
  );
  const unknown = app.newIban();
  const chance = chanceFrom(seed);
  const figures: Figure[] = [];
  for (const [name, { iban }] of Object.entries({ closed, blocked, secret }))
    figures.push(await compare(app, { name, iban, unknown, pairs, chance }));
  return figures;
}

interface Comparison {
  readonly name: string;
  readonly iban: string;
  readonly unknown: string;
  readonly pairs: number;
  readonly chance: Chance;
}

async function compare(
  app: PayeeTestApp,
  { chance, iban, name, pairs, unknown }: Comparison,
): Promise<Figure> {
  const show = progress(`payees, ${name}`, pairs);
  const differences: number[] = [];
  let different = 0;
  for (let pair = 1; pair <= pairs; pair += 1) {
    // Counters would refuse the next pair before anything is looked at.
    app.advance(2);
    const isFirst = chance.integer(0, 1) === 0;
    const first = await timed(app, isFirst ? iban : unknown);
    const second = await timed(app, isFirst ? unknown : iban);
    differences.push(isFirst ? first.ms - second.ms : second.ms - first.ms);
    if (first.code !== 'NOAP' || second.code !== 'NOAP') different += 1;
    show(pair);
  }
  const gapMs = Math.abs(median(differences));
  return {
    name: `payee-verifications, an account that is ${name} and an unknown one: median of the differences in time; answers other than NOAP`,
    figure: `${gapMs.toFixed(2)} ms (${pairs} pairs); ${different}`,
    goal: `< ${gapMaxMs} ms; 0`,
    isReached: gapMs < gapMaxMs && different === 0,
  };
}

async function timed(
  app: PayeeTestApp,
  iban: string,
): Promise<{ readonly ms: number; readonly code: string }> {
  const startedAt = performance.now();
  const code = await app.codeOf(iban, 'Maria Schmidt');
  return { ms: performance.now() - startedAt, code };
}
