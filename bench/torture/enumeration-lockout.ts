import { loginHardStop } from '../../server/src/capabilities/identity/domain/policy.ts';
import type { TestUser } from '../../server/src/capabilities/identity/ports/identity-world.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { Figure } from '../rig/report.ts';
import type { Attack } from './enumeration-attacks.ts';
import { addressOf, type Came, type EnumerationRig } from './enumeration-rig.ts';

const wrongPassword = 'not the password of anybody here';
/** No lock lasts longer. */
const longestLockHours = 25;
const triesMax = 400;

type Owner = TestUser & { readonly browserSecret: string };

/** Somebody who has come in before, so that one browser is known. */
async function pairedOwner(rig: EnumerationRig): Promise<Owner> {
  const owner = await rig.world.register();
  const paired = await rig.comeIn({ ...owner, address: addressOf(1) }, owner);
  if (typeof paired === 'string') throw new Error(`the owner could not come in: ${paired}`);
  return { ...owner, ...paired };
}

async function ownBrowser(rig: EnumerationRig, owner: Owner): Promise<Came> {
  const own = await rig.comeIn({ ...owner, address: addressOf(1) }, owner);
  return typeof own === 'string' ? own : 'in';
}

/** Strangers try one name again and again, each from another address: the owner's own browser must not notice. */
export async function lockOut(rig: EnumerationRig, tries: number): Promise<Attack> {
  const owner = await pairedOwner(rig);
  const attempted = await rig.attemptAll(
    Array.from({ length: tries }, (_, index) => ({
      username: owner.username,
      password: `${wrongPassword} ${index}`,
      address: addressOf(2_000_000 + index),
    })),
  );
  const own = await ownBrowser(rig, owner);
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

/** How a name fared that was tried until nothing more was looked at. */
export interface HardStop {
  readonly failures: number;
  readonly days: number;
  readonly isSuspended: boolean;
  /** Whether the bank was told before that it is about to happen. */
  readonly isWarned: boolean;
  readonly ownBrowser: Came;
}

/**
 * Somebody patient: tries as often as they may, waits until each lock is over, and goes on. The clock is moved. With
 * `owner-comes-in` the owner signs in at every lock meanwhile.
 */
export async function besiegeName(
  rig: EnumerationRig,
  meanwhile: 'nobody-comes-in' | 'owner-comes-in',
): Promise<HardStop> {
  const owner = await pairedOwner(rig);
  const begun = rig.world.clock.now();
  let failures = 0;
  for (let tried = 0; tried < triesMax; tried += 1) {
    const came = await rig.attempt({
      username: owner.username,
      password: `${wrongPassword} ${tried}`,
      address: addressOf(3_000_000 + tried),
    });
    const isLocked = came === 'locked';
    if (await isSuspended(rig, owner)) {
      failures += 1;
      break;
    }
    if (came === 'password' || isLocked) failures += 1;
    if (!isLocked) continue;
    rig.world.clock.advance({ hours: longestLockHours });
    if (meanwhile === 'owner-comes-in') await ownBrowser(rig, owner);
  }
  const events = await rig.world.eventsOf(owner.userId);
  const suspendedAt = events.findIndex(({ name }) => name.endsWith('suspended'));
  const warnedAt = events.findIndex(({ data }) => at(data, 'is-last-warning') === true);
  return {
    failures,
    days: (rig.world.clock.now().epochMilliseconds - begun.epochMilliseconds) / 86_400_000,
    isSuspended: await isSuspended(rig, owner),
    isWarned: warnedAt >= 0 && (suspendedAt < 0 || warnedAt < suspendedAt),
    ownBrowser: await ownBrowser(rig, owner),
  };
}

async function isSuspended({ world }: EnumerationRig, { userId }: TestUser): Promise<boolean> {
  const [row] = await world.database.query<{ status: string }>(
    'select status from identity.user_account where user_id = $1',
    [userId],
  );
  return row?.status === 'suspended';
}

export function hardStopFigures({ failures, isSuspended: isStopped, isWarned }: HardStop): readonly Figure[] {
  return [
    {
      name: 'hard stop, failures in a row until suspended',
      figure: isStopped ? String(failures) : 'never',
      goal: String(loginHardStop),
      isReached: isStopped && failures === loginHardStop,
    },
    {
      name: 'hard stop, warned before',
      figure: isWarned ? 'yes' : 'no',
      goal: 'yes',
      isReached: isWarned,
    },
  ];
}
