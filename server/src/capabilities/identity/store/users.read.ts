import type { User as KnownUser, MandatedUser, Users } from '#capabilities/authorization/index.ts';
import { listPartyNumbers } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { uuidFromUserId } from '#platform/kernel/ids.ts';
import { isCooling, isTooNewToSign, type User } from '../domain/user.ts';
import { normalizeUsername } from '../domain/username.ts';
import type { IdentityVault } from './identity-vault.ts';
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
}: {
  readonly identityVault: IdentityVault;
  readonly clock: Clock;
  readonly mandates: Mandates;
}): Users {
  const known = (user: User): KnownUser => ({
    userId: user.userId,
    username: user.username,
    kind: user.kind,
    customerNumber: user.customerNumber,
    displayName: [user.profile.firstName, user.profile.lastName].filter(Boolean).join(' ') || user.username,
    // Wrong passwords of an attacker must not prevent a customer from signing: locks apply to sign-in only.
    status: user.state,
    mobileNumber: isCooling(user, clock.now()) ? undefined : user.profile.phone,
    email: user.profile.email,
    language: user.profile.language,
    isRestricted: isTooNewToSign(user, clock.now()),
  });
  return {
    async find(db, { bankId, name }) {
      const deps = { bankId, identityVault };
      const isId = uuidFromUserId(name) !== undefined;
      // One query for both: no user id is a valid username, and no username a valid id.
      const user = isId
        ? await findUser(db, deps, name)
        : await findUserByName(db, deps, normalizeUsername(name) ?? name);
      return user && known(user);
    },
    async findAll(db, { bankId, userIds }) {
      const users = await findUsers(db, { bankId, identityVault }, userIds);
      return users.map(known);
    },
    async mandatedFor(db, { bankId, customerNumber }) {
      const granted = await mandates(db, { bankId, customerNumber });
      const [own = [], ...ofMandates] = await Promise.all(
        [customerNumber, ...granted.map((mandate) => mandate.customerNumber)].map((number) =>
          listPartyNumbers(db, { bankId, customerNumber: number }),
        ),
      );
      const deps = { bankId, identityVault };
      // A user of a merged party has the old number until identity handles the merge event.
      const users = await findUsersOfCustomers(db, deps, [...new Set([own, ...ofMandates].flat())]);
      return users.flatMap((user) => {
        const number = user.customerNumber ?? '';
        if (own.includes(number)) return [{ user: known(user), ...everything, validFrom: user.createdAt }];
        return granted
          .filter((_, index) => ofMandates[index]?.includes(number))
          .map(({ scope, signingGroup, validFrom, validUntil }) => ({
            user: known(user),
            scope,
            signingGroup,
            validFrom,
            validUntil,
          }));
      });
    },
  };
}
