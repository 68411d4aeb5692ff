import type { Reader } from '#platform/db/reader.ts';
import type { AuditedChange } from '#platform/work/audit.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { deviceMuteHours } from '../../domain/policy.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { upsertMute } from '../../store/device-mutes.store.ts';
import type { Asker } from '../../store/device-requests.store.ts';

/** Returns whose mutes count for a user: those of the customer, who may have several users. */
export async function ownerOfMutes(
  { bankId, identity }: Context & ScaPorts,
  db: Reader,
  userId: string,
): Promise<string> {
  const user = await identity.authorization.users.find(db, { bankId, name: userId });
  return user?.customerNumber ?? userId;
}

/** Mutes one that asks, from now on; returns the change for the audit entry of the command. */
export function muteAsker(
  { bankId, clock }: Context,
  work: Work,
  { asker, name, owner }: Asker & { readonly owner: string },
): AuditedChange {
  const mutedUntil = clock.now().add({ hours: deviceMuteHours });
  upsertMute(work, { bankId, owner, asker, name, mutedUntil });
  return { field: `muted ${asker}`, after: mutedUntil.toString() };
}
