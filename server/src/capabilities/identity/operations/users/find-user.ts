import { resolveSurvivors } from '#capabilities/party/index.ts';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { recordRead, type ShownUser, showUser } from '../../steps/user-profile.ts';
import { findUsersBy } from '../../store/users.store.ts';

/** Normalized values; all of them must match. */
export interface FindUser {
  readonly customerNumber: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly login: string | undefined;
}

/** Finds the one user that matches all values. Not found when none or several match. */
export async function findUser(ctx: Context & IdentityPorts, criteria: FindUser): Promise<ShownUser> {
  const { bankId, db, identityVault: vault } = ctx;
  const { customerNumber, email, login, phone } = criteria;
  if (Object.values(criteria).every((value) => value === undefined))
    rejectFieldErrors([fieldErrorAt(['customer'], 'required', 'query')]);
  const found = await findUsersBy(db, ctx, {
    customerNumber: await survivorOf(ctx, customerNumber),
    emailIndexes: email === undefined ? undefined : vault.contactIndexes(bankId, 'email', email),
    phoneIndexes: phone === undefined ? undefined : vault.contactIndexes(bankId, 'phone', phone),
    loginIndexes: login === undefined ? undefined : vault.loginIndexes(bankId, login),
  });
  const [user, ...others] = found;
  if (user === undefined || others.length > 0) throw standardProblems['not-found']();
  await recordRead(ctx, user);
  return showUser(ctx, user);
}

/** Returns the surviving number of a merged party. */
async function survivorOf(
  { bankId, db }: Context,
  customerNumber: string | undefined,
): Promise<string | undefined> {
  if (customerNumber === undefined) return undefined;
  return (await resolveSurvivors(db, { bankId, customerNumbers: [customerNumber] })).get(customerNumber);
}
