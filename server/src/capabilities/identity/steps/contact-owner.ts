import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { ContactKind } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findUsersBy } from '../store/users.store.ts';

type Ctx = Context & IdentityPorts;

export interface ContactCriteria {
  readonly kind: ContactKind;
  readonly value: string;
}

/** The user who has a contact. */
export interface ContactOwner {
  readonly userId: string;
  readonly customerNumber: string | undefined;
  readonly language: string | undefined;
}

/** Finds the user who has proven a contact. */
export async function ownerOfContact(
  ctx: Ctx,
  db: Reader,
  { kind, value }: ContactCriteria,
): Promise<ContactOwner | undefined> {
  const indexes = ctx.identityVault.contactIndexes(ctx.bankId, kind, value);
  const [owner] = await findUsersBy(db, ctx, {
    customerNumber: undefined,
    emailIndexes: kind === 'email' ? indexes : undefined,
    phoneIndexes: kind === 'phone' ? indexes : undefined,
    loginIndexes: undefined,
  });
  return (
    owner && {
      userId: owner.userId,
      customerNumber: owner.customerNumber,
      language: owner.profile.language,
    }
  );
}
