import type { Temporal } from 'temporal-polyfill';
import { hasToken } from '#capabilities/authorization/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { User, UserState } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { type Credentials, findCredentials } from '../../store/credentials.store.ts';
import { findLock, listClosedClasses } from '../../store/login-attempts.store.ts';
import { listPasskeys } from '../../store/passkeys.store.ts';
import { findUser } from '../../store/users.store.ts';

/** The data of a user for support: why the user cannot sign in. Contains no secret and no contact. */
export interface UserDescription {
  readonly userId: string;
  readonly username: string;
  readonly customerNumber: string | undefined;
  readonly state: UserState;
  /** Until when an active user is locked after wrong passwords, for some device class. */
  readonly lockedUntil: Temporal.Instant | undefined;
  /** Device classes for which password sign-in is closed after wrong passwords. */
  readonly closedAt: readonly string[];
  readonly lastLoginAt: Temporal.Instant | undefined;
  readonly password: 'set' | 'temporary' | 'none';
  readonly passkeys: number;
  readonly hasToken: boolean;
  readonly phone: 'proven' | 'cooling' | 'unproven' | 'none';
  readonly email: 'proven' | 'unproven' | 'none';
}

/** Describes a user by username or user id, for operators. Each read is audited. */
export async function describeUser(
  ctx: Context & IdentityPorts,
  { name }: { readonly name: string },
): Promise<UserDescription> {
  const { authorization, bankId, clock, db } = ctx;
  const known = await authorization.users.find(db, { bankId, name });
  const user = known && (await findUser(db, ctx, known.userId));
  if (user === undefined) throw standardProblems['not-found']();
  const { customerNumber, lastLoginAt, profile, state, userId, username } = user;
  const now = clock.now();
  const [closedAt, lockedUntil, credentials, passkeys, isTokenThere] = await Promise.all([
    listClosedClasses(db, { bankId, subject: userId }),
    findLock(db, { bankId, subject: userId, now }),
    findCredentials(db, { bankId, userId, now }),
    listPasskeys(db, { bankId, userId }),
    hasToken(ctx, { userId }),
  ]);
  await runCommand(ctx, async (work) => {
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'profile', after: 'read' }],
    });
  });
  return {
    userId,
    username,
    customerNumber,
    state,
    lockedUntil: state === 'active' ? lockedUntil : undefined,
    closedAt,
    lastLoginAt,
    password: passwordOf(credentials),
    passkeys: passkeys.length,
    hasToken: isTokenThere,
    phone: phoneOf(user, now),
    email: proofOf(profile.email, profile.openEmail),
  };
}

function passwordOf({ passwordHash, temporary }: Credentials): UserDescription['password'] {
  if (passwordHash !== undefined) return 'set';
  return temporary === undefined ? 'none' : 'temporary';
}

function proofOf(proven: string | undefined, open: string | undefined): 'proven' | 'unproven' | 'none' {
  if (proven !== undefined) return 'proven';
  return open === undefined ? 'none' : 'unproven';
}

/** A number that replaced another one gets no codes during the cooling-off period. */
function phoneOf({ phoneCoolingOffUntil, profile }: User, now: Temporal.Instant): UserDescription['phone'] {
  const proof = proofOf(profile.phone, profile.openPhone);
  const isCooling =
    phoneCoolingOffUntil !== undefined && now.epochMilliseconds < phoneCoolingOffUntil.epochMilliseconds;
  return proof === 'proven' && isCooling ? 'cooling' : proof;
}
