import { loginHardStop } from '../../server/src/capabilities/identity/domain/policy.ts';
import type { TestUser } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { Figure } from '../harness/report.ts';
import type { Attack } from './enumeration-attacks.ts';
import { type AttemptResult, addressOf, type EnumerationHarness } from './enumeration-harness.ts';

const wrongPassword = 'not the password of any user here';
/** Longer than any lockout. */
const longestLockHours = 25;
const triesMax = 400;

type Owner = TestUser & { readonly browserSecret: string };

/** Registers a user and signs in once, so that one browser is known. */
async function createOwner(harness: EnumerationHarness): Promise<Owner> {
  const owner = await harness.app.register();
  const signedIn = await harness.signIn({ ...owner, address: addressOf(1) }, owner);
  if (typeof signedIn === 'string') throw new Error(`the owner could not sign in: ${signedIn}`);
  return { ...owner, ...signedIn };
}

async function ownBrowser(harness: EnumerationHarness, owner: Owner): Promise<AttemptResult> {
  const own = await harness.signIn({ ...owner, address: addressOf(1) }, owner);
  return typeof own === 'string' ? own : 'in';
}

/** Tries one username from many addresses: the owner's own browser must still be able to sign in. */
export async function lockOut(harness: EnumerationHarness, tries: number): Promise<Attack> {
  const owner = await createOwner(harness);
  const attempted = await harness.attemptAll(
    Array.from({ length: tries }, (_, index) => ({
      username: owner.username,
      password: `${wrongPassword} ${index}`,
      address: addressOf(2_000_000 + index),
    })),
  );
  const own = await ownBrowser(harness, owner);
  return {
    name: 'lockout of the owner',
    attempted,
    figures: [
      { name: 'lockout, own browser', figure: own, goal: 'in', isReached: own === 'in' },
      {
        name: 'lockout, evaluated attempts from other browsers',
        figure: String(attempted.filter(({ result }) => result === 'password').length),
        goal: 'at most 5',
        isReached: attempted.filter(({ result }) => result === 'password').length <= 5,
      },
    ],
  };
}

/** Result for a username that was tried until unknown browsers were locked out, and some time longer. */
export interface HardStop {
  /** Number of failures before the lockout. */
  readonly failures: number | undefined;
  readonly days: number;
  readonly isSuspended: boolean;
  /** Whether the customer got a warning before. */
  readonly isWarned: boolean;
  /** Attempts whose result differs from the same attempt for an unknown username. */
  readonly differences: number;
  /** Result of the right password in an unknown browser afterwards. */
  readonly unknownBrowser: AttemptResult;
  readonly ownBrowser: AttemptResult;
}

const triesAfterwards = 30;

/**
 * Simulates a patient attacker: tries as often as possible, waits for the end of each lockout, and continues. The
 * clock is advanced. With `owner-signs-in` the owner signs in at every lockout. The same attempts run for an unknown
 * username.
 */
export async function bruteForceName(
  harness: EnumerationHarness,
  meanwhile: 'no-sign-ins' | 'owner-signs-in',
): Promise<HardStop> {
  const owner = await createOwner(harness);
  const { password, username } = owner;
  const begun = harness.app.clock.now();
  let closedAfter: number | undefined;
  let differences = 0;
  let tries = 0;
  for (let left = triesMax; left > 0; left -= 1) {
    tries += 1;
    const [result, unknown] = await tryBoth(harness, username, tries);
    if (result !== unknown) differences += 1;
    if (closedAfter === undefined && (await failuresInRow(harness, owner)) >= loginHardStop) {
      closedAfter = tries;
      left = triesAfterwards;
    }
    if (result !== 'locked') continue;
    harness.app.clock.advance({ hours: longestLockHours });
    if (meanwhile === 'owner-signs-in') await ownBrowser(harness, owner);
  }
  harness.app.clock.advance({ hours: longestLockHours });
  const events = await harness.app.eventsOf(owner.userId);
  const unknownBrowser = await harness.attempt({ username, password, address: addressOf(5_000_000) });
  return {
    failures: closedAfter,
    days: (harness.app.clock.now().epochMilliseconds - begun.epochMilliseconds) / 86_400_000,
    isSuspended: await isSuspended(harness, owner),
    isWarned: events.some(({ data }) => at(data, 'is-last-warning') === true),
    differences,
    unknownBrowser,
    ownBrowser: await ownBrowser(harness, owner),
  };
}

/** Tries the same wrong password for a known and an unknown username. */
async function tryBoth(
  harness: EnumerationHarness,
  username: string,
  index: number,
): Promise<readonly [AttemptResult, AttemptResult]> {
  const password = `${wrongPassword} ${index}`;
  const result = await harness.attempt({ username, password, address: addressOf(3_000_000 + index) });
  const unknown = await harness.attempt({
    username: `not.${username}`.slice(0, 60),
    password,
    address: addressOf(4_000_000 + index),
  });
  return [result, unknown];
}

async function failuresInRow({ app }: EnumerationHarness, { userId }: TestUser): Promise<number> {
  const [row] = await app.database.query<{ count: number }>(
    `select failures_in_row as count from identity.login_attempts where subject = $1 and device_class = 'other'`,
    [userId],
  );
  return row?.count ?? 0;
}

async function isSuspended({ app }: EnumerationHarness, { userId }: TestUser): Promise<boolean> {
  const [row] = await app.database.query<{ status: string }>(
    'select status from identity.user_account where user_id = $1',
    [userId],
  );
  return row?.status === 'suspended';
}

export function hardStopFigures(stop: HardStop): readonly Figure[] {
  const { differences, failures, isSuspended: isStopped, isWarned, unknownBrowser } = stop;
  const yes = (is: boolean): string => (is ? 'yes' : 'no');
  return [
    {
      name: 'hard stop, failures in a row until unknown browsers are locked out',
      figure: String(failures ?? 'never'),
      goal: String(loginHardStop),
      isReached: failures === loginHardStop,
    },
    { name: 'hard stop, account suspended', figure: yes(isStopped), goal: 'no', isReached: !isStopped },
    {
      name: 'hard stop, right password in an unknown browser',
      figure: unknownBrowser,
      goal: 'password or locked, like a wrong one',
      isReached: unknownBrowser === 'password' || unknownBrowser === 'locked',
    },
    {
      name: 'hard stop, responses that differ from those to an unknown username',
      figure: String(differences),
      goal: '0',
      isReached: differences === 0,
    },
    {
      name: 'hard stop, own browser',
      figure: stop.ownBrowser,
      goal: 'in',
      isReached: stop.ownBrowser === 'in',
    },
    { name: 'hard stop, warned before', figure: yes(isWarned), goal: 'yes', isReached: isWarned },
  ];
}
