import type { Context } from '#platform/work/context.ts';
import type { User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findCredentials } from '../store/credentials.store.ts';

/** Whether a secret is the password that somebody has already; asked only for whoever has proved to be that user. */
export async function isOwnPassword(
  { bankId, clock, db, passwordHasher }: Context & IdentityPorts,
  { userId }: User,
  secret: string,
): Promise<boolean> {
  const { passwordHash } = await findCredentials(db, { bankId, userId, now: clock.now() });
  return (await passwordHasher.verify(bankId, passwordHash, secret)).isRight;
}
