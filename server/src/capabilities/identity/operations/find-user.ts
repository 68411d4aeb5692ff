import { resolveSurvivors } from '#capabilities/party/index.ts';
import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { recordRead } from '../steps/record-read.ts';
import { type ShownUser, showUser } from '../steps/show-user.ts';
import { findUsersBy } from '../store/users.store.ts';

/** Values that all must fit; each as it is kept. */
export interface FindUser {
  readonly customerNumber: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly login: string | undefined;
}

/** The one user that all values fit. None and several are both nobody. */
export async function findUser(ctx: Context & IdentityPorts, asked: FindUser): Promise<ShownUser> {
  const { bankId, db, identityVault: vault } = ctx;
  const { customerNumber, email, login, phone } = asked;
  if (Object.values(asked).every((value) => value === undefined))
    refuseFaults([faultAt(['customer'], 'required', 'query')]);
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

/** Resolves the number of a merged party to the one that stayed. */
async function survivorOf({ bankId, db }: Context, given: string | undefined): Promise<string | undefined> {
  if (given === undefined) return undefined;
  return (await resolveSurvivors(db, { bankId, customerNumbers: [given] })).get(given);
}
