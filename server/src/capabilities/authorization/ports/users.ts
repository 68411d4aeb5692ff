import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';

/** A customer or agent, as far as second factors and signatures need to know. */
export interface User {
  readonly userId: string;
  readonly username: string;
  readonly kind: 'customer' | 'agent';
  /** The party behind a customer; an agent has none. */
  readonly customerNumber: string | undefined;
  readonly displayName: string;
  readonly status: 'pending' | 'active' | 'locked' | 'suspended' | 'closed';
  /** Verified, in E.164; absent while it cools down after a change. */
  readonly mobileNumber: string | undefined;
  /** Verified. */
  readonly email: string | undefined;
  /** BCP 47, if the user has said so. */
  readonly language: string | undefined;
  /** Something set on the user or a device keeps from signing. */
  readonly isRestricted: boolean;
}

/** A user who may sign for a customer, and from when to when. */
export interface MandatedUser {
  readonly user: User;
  readonly validFrom: Temporal.Instant;
  /** Absent: until it is revoked. */
  readonly validUntil: Temporal.Instant | undefined;
}

/** Port: who the users are. The identity capability knows; this one stands below it. */
export interface Users {
  /** By user id or username; nothing for a name that nobody has. Takes as long for both. */
  find(db: Reader, criteria: { readonly bankId: string; readonly name: string }): Promise<User | undefined>;
  /** These of them that there are, in any order. */
  findAll(
    db: Reader,
    criteria: { readonly bankId: string; readonly userIds: readonly string[] },
  ): Promise<readonly User[]>;
  /** Everybody with a mandate for a customer, the customer's own users included; revoked ones are not listed. */
  mandatedFor(
    db: Reader,
    criteria: { readonly bankId: string; readonly customerNumber: string },
  ): Promise<readonly MandatedUser[]>;
}

/** As long as no identities are kept here, nobody is known, and every name is answered alike. */
export const noUsers: Users = {
  find: async () => undefined,
  findAll: async () => [],
  mandatedFor: async () => [],
};
