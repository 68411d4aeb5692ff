import { virtualShard } from '#platform/kernel/ids.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeviceProof } from '../../domain/device-request.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';

/** Creates a request to a device, bound to what is approved; `askDevice` sends it after it is saved. */
export function newDeviceProof(
  { bankId, ids, scaVault }: Context & ScaPorts,
  { authorisationId }: { readonly authorisationId: string },
  { deviceId, digest }: { readonly digest: string; readonly deviceId: string | undefined },
): DeviceProof {
  return omitUndefined({
    kind: 'device' as const,
    requestId: ids.uuid(virtualShard(bankId, authorisationId)),
    number: scaVault.newMatchNumber(),
    digest,
    deviceId,
  });
}
