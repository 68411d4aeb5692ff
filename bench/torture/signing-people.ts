import { Temporal } from 'temporal-polyfill';
import type { MandatedUser, User, Users } from '../../server/src/capabilities/authorization/ports/users.ts';

/** Companies of five signatories each; requests about one never wait for others. */
export interface SigningPeople extends Users {
  /** Creates a company; returns its signatories, A1 to A3 and B1, B2. */
  found(owner: string): ReadonlyMap<string, User>;
  suspend(owner: string, userId: string): void;
  revoke(owner: string, userId: string): void;
  /** Merges the party of one signatory into that of another. */
  merge(owner: string, userId: string, into: string): void;
  /** Removes a company that is no longer needed. */
  close(owner: string): void;
}

const validFrom = Temporal.Instant.from('2020-01-01T00:00:00Z');
export const signerNames = ['A1', 'A2', 'A3', 'B1', 'B2'] as const;

export function createSigningPeople(): SigningPeople {
  const companies = new Map<string, Map<string, MandatedUser>>();
  const allUsers = new Map<string, User>();
  const companyOf = (owner: string): Map<string, MandatedUser> =>
    companies.get(owner) ?? new Map<string, MandatedUser>();
  return {
    found(owner) {
      const signers = new Map<string, User>();
      const company = new Map<string, MandatedUser>();
      for (const name of signerNames) {
        const user = newUser(owner, name);
        signers.set(name, user);
        allUsers.set(user.userId, user);
        company.set(user.userId, {
          user,
          scope: undefined,
          signingGroup: undefined,
          validFrom,
          validUntil: undefined,
        });
      }
      companies.set(owner, company);
      return signers;
    },
    suspend(owner, userId) {
      const mandated = companyOf(owner).get(userId);
      if (mandated === undefined) return;
      const user: User = { ...mandated.user, status: 'suspended' };
      allUsers.set(userId, user);
      companyOf(owner).set(userId, { ...mandated, user });
    },
    merge(owner, userId, into) {
      const company = companyOf(owner);
      const survivor = allUsers.get(into)?.partyNumber;
      const merged = allUsers.get(userId)?.partyNumber;
      for (const user of allUsers.values()) {
        if (user.partyNumber !== merged) continue;
        const moved: User = { ...user, partyNumber: survivor };
        allUsers.set(user.userId, moved);
        const mandated = company.get(user.userId);
        if (mandated !== undefined) company.set(user.userId, { ...mandated, user: moved });
      }
    },
    revoke: (owner, userId) => void companyOf(owner).delete(userId),
    close(owner) {
      for (const userId of companyOf(owner).keys()) allUsers.delete(userId);
      companies.delete(owner);
    },
    find: async (_db, { name }) => allUsers.get(name),
    findAll: async (_db, { userIds }) => userIds.flatMap((userId) => allUsers.get(userId) ?? []),
    mandatedFor: async (_db, { customerNumber }) => [...companyOf(customerNumber).values()],
  };
}

function newUser(owner: string, name: string): User {
  return {
    userId: `${owner}-${name}`,
    username: `${owner}.${name}`.toLowerCase(),
    kind: 'customer',
    customerNumber: `${owner}-c-${name}`,
    partyNumber: `${owner}-c-${name}`,
    displayName: name,
    status: 'active',
    mobileNumber: undefined,
    email: undefined,
    language: undefined,
    isRestricted: false,
    isPaymentBlocked: false,
  };
}
