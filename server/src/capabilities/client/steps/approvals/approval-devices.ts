import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { findActiveDevice, listActiveNames } from '../../store/devices.store.ts';
import { isDeviceSignature } from './device-signature.ts';
import { lockUsableDevice, type UserFinder } from './lock-usable-device.ts';
import { requestApproval } from './request-approval.ts';
import { withdrawApproval } from './withdraw-approval.ts';

interface Recipient {
  readonly userId: string;
  readonly deviceId: string;
}

/** An order of a third party, for a device. */
interface OrderRequest {
  readonly requestId: string;
  readonly recipient: Recipient | undefined;
  readonly order: string;
  readonly digest: string;
  readonly text: string;
  readonly thirdPartyName: string;
  readonly language: string | undefined;
  readonly expiresAt: Temporal.Instant;
}

/** Paired devices as approvals of third parties use them. */
export interface ApprovalDevices {
  listOf(
    db: Reader,
    criteria: { readonly bankId: string; readonly userId: string },
  ): Promise<readonly { readonly deviceId: string; readonly name?: string }[]>;
  ask(context: Context, request: OrderRequest): Promise<void>;
  withdraw(context: Context, request: { readonly requestId: string }): Promise<void>;
  isSigned(
    context: Context,
    signed: Recipient & { readonly text: string; readonly signature: string },
  ): Promise<boolean>;
  lockSigner(
    work: Work,
    signed: Recipient & { readonly bankId: string; readonly text: string; readonly signature: string },
  ): Promise<boolean>;
}

/**
 * Creates the devices on which customers approve orders. The number that the page shows is never sent to the device: the
 * customer types it there.
 */
export function createApprovalDevices({
  clientVault,
  users,
}: Pick<ClientPorts, 'clientVault'> & { readonly users: UserFinder }): ApprovalDevices {
  return {
    listOf: (db, criteria) => listActiveNames(db, clientVault.devices, criteria),
    ask: (context, { digest, expiresAt, language, order, recipient, requestId, text, thirdPartyName }) =>
      requestApproval(
        { ...context, clientVault },
        {
          asked: recipient,
          approval: {
            approvalId: requestId,
            source: 'order',
            expiresAt,
            content: omitUndefined({ order, digest, text, requestedBy: thirdPartyName, language }),
          },
        },
      ),
    withdraw: (context, { requestId }) => withdrawApproval(context, { approvalId: requestId }),
    async isSigned({ bankId, db }, { deviceId, signature, text, userId }) {
      const device = await findActiveDevice(db, { bankId, userId, deviceId });
      return device !== undefined && isDeviceSignature(device.publicKey, text, signature);
    },
    async lockSigner(work, { bankId, deviceId, signature, text, userId }) {
      const device = await lockUsableDevice({ users }, work, { bankId, deviceId, userId });
      return device !== undefined && isDeviceSignature(device.publicKey, text, signature);
    },
  };
}
