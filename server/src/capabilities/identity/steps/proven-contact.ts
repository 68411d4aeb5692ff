import { virtualShard } from '#platform/kernel/ids.ts';
import type { AuditedChange } from '#platform/work/audit.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { provenContact, withProvenContact } from '../domain/contacts.ts';
import type { ContactKind, User } from '../domain/user.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { deleteContactVerification } from '../store/contact-verifications.store.ts';
import { insertFormerContact } from '../store/former-contacts.store.ts';
import { updateUser } from '../store/users.store.ts';

/** A contact that a locked user has proven. */
export interface ProvenUserContact {
  readonly kind: ContactKind;
  readonly user: User;
  readonly value: string;
}

/**
 * Saves a proven contact in place of the former one, which is kept: notices go there as well, and the cooling-off period
 * counts from then on. Returns the changes for the audit entry of the command.
 */
export function saveProvenContact(
  ctx: Context & IdentityPorts,
  work: Work,
  { kind, user, value }: ProvenUserContact,
): readonly AuditedChange[] {
  const { bankId, clock, ids } = ctx;
  const now = clock.now();
  const { userId } = user;
  const former = provenContact(user, kind);
  const proven = withProvenContact(user, { kind, value, now });
  if (former !== undefined && former !== value) {
    const formerContactId = ids.uuid(virtualShard(bankId, userId));
    insertFormerContact(work, ctx, { formerContactId, userId, kind, value: former, now });
  }
  deleteContactVerification(work, { bankId, userId, kind });
  updateUser(work, { ...ctx, now }, proven);
  work.emit(
    userEvent(kind === 'email' ? 'emailVerified' : 'phoneVerified', userId, {
      reason: former === undefined ? 'first' : 'changed',
      at: now,
    }),
  );
  if (proven.state !== user.state) work.emit(userEvent('activated', userId));
  return [
    { field: kind, after: 'proven' },
    ...(proven.state === user.state ? [] : [{ field: 'state', before: user.state, after: proven.state }]),
  ];
}
