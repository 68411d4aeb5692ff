import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import { recoveryClientPerDay, recoveryPerDay, recoveryPerHour } from '../domain/policy.ts';
import type { RecoveryChannel } from '../domain/recovery.ts';
import { networkScope } from '../domain/sign-in/quota-limit.ts';
import { recoveryEntered, type recoveryWishes } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { enforceClientQuota } from './enforce-client-quota.ts';
import { enforceQuota, type QuotaCheck } from './enforce-quota.ts';
import { personNetworks } from './person-networks.ts';

/** Something that was forgotten. */
export interface EnterRecovery {
  readonly wish: (typeof recoveryWishes)[number];
  readonly channel: RecoveryChannel | undefined;
  /** What was given to find somebody by, in one spelling. */
  readonly identifier: string;
  /** Who was found by it. */
  readonly userId: string | undefined;
  /** The address of the person, as an application passed it on. */
  readonly personAddress: string | undefined;
}

function limitsFor(share: number): QuotaCheck['limits'] {
  return [
    { count: recoveryPerHour * share, seconds: 3_600 },
    { count: recoveryPerDay * share, seconds: 86_400 },
  ];
}

/**
 * Leaves a recovery to the worker. For somebody and for nobody the same rows are written; who it is, where a message
 * goes and whether there is one is decided later, where nobody can take the time.
 */
export async function requestRecovery(ctx: Context & IdentityPorts, asked: EnterRecovery): Promise<void> {
  const { bankId, ids, identityVault } = ctx;
  const { channel, identifier, userId, wish } = asked;
  const subject = userId ?? identityVault.unknownUserKey(bankId, identifier);
  const recoveryId = ids.uuid(virtualShard(bankId, subject));
  const networks = networksOfPerson(ctx, asked);
  const ofIdentifier = { scope: 'recovery-identifier', key: identifier, limits: limitsFor(1) };
  const ofNetworks = (networks ?? []).map(({ network, share }) => ({
    scope: networkScope,
    key: network,
    limits: limitsFor(share),
  }));
  await runCommand(ctx, async (work) => {
    await enforceQuota(ctx, work, [ofIdentifier, ...ofNetworks]);
    await enforceClientQuota(ctx, work, {
      scope: 'recovery-client',
      perDay: recoveryClientPerDay,
      isPersonKnown: networks !== undefined,
    });
    work.emit(
      eventOf(recoveryEntered, recoveryId, {
        subject,
        wish,
        ...(channel === undefined ? {} : { channel }),
      }),
    );
    work.audit({
      aggregateKind: 'recovery',
      aggregateId: recoveryId,
      changes: [
        { field: 'subject', after: subject },
        { field: 'wish', after: wish },
      ],
    });
  });
}

/** Staff share one address and are known by name: the identifier alone counts. */
function networksOfPerson(ctx: Context, { personAddress }: EnterRecovery): ReturnType<typeof personNetworks> {
  return ctx.caller.kind === 'employee' ? undefined : personNetworks(ctx, personAddress);
}
