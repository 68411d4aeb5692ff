import {
  addressFailuresMax,
  sprayFailuresMax,
} from '../../server/src/capabilities/identity/domain/policy.ts';
import type { Chance } from '../harness/chance.ts';
import type { Figure } from '../harness/report.ts';
import {
  type Attempted,
  addressOf,
  type EnumerationHarness,
  type Try,
  tallyOf,
} from './enumeration-harness.ts';

/** Number of attempts per attack. */
export interface AttackSize {
  readonly sprayed: number;
  readonly stuffed: number;
}

/** Result of an attack. */
export interface Attack {
  readonly name: string;
  readonly attempted: readonly Attempted[];
  readonly figures: readonly Figure[];
}

const rightShare = 0.01;
const stuffingAddresses = 100;
const wrongPassword = 'not the password of any user here';

/** Counts the attempts whose password was accepted. */
const reached = (attempted: readonly Attempted[]): number =>
  attempted.filter(({ result }) => result === 'code' || result === 'finished').length;
const lookedAt = (attempted: readonly Attempted[]): number =>
  attempted.filter(({ result }) => result !== 'throttled').length;

function figure(name: string, value: number, most: number): Figure {
  return {
    name,
    figure: String(value),
    goal: most === 0 ? '0' : `at most ${most}`,
    isReached: value <= most,
  };
}

/**
 * Tries one password for all users, each from another address. After a number of failures the product refuses it on
 * unknown browsers; the owner's own browser can still sign in.
 */
export async function spray(harness: EnumerationHarness, size: AttackSize, chance: Chance): Promise<Attack> {
  const owner = await harness.app.register();
  const { password } = owner;
  const signedIn = await harness.signIn({ ...owner, address: addressOf(1) }, owner);
  if (typeof signedIn === 'string') throw new Error(`the owner could not sign in: ${signedIn}`);
  const crowd = await harness.enter({ count: size.sprayed, prefix: 'sprayed' });
  // The first attempts are verified; the position of the owner must be after them.
  const place = chance.integer(sprayFailuresMax + 30, size.sprayed);
  const names = crowd.map(({ username }) => username).toSpliced(place, 0, owner.username);
  const attempted = await harness.attemptAll(
    names.map((username, index) => ({ username, password, address: addressOf(1_000 + index) })),
  );
  const own = await harness.signIn({ ...owner, address: addressOf(1), ...signedIn }, owner);
  const isIn = typeof own !== 'string';
  return {
    name: 'spraying, many addresses',
    attempted,
    figures: [
      figure('spraying, passwords accepted', reached(attempted), 0),
      {
        name: 'spraying, own browser of the user with this password',
        figure: isIn ? 'in' : own,
        goal: 'in',
        isReached: isIn,
      },
    ],
  };
}

/** Tries all users once, each with another password, from one network. */
export async function sprayFromOneNetwork(
  harness: EnumerationHarness,
  size: AttackSize,
  place: { readonly name: string; readonly addressAt: (index: number) => string },
): Promise<Attack> {
  const attempted = await harness.attemptAll(
    Array.from({ length: size.sprayed }, (_, index) => ({
      username: `sprayed.${String(index).padStart(6, '0')}`,
      password: `${wrongPassword} ${place.name} ${index}`,
      address: place.addressAt(index),
    })),
  );
  const name = `spraying, ${place.name}`;
  return {
    name,
    attempted,
    figures: [figure(`${name}, evaluated`, lookedAt(attempted), addressFailuresMax)],
  };
}

/** Tries a list of leaked usernames and passwords, of which few are right. */
export async function stuff(
  harness: EnumerationHarness,
  size: AttackSize,
  chance: Chance,
): Promise<readonly Attack[]> {
  const crowd = await harness.enter({ count: size.stuffed, prefix: 'stuffed' });
  const rights = Math.round(size.stuffed * rightShare);
  const isRight = new Set<number>();
  while (isRight.size < rights) isRight.add(chance.integer(0, size.stuffed - 1));
  const listFrom = (addressAt: (index: number) => string): readonly Try[] =>
    crowd.map(({ password, username }, index) => ({
      username,
      password: isRight.has(index) ? password : `${wrongPassword} ${index}`,
      address: addressAt(index),
    }));
  const one = await harness.attemptAll(listFrom(() => '192.0.2.1'));
  harness.app.clock.advance({ hours: 25 });
  const many = await harness.attemptAll(
    listFrom((index) => addressOf(500_000 + (index % stuffingAddresses))),
  );
  const failuresOf = (attempted: readonly Attempted[]): number => lookedAt(attempted) - reached(attempted);
  const fromMany = `stuffing, ${stuffingAddresses} addresses`;
  const inside = tallyOf(many).get('finished') ?? 0;
  return [
    {
      name: 'stuffing, one address',
      attempted: one,
      figures: [
        figure('stuffing, one address, failures before the limit', failuresOf(one), addressFailuresMax),
      ],
    },
    {
      name: fromMany,
      attempted: many,
      figures: [
        {
          ...figure(`${fromMany}, in without a second factor`, inside, 0),
          figure: `${inside} (${reached(many)} of ${rights} right passwords reached it)`,
        },
      ],
    },
  ];
}
