import type { Context } from '#platform/work/context.ts';
import { stepUpMaxAgeSeconds } from '../../domain/policy.ts';
import type { SignedInUser } from '../../steps/own-user.ts';

/** Returns whether the session is strong and recent enough to change a contact, as the interface requires it. */
export function mayChangeContacts({ clock }: Pick<Context, 'clock'>, { session }: SignedInUser): boolean {
  const { assurance, authenticatedAt } = session;
  return assurance === 'sca' && clock.now().since(authenticatedAt).total('seconds') <= stepUpMaxAgeSeconds;
}
