import { hasToken } from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { SignInState } from '../domain/sign-in/state.ts';
import type { FactorChoice } from '../domain/sign-in/view.ts';
import { isCooling, type User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { listPasskeys } from '../store/passkeys.store.ts';

const shownDigits = 2;

/** Somebody whom the bank registered proves the number that was given then, by the first code. */
function provingPhone({ profile, state }: User, first: SignInState['first']): string | undefined {
  const isActivating = state === 'pending' && first?.kind === 'temporary' && first.channel === 'activation';
  return profile.phone ?? (isActivating ? profile.openPhone : undefined);
}

/**
 * The second factors a user can be asked for, the safest first. Two factors differ in kind and in the way they travel:
 * whoever was sent a temporary password by SMS proves nothing more with a code by SMS.
 */
export async function factorChoices(
  ctx: Context & IdentityPorts,
  user: User,
  first: SignInState['first'],
): Promise<readonly FactorChoice[]> {
  const { bankId, clock, db } = ctx;
  const { userId } = user;
  const [passkeys, isTokenThere] = await Promise.all([
    listPasskeys(db, { bankId, userId }),
    hasToken(ctx, { userId }),
  ]);
  const phone = provingPhone(user, first);
  const isSameWay = first?.kind === 'temporary' && first.channel === 'sms';
  return [
    ...(passkeys.length > 0 ? [{ factor: 'passkey' } as const] : []),
    ...(isTokenThere ? [{ factor: 'totp' } as const] : []),
    ...(phone === undefined || isCooling(user, clock.now()) || isSameWay
      ? []
      : [{ factor: 'sms', ending: phone.slice(-shownDigits) } as const]),
  ];
}
