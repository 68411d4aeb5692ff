import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';

/** A customer or agent, with what second factors and signatures need. */
export interface User {
  readonly userId: string;
  readonly username: string;
  readonly kind: 'customer' | 'agent';
  /** The party of a customer; absent for an agent. */
  readonly customerNumber: string | undefined;
  /** The party that remained of that of the customer after merges: users of one party are one person. */
  readonly partyNumber: string | undefined;
  readonly displayName: string;
  readonly status: 'pending' | 'active' | 'locked' | 'suspended' | 'closed';
  /** Verified, in E.164; absent during the cooling-off period after a change. */
  readonly mobileNumber: string | undefined;
  /** Verified. */
  readonly email: string | undefined;
  /** BCP 47, if the user has chosen one. */
  readonly language: string | undefined;
  /** A restriction of the user prevents signing. */
  readonly isRestricted: boolean;
  /** A restriction prevents signing of payments; other things may be signed. */
  readonly isPaymentBlocked: boolean;
}

/** A user who may sign for a customer, with the terms of the mandate. */
export interface MandatedUser {
  readonly user: User;
  /** Kinds of resources that the mandate covers; absent for users of the customer, who may sign everything. */
  readonly scope: readonly string[] | undefined;
  /** The group of the customer in which the user signs by this mandate. */
  readonly signingGroup: string | undefined;
  readonly validFrom: Temporal.Instant;
  /** Absent: until revoked. */
  readonly validUntil: Temporal.Instant | undefined;
}

/** Port: users. Implemented by the identity capability, which is on a higher level. */
export interface Users {
  /** Finds a user by user id or username. Takes the same time for known and unknown names. */
  find(db: Reader, criteria: { readonly bankId: string; readonly name: string }): Promise<User | undefined>;
  /** Returns the existing ones of these users, in any order. */
  findAll(
    db: Reader,
    criteria: { readonly bankId: string; readonly userIds: readonly string[] },
  ): Promise<readonly User[]>;
  /** Lists the users with a mandate for a customer, its own users included; revoked mandates are excluded. */
  mandatedFor(
    db: Reader,
    criteria: { readonly bankId: string; readonly customerNumber: string },
  ): Promise<readonly MandatedUser[]>;
}

/** Used while no identities are stored: every name is unknown. */
export const noUsers: Users = {
  find: async () => undefined,
  findAll: async () => [],
  mandatedFor: async () => [],
};
