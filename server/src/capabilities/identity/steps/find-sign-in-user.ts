import type { User } from '../domain/user.ts';
import { findBrowser } from '../store/browsers.store.ts';
import { findUser } from '../store/users.store.ts';
import type { SignInTransition } from './sign-in-transition.ts';

/** Whose password is given, as far as it is known. */
export interface SignInUser {
  /** Key under which attempts are counted. */
  readonly subject: string;
  readonly user: User | undefined;
  /** The browser has signed this user in before. */
  readonly isPaired: boolean;
}

/** Finds the user of a sign-in and whether the browser is known. Takes as long for an unknown name. */
export async function findSignInUser({ ctx, live, visitor }: SignInTransition): Promise<SignInUser> {
  const { bankId, db, identityVault } = ctx;
  // An unknown name is looked up under a key that no user has, so that it takes as long.
  const subject = live.state.userId ?? identityVault.unknownUserKey(bankId, live.state.username ?? '');
  const secretHash = identityVault.secretHash(visitor.browserSecret ?? '');
  const [user, browser] = await Promise.all([
    findUser(db, ctx, subject),
    findBrowser(db, { bankId, userId: subject, secretHash }),
  ]);
  return { subject, user, isPaired: browser !== undefined };
}
