import type { Temporal } from 'temporal-polyfill';
import { lockName } from '#platform/db/named-lock.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { replaceMembers } from '../../store/signing-people.store.ts';

/** A group and all its members. */
export interface SaveSigningGroup {
  /** `*` for a group of the bank. */
  readonly owner: string;
  readonly groupId: string;
  readonly members: readonly {
    readonly userId: string;
    readonly validFrom: Temporal.Instant;
    readonly validUntil: Temporal.Instant | undefined;
  }[];
}

/** Replaces the members of a group. Their signatures count as long as they are members. */
export async function saveSigningGroup(ctx: Context, group: SaveSigningGroup): Promise<void> {
  const { bankId, clock } = ctx;
  const { groupId, members, owner } = group;
  const now = clock.now();
  await runCommand(ctx, async (work) => {
    await lockName(work, 'signing group', bankId, owner, groupId);
    replaceMembers(
      work,
      { bankId, owner, groupId },
      members.map((member) => ({ ...member, now })),
    );
    work.audit({
      aggregateKind: 'signing-group',
      aggregateId: `${owner}/${groupId}`,
      changes: [{ field: 'members', after: members.length }],
    });
  });
}
