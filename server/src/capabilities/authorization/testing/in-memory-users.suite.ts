import { Temporal } from 'temporal-polyfill';
import { userIdFrom } from '#platform/kernel/ids.ts';
import type { MandatedUser, User, Users } from '../ports/users.ts';

/** In-memory user directory for tests. A user is of the party of the own customer number, unless the test names another. */
export interface InMemoryUsers extends Users {
  /** Adds an active user with a mobile number and an address. */
  add(more?: Partial<User>): User;
  change(userId: string, more: Partial<User>): void;
  /** Gives a mandate for another customer. */
  mandate(userId: string, customerNumber: string, terms?: Partial<Terms>): void;
  revoke(userId: string, customerNumber: string): void;
}

type Terms = Omit<MandatedUser, 'user'>;

const always: Terms = {
  scope: undefined,
  signingGroup: undefined,
  validFrom: Temporal.Instant.from('2020-01-01T00:00:00Z'),
  validUntil: undefined,
};

let made = 0;

function newUser(more: Partial<User>): User {
  made += 1;
  const digits = String(made).padStart(6, '0');
  const customerNumber = 'customerNumber' in more ? more.customerNumber : `C${digits}`;
  return {
    userId: userIdFrom(`019a8000-0000-7000-8000-${String(made).padStart(12, '0')}`),
    username: `user.${digits}`,
    kind: 'customer',
    customerNumber,
    partyNumber: customerNumber,
    displayName: `Signer ${made}`,
    status: 'active',
    mobileNumber: `+49151${String(10_000_000 + made * 7919).slice(-8)}`,
    email: `user.${digits}@example.org`,
    language: 'en',
    isRestricted: false,
    isPaymentBlocked: false,
    ...more,
  };
}

export function createRememberedUsers(): InMemoryUsers {
  const users = new Map<string, User>();
  const mandates = new Map<string, Terms>();
  const list = (): readonly User[] => [...users.values()];
  const keyOf = (userId: string, customerNumber: string): string => `${customerNumber} ${userId}`;
  return {
    add(more = {}) {
      const user = newUser(more);
      users.set(user.userId, user);
      if (user.customerNumber !== undefined) mandates.set(keyOf(user.userId, user.customerNumber), always);
      return user;
    },
    change(userId, more) {
      const user = users.get(userId);
      if (user === undefined) throw new Error('no such user');
      users.set(userId, { ...user, ...more });
    },
    mandate: (userId, customerNumber, terms = {}) =>
      void mandates.set(keyOf(userId, customerNumber), { ...always, ...terms }),
    revoke: (userId, customerNumber) => void mandates.delete(keyOf(userId, customerNumber)),
    find: async (_db, { name }) => users.get(name) ?? list().find(({ username }) => username === name),
    findAll: async (_db, { userIds }) => list().filter(({ userId }) => userIds.includes(userId)),
    mandatedFor: async (_db, { customerNumber }) =>
      list().flatMap((user) => {
        const terms = mandates.get(keyOf(user.userId, customerNumber));
        return terms === undefined ? [] : [{ user, ...terms }];
      }),
  };
}
