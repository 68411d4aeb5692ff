import type { AuditedChange } from '#platform/work/audit.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { ContactKind } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { lockOwnUser } from '../../steps/own-user.ts';
import { saveProvenContact } from '../../steps/proven-contact.ts';

/**
 * Changes a contact of the signed-in user as a part of the command of another capability, which has verified a code that
 * was sent there and audits with the returned changes. A contact of another user is refused when the command is saved.
 */
export async function changeContactOf(
  ctx: Context & IdentityPorts,
  work: Work,
  { kind, value }: { readonly kind: ContactKind; readonly value: string },
): Promise<readonly AuditedChange[]> {
  const user = await lockOwnUser(ctx, work);
  return saveProvenContact(ctx, work, { kind, user, value });
}
