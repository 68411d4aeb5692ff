import { median } from '../../server/src/platform/testing/median.ts';
import { percentile } from '../harness/http-load.ts';
import type { Instance } from '../harness/instance.ts';
import type { Figure } from '../harness/report.ts';
import { createPageBrowser, type PageBrowser, type PageResponse } from '../harness/sign-in-browser.ts';
import type { Person } from '../harness/sign-in-people.ts';
import { accountPath } from '../harness/sign-in-visit.ts';
import type { ApiUnderTest } from './enumeration-flows.ts';
import { addressOf } from './enumeration-harness.ts';

/** Far more than the hasher can verify, but few enough that parsing them is not the bottleneck. */
const perSecond = 400;
const refusedWithinMs = 50;
const refusedGuardMs = 10_000;

/** Result of more passwords than the hasher can verify. */
export interface Saturation {
  readonly responses: readonly PageResponse[];
  readonly refused: readonly PageResponse[];
  readonly countedAgainst: number;
}

/** Opens the password page for all users, one after the other; then sends their right passwords at fixed times. */
export async function saturate(
  api: ApiUnderTest,
  instance: Instance,
  people: readonly Person[],
): Promise<Saturation> {
  const ready: (readonly [PageBrowser, Person])[] = [];
  for (const [index, person] of people.entries()) {
    const browser = createPageBrowser({ ...api, address: addressOf(9_000_000 + index) });
    await browser.open(accountPath);
    await browser.submit(accountPath, { step: 'identify', username: person.username });
    await browser.open(accountPath);
    ready.push([browser, person]);
  }
  const begun = performance.now();
  const said = await Promise.all(
    ready.map(async ([browser, person], index) => {
      const dueMs = begun + (index / perSecond) * 1_000 - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs)));
      const response = await browser.submit(accountPath, { step: 'password', password: person.password });
      return { response, person };
    }),
  );
  const turnedAway = said.filter(({ response }) => response.status >= 400);
  const [row] = await instance.database.query<{ counted: number }>(
    `select count(*)::int as counted from identity.login_attempts where subject = any($1::text[]) and failures > 0`,
    [turnedAway.map(({ person }) => person.userId)],
  );
  return {
    responses: said.map(({ response }) => response),
    refused: turnedAway.map(({ response }) => response),
    countedAgainst: row?.counted ?? -1,
  };
}

export function saturationFigures({ responses, countedAgainst, refused }: Saturation): readonly Figure[] {
  const others = responses.filter(({ status }) => status !== 303 && status !== 503).length;
  const times = refused.map(({ tookMs }) => tookMs);
  const within = percentile(times, 0.99);
  const isPage = refused.filter(({ headers }) => headers['content-type']?.startsWith('text/html') === true);
  return [
    {
      name: 'hasher full, refused within (p99)',
      figure: `${within.toFixed(1)} ms, half of them within ${median(times).toFixed(1)} ms (${refused.length} of ${responses.length}, ${isPage.length} by a page)`,
      goal: `≤ ${refusedWithinMs} ms, with at least one refusal`,
      isReached: within <= refusedWithinMs,
      holdsGuard: within <= refusedGuardMs,
    },
    {
      name: 'hasher full, responses other than 503',
      figure: String(others),
      goal: '0',
      isReached: others === 0,
    },
    {
      name: 'hasher full, counted as a failure',
      figure: String(countedAgainst),
      goal: '0',
      isReached: countedAgainst === 0,
    },
  ];
}
