import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { type ListedMember, listGroupMembersAt } from '../../store/signing-groups.store.ts';

const listMax = 10_000;

/** Lists who is, or was at a time, a member of the groups of an owner. Memberships by mandate are not included. */
export async function listSigningGroups(
  { bankId, clock, db }: Context,
  { at, owner }: { readonly owner: string; readonly at: Temporal.Instant | undefined },
): Promise<readonly ListedMember[]> {
  return listGroupMembersAt(db, { bankId, owner, at: at ?? clock.now(), listMax });
}
