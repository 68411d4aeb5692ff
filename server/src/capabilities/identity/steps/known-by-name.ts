import type { Context } from '#platform/work/context.ts';
import type { SignInState } from '../domain/sign-in/state.ts';
import { findNamed } from '../store/users.store.ts';

/** What a sign-in knows of whoever gave a name; of one that nobody has it knows the name, after the same work. */
export async function knownByName(
  { bankId, db }: Pick<Context, 'bankId' | 'db'>,
  username: string,
): Promise<Pick<SignInState, 'username' | 'userId'>> {
  const { userId } = await findNamed(db, { bankId, username });
  return userId === undefined ? { username } : { username, userId };
}
