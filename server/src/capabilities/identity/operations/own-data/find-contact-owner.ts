import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { type ContactCriteria, type ContactOwner, ownerOfContact } from '../../steps/contact-owner.ts';

/** Finds the user who has proven a contact, for a capability that must not show it. */
export async function findContactOwner(
  ctx: Context & IdentityPorts,
  db: Reader,
  contact: ContactCriteria,
): Promise<ContactOwner | undefined> {
  return ownerOfContact(ctx, db, contact);
}
