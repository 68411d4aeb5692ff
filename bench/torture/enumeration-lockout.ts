import { loginHardStop } from '../../server/src/capabilities/identity/domain/policy.ts';
import type { TestUser } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { Figure } from '../harness/report.ts';
import type { Attack } from './enumeration-attacks.ts';
import { addressOf, type Came, type EnumerationHarness } from './enumeration-harness.ts';

const wrongPassword = 'not the password of anybody here';
/** No lock lasts longer. */
const longestLockHours = 25;
const triesMax = 400;

type Owner = TestUser & { readonly browserSecret: string };

/** Somebody who has come in before, so that one browser is known. */
async function pairedOwner(harness: EnumerationHarness): Promise<Owner> {
  const owner = await harness.app.register();
  const paired = await harness.comeIn({ ...owner, address: addressOf(1) }, owner);
  if (typeof paired === 'string') throw new Error(`the owner could not come in: ${paired}`);
  return { ...owner, ...paired };
}

async function ownBrowser(harness: EnumerationHarness, owner: Owner): Promise<Came> {
  const own = await harness.comeIn({ ...owner, address: addressOf(1) }, owner);
  return typeof own === 'string' ? own : 'in';
}

/** Strangers try one name again and again, each from another address: the owner's own browser must not notice. */
export async function lockOut(harness: EnumerationHarness, tries: number): Promise<Attack> {
  const owner = await pairedOwner(harness);
  const attempted = await harness.attemptAll(
    Array.from({ length: tries }, (_, index) => ({
      username: owner.username,
      password: `${wrongPassword} ${index}`,
      address: addressOf(2_000_000 + index),
    })),
  );
  const own = await ownBrowser(harness, owner);
  return {
    name: 'lock-out as a weapon',
    attempted,
    figures: [
      { name: 'lock-out, own browser', figure: own, goal: 'in', isReached: own === 'in' },
      {
        name: 'lock-out, tries at a stranger’s name looked at',
        figure: String(attempted.filter(({ came }) => came === 'password').length),
        goal: 'at most 5',
        isReached: attempted.filter(({ came }) => came === 'password').length <= 5,
      },
    ],
  };
}

/** How a name fared that was tried until unknown browsers were closed, and for a while longer. */
export interface HardStop {
  /** After how many failures they were closed. */
  readonly failures: number | undefined;
  readonly days: number;
  readonly isSuspended: boolean;
  /** Whether the customer was told before that it is about to happen. */
  readonly isWarned: boolean;
  /** Tries that were answered otherwise than the same ones at a name that does not exist. */
  readonly differences: number;
  /** What the right password is worth in an unknown browser afterwards. */
  readonly unknownBrowser: Came;
  readonly ownBrowser: Came;
}

const triesAfterwards = 30;

/**
 * A patient attacker: tries as often as possible, waits until each lock is over, and goes on. The clock is moved. With
 * `owner-comes-in` the owner signs in at every lock meanwhile. The same is tried at a name that does not exist.
 */
export async function bruteForceName(
  harness: EnumerationHarness,
  meanwhile: 'nobody-comes-in' | 'owner-comes-in',
): Promise<HardStop> {
  const owner = await pairedOwner(harness);
  const { password, username } = owner;
  const begun = harness.app.clock.now();
  let closedAfter: number | undefined;
  let differences = 0;
  let tries = 0;
  for (let left = triesMax; left > 0; left -= 1) {
    tries += 1;
    const [came, unknown] = await tryBoth(harness, username, tries);
    if (came !== unknown) differences += 1;
    if (closedAfter === undefined && (await failuresInRow(harness, owner)) >= loginHardStop) {
      closedAfter = tries;
      left = triesAfterwards;
    }
    if (came !== 'locked') continue;
    harness.app.clock.advance({ hours: longestLockHours });
    if (meanwhile === 'owner-comes-in') await ownBrowser(harness, owner);
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

/** The same wrong password at a name and at one that does not exist. */
async function tryBoth(
  harness: EnumerationHarness,
  username: string,
  index: number,
): Promise<readonly [Came, Came]> {
  const password = `${wrongPassword} ${index}`;
  const came = await harness.attempt({ username, password, address: addressOf(3_000_000 + index) });
  const unknown = await harness.attempt({
    username: `not.${username}`.slice(0, 60),
    password,
    address: addressOf(4_000_000 + index),
  });
  return [came, unknown];
}

async function failuresInRow({ app: world }: EnumerationHarness, { userId }: TestUser): Promise<number> {
  const [row] = await world.database.query<{ count: number }>(
    `select failures_in_row as count from identity.login_guard where subject = $1 and device_class = 'other'`,
    [userId],
  );
  return row?.count ?? 0;
}

async function isSuspended({ app: world }: EnumerationHarness, { userId }: TestUser): Promise<boolean> {
  const [row] = await world.database.query<{ status: string }>(
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
      name: 'hard stop, failures in a row until unknown browsers are closed',
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
      name: 'hard stop, answers that differ from those to an unknown name',
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
