import {
  base,
  type DeviceTestApp,
} from '../../server/src/capabilities/client/testing/device-test-app.suite.ts';
import {
  createOwnDataTestApp,
  signedIn,
} from '../../server/src/capabilities/client/testing/own-data-test-app.suite.ts';
import { median } from '../../server/src/platform/testing/median.ts';
import type { TestResponse } from '../../server/src/platform/testing/test-app.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { Chance } from '../harness/chance.ts';
import { type Figure, progress } from '../harness/report.ts';

const gapMaxMs = 2;
const login: TokenRequest = { kind: 'application', id: 'login-app', banks: ['01'], scope: 'offline.verify' };

type Answered = Pick<TestResponse, 'status'>;

interface Request {
  readonly name: string;
  readonly send: () => Promise<Answered>;
}

/**
 * Compares how long refusals take that look the same: of a code that was never issued with one that was used, and of an
 * unknown user with one who has a device. The median of the differences within pairs counts, so that load is in both.
 */
export async function tortureRefusalTimes(
  app: DeviceTestApp,
  pairs: number,
  chance: Chance,
): Promise<readonly Figure[]> {
  const owner = await app.register();
  const used = await app.issueCode(owner);
  const first = await app.newDevice();
  await first.accept((await app.pair(await first.pairingBody(used))).body);
  await app.confirm(owner, first.code());
  const device = await app.newDevice();
  const usedBody = await device.pairingBody(used);
  const unknownBody = await device.pairingBody('ABCDE-FGHIJ-KLMNO-PQRSZ');
  const wanted = { pairs, chance, expected: 401 };
  const verify = (username: string): Promise<TestResponse> =>
    app.call({
      method: 'POST',
      path: `${base}/offline/verify`,
      as: login,
      body: { username, responseCode: '00000000' },
    });
  return [
    await compare(app, { ...wanted, what: 'pair-device, a used and an unknown code' }, [
      { name: 'used', send: () => app.pair(usedBody) },
      { name: 'unknown', send: () => app.pair(unknownBody) },
    ]),
    await compare(app, { ...wanted, what: 'offline/verify, a user with a device and an unknown one' }, [
      { name: 'known', send: () => verify(owner.username) },
      { name: 'unknown', send: () => verify('nobody.at.all') },
    ]),
  ];
}

/** The same for a new e-mail address: one that another user has, and a free one. */
export async function tortureEmailTimes(pairs: number, chance: Chance): Promise<readonly Figure[]> {
  await using app = await createOwnDataTestApp();
  const [owner, client] = [await app.client(), await app.client()];
  const ask = (newEmail: string): Promise<Answered> =>
    app.call('POST', '/client/generate-email-update-code', { as: signedIn(client), body: { newEmail } });
  const what = 'generate-email-update-code, an address in use and a free one';
  return [
    await compare(app.identity, { pairs, chance, what, expected: 202 }, [
      { name: 'in use', send: () => ask(owner.email) },
      { name: 'free', send: () => ask('nobody.has.this@example.org') },
    ]),
  ];
}

interface Comparison {
  readonly pairs: number;
  readonly chance: Chance;
  readonly what: string;
  readonly expected: number;
}

/** Rows of limits, which would refuse the next pair before anything is looked at. */
const counted = ['client.address_quota', 'client.change_request', '"authorization".factor_attempts'];

async function compare(
  { database }: Pick<DeviceTestApp, 'database'>,
  { chance, expected, pairs, what }: Comparison,
  [one, other]: readonly [Request, Request],
): Promise<Figure> {
  const show = progress(what, pairs);
  const times: { readonly oneMs: number; readonly otherMs: number }[] = [];
  let different = 0;
  for (let pair = 1; pair <= pairs; pair += 1) {
    for (const table of counted) await database.query(`delete from ${table}`);
    const isFirst = chance.integer(0, 1) === 0;
    const measured = [await timed(isFirst ? one : other), await timed(isFirst ? other : one)] as const;
    const [oneMs, otherMs] = isFirst ? [measured[0].ms, measured[1].ms] : [measured[1].ms, measured[0].ms];
    times.push({ oneMs, otherMs });
    if (measured.some(({ status }) => status !== expected)) different += 1;
    show(pair);
  }
  const gapMs = Math.abs(median(times.map(({ oneMs, otherMs }) => oneMs - otherMs)));
  const medians = [median(times.map(({ oneMs }) => oneMs)), median(times.map(({ otherMs }) => otherMs))];
  return {
    name: `${what}: median of the differences in time; responses other than ${expected}`,
    figure: `${gapMs.toFixed(2)} ms (${medians.map((ms) => ms.toFixed(1)).join(' and ')} ms, ${pairs} pairs); ${different}`,
    goal: `< ${gapMaxMs} ms; 0`,
    isReached: gapMs < gapMaxMs && different === 0,
  };
}

async function timed({ send }: Request): Promise<{ readonly ms: number; readonly status: number }> {
  const startedAt = performance.now();
  const { status } = await send();
  return { ms: performance.now() - startedAt, status };
}
