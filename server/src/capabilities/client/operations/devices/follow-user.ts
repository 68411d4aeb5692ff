import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { endAllPairings } from '../../steps/devices/end-pairing.ts';

type Ctx = Context & ClientPorts;

/** Unpairs the devices of a user who was closed or has died. Other suspensions end: the devices stay paired. */
export async function followUser(
  ctx: Ctx,
  { aggregateId: userId, data, name }: DeliveredEvent,
): Promise<void> {
  const isClosed = name === 'user-closed';
  const isDead = name === 'user-suspended' && data['reason'] === 'death';
  if (!isClosed && !isDead) return;
  await runCommand(ctx, async (work) => {
    const count = await endAllPairings(ctx, work, { userId, reason: isClosed ? 'user-closed' : 'death' });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'devices-unpaired', after: count }],
    });
  });
}
