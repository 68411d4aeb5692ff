import { isMandateCurrent } from '#capabilities/authorization/index.ts';
import { findPartyKind, listPartyNumbers } from '#capabilities/party/index.ts';
import type { Context } from '#platform/work/context.ts';
import { isActive } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findUser } from '../../store/users.store.ts';

/** A user who asks to act for an organization. */
export interface FindOrganization {
  readonly userId: string;
  /** Customer number of the organization, also one from before a merge. */
  readonly organization: string;
}

/**
 * Returns the present customer number of an organization for which a user may act now: a valid mandate of the
 * organization names the party of the user. Undefined without one, for an unknown or erased organization, and for one
 * with a restriction under which its own users cannot sign in either.
 */
export async function findOrganization(
  ctx: Context & Pick<IdentityPorts, 'identityVault' | 'authorization' | 'restrictions'>,
  { organization, userId }: FindOrganization,
): Promise<string | undefined> {
  const { authorization, bankId, clock, db, restrictions } = ctx;
  const [user, numbers] = await Promise.all([
    findUser(db, ctx, userId),
    listPartyNumbers(db, { bankId, customerNumber: organization }),
  ]);
  if (user === undefined || !isActive(user)) return undefined;
  const [customerNumber = organization] = numbers;
  const [mandated, kind, forbidden] = await Promise.all([
    authorization.users.mandatedFor(db, { bankId, customerNumber }),
    findPartyKind({ ...ctx, ...authorization.correspondence.party }, db, customerNumber),
    restrictions(db, { bankId, customerNumbers: numbers }),
  ]);
  if ([...forbidden.values()].some((acts) => acts.has('sign-in'))) return undefined;
  const now = clock.now();
  // The own users of a customer have no mandate, and act in its name anyway.
  const mayAct = mandated.some(
    (one) => one.user.userId === userId && one.scope !== undefined && isMandateCurrent(one, now),
  );
  return mayAct && kind === 'organization' ? customerNumber : undefined;
}
