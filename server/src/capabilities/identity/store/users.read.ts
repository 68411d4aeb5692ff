import type { Temporal } from 'temporal-polyfill';
import type { User as KnownUser, MandatedUser, Users } from '#capabilities/authorization/index.ts';
import { listPartyNumbers, resolveSurvivors } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { uuidFromUserId } from '#platform/kernel/ids.ts';
import { isCooling, isTooNewToSign, type User } from '../domain/user.ts';
import { normalizeUsername } from '../domain/username.ts';
import { noRestrictions, type RestrictedAct, type Restrictions } from '../ports/restrictions.ts';
import type { IdentityVault } from './identity-vault.ts';
import { readStandIn } from './stand-in-user.ts';
import { findUser, findUserByName, findUsers, findUsersOfCustomers } from './users.store.ts';

/** Lists who may act for a customer besides the customer, and when; the party capability knows it. */
export type Mandates = (
  db: Reader,
  criteria: { readonly bankId: string; readonly customerNumber: string },
) => Promise<readonly (Omit<MandatedUser, 'user'> & { readonly customerNumber: string })[]>;

/** What the own users of a customer may sign. */
const everything = { scope: undefined, signingGroup: undefined, validUntil: undefined } as const;

/** Used where no mandates exist: each customer acts alone. */
export const noMandates: Mandates = async () => [];

/** Creates authorization's view of users, read in the caller's transaction. */
export function createUsers({
  clock,
  identityVault,
  mandates,
  restrictions = noRestrictions,
}: {
  readonly identityVault: IdentityVault;
  readonly clock: Clock;
  readonly mandates: Mandates;
  readonly restrictions?: Restrictions;
}): Users {
  const known = (user: User, facts: Omit<PartyFacts, 'now'>): KnownUser =>
    toKnownUser(user, { ...facts, now: clock.now() });
  // Both are asked for in one round trip.
  const partyFactsOf = async (db: Reader, criteria: Numbers) => {
    const [forbidden, survivors] = await Promise.all([
      restrictions(db, criteria),
      resolveSurvivors(db, criteria),
    ]);
    return { acts: (numbers: readonly string[]) => actsOf(forbidden, numbers), survivors };
  };
  return {
    async find(db, { bankId, name }) {
      const deps = { bankId, identityVault };
      const isId = uuidFromUserId(name) !== undefined;
      // One query for both: no user id is a valid username, and no username a valid id.
      const user = isId
        ? await findUser(db, deps, name)
        : await findUserByName(db, deps, normalizeUsername(name) ?? name);
      // An unknown name is asked about, and a stand-in is read, so that it takes the same time.
      const customerNumber = user?.customerNumber ?? name;
      const { acts, survivors } = await partyFactsOf(db, { bankId, customerNumbers: [customerNumber] });
      const described = known(user ?? readStandIn(deps), { acts: acts([customerNumber]), survivors });
      return user && described;
    },
    async findAll(db, { bankId, userIds }) {
      const users = await findUsers(db, { bankId, identityVault }, userIds);
      const { acts, survivors } = await partyFactsOf(db, { bankId, customerNumbers: numbersOf(users) });
      return users.map((user) => known(user, { acts: acts(numbersOf([user])), survivors }));
    },
    mandatedFor: (db, criteria) =>
      mandatedUsers(db, criteria, { clock, identityVault, mandates, restrictions }),
  };
}

interface UsersDeps {
  readonly identityVault: IdentityVault;
  readonly clock: Clock;
  readonly mandates: Mandates;
  readonly restrictions: Restrictions;
}

async function mandatedUsers(
  db: Reader,
  { bankId, customerNumber }: Parameters<Users['mandatedFor']>[1],
  { clock, identityVault, mandates, restrictions }: UsersDeps,
): Promise<readonly MandatedUser[]> {
  const granted = await mandates(db, { bankId, customerNumber });
  const [own = [], ...ofMandates] = await Promise.all(
    [customerNumber, ...granted.map((mandate) => mandate.customerNumber)].map((number) =>
      listPartyNumbers(db, { bankId, customerNumber: number }),
    ),
  );
  const deps = { bankId, identityVault };
  // A user of a merged party has the old number until identity handles the merge event.
  const users = await findUsersOfCustomers(db, deps, [...new Set([own, ...ofMandates].flat())]);
  const forbidden = await restrictions(db, {
    bankId,
    customerNumbers: [...new Set([customerNumber, ...numbersOf(users)])],
  });
  const survivors = survivorsIn([own, ...ofMandates]);
  // What the principal may not do, no user does for it.
  const knownFor = (user: User): KnownUser =>
    toKnownUser(user, {
      acts: actsOf(forbidden, [customerNumber, ...numbersOf([user])]),
      survivors,
      now: clock.now(),
    });
  return users.flatMap((user) => {
    const number = user.customerNumber ?? '';
    if (own.includes(number)) return [{ user: knownFor(user), ...everything, validFrom: user.createdAt }];
    return granted
      .filter((_, index) => ofMandates[index]?.includes(number))
      .map(({ scope, signingGroup, validFrom, validUntil }) => ({
        user: knownFor(user),
        scope,
        signingGroup,
        validFrom,
        validUntil,
      }));
  });
}

interface Numbers {
  readonly bankId: string;
  readonly customerNumbers: readonly string[];
}

type Forbidden = ReadonlySet<RestrictedAct>;

/** Maps every number of a party to the surviving one, which is listed first. */
function survivorsIn(parties: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  return new Map(
    parties.flatMap((numbers) => numbers.map((number) => [number, numbers[0] ?? number] as const)),
  );
}

function numbersOf(users: readonly User[]): readonly string[] {
  return users.flatMap(({ customerNumber }) => customerNumber ?? []);
}

function actsOf(forbidden: ReadonlyMap<string, Forbidden>, customerNumbers: readonly string[]): Forbidden {
  return new Set(customerNumbers.flatMap((number) => [...(forbidden.get(number) ?? [])]));
}

/** What the party of a user says about it. */
interface PartyFacts {
  readonly acts: Forbidden;
  readonly survivors: ReadonlyMap<string, string>;
  readonly now: Temporal.Instant;
}

function toKnownUser(user: User, { acts, now, survivors }: PartyFacts): KnownUser {
  const { customerNumber, kind, profile, state, userId, username } = user;
  return {
    userId,
    username,
    kind,
    customerNumber,
    partyNumber: customerNumber === undefined ? undefined : (survivors.get(customerNumber) ?? customerNumber),
    displayName: [profile.firstName, profile.lastName].filter(Boolean).join(' ') || username,
    // Wrong passwords of an attacker must not prevent a customer from signing: locks apply to sign-in only.
    status: state,
    mobileNumber: isCooling(user, now) ? undefined : profile.phone,
    email: profile.email,
    language: profile.language,
    isRestricted: isTooNewToSign(user, now) || acts.has('sign'),
    isPaymentBlocked: acts.has('pay'),
  };
}
