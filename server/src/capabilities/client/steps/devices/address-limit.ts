import { networkOfOrigin } from '#platform/http/source-address.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import {
  type AddressUse,
  consumeAddressUse,
  findAddressWaitSeconds,
} from '../../store/address-quotas.store.ts';

/** At most `count` uses within `seconds`. */
export interface AddressLimit {
  readonly count: number;
  readonly seconds: number;
}

/**
 * Counts an attempt for its source address before anything is checked, so that concurrent attempts cannot exceed the
 * limit; throws above it. The caller refunds the use of an attempt that was right.
 */
export async function reserveAddressUse(
  ctx: Context & Pick<ClientPorts, 'clientVault'>,
  scope: AddressUse['scope'],
  limit: AddressLimit & { readonly address?: string },
): Promise<AddressUse> {
  const { bankId, clientVault, clock, db, origin } = ctx;
  const { address = origin.sourceAddress, count, seconds } = limit;
  const key = clientVault.devices.addressKey(bankId, networkOfOrigin({ sourceAddress: address }));
  const use = { bankId, scope, key, count, seconds, now: clock.now() };
  if (await consumeAddressUse(db, use)) return use;
  throw standardProblems['too-many-requests']({ retryAfterSeconds: await findAddressWaitSeconds(db, use) });
}
