import type { Temporal } from 'temporal-polyfill';
import { virtualShard } from '#platform/kernel/ids.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { signInText } from '../../domain/approval.ts';
import { signInApprovalMinutes } from '../../domain/approval-policy.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { listActiveDevices } from '../../store/devices.store.ts';
import { findDeviceByKey } from './device-by-key.ts';
import { digestOf } from './digest.ts';
import { requestApproval } from './request-approval.ts';

/** A sign-in that an application asks for on another device. */
interface SignInRequest {
  /** Handle of the OAuth server; a secret. */
  readonly requestId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly bindingMessage: string;
  readonly scope: string;
}

/** Sign-ins elsewhere that customers approve on a paired device. */
export interface SignInApprovals {
  userFor(context: Context, loginHint: string): Promise<string | undefined>;
  requestApproval(context: Context, request: SignInRequest): Promise<void>;
  deviceOf(
    context: Context,
    key: { readonly userId: string; readonly thumbprint: string },
  ): Promise<string | undefined>;
}

/** Port: the limits of requests to devices, over all that ask. */
export interface SignInRequests {
  /** Reserves the devices of a customer for a sign-in. False: it is not shown. */
  reserve(
    context: Context,
    work: Work,
    request: {
      readonly requestId: string;
      readonly userId: string;
      readonly customerNumber: string | undefined;
      readonly clientId: string;
      readonly clientName: string;
      readonly endsAt: Temporal.Instant;
    },
  ): Promise<boolean>;
}

type Ports = Pick<ClientPorts, 'clientVault' | 'identity'> & { readonly signInRequests: SignInRequests };

/** Creates the approvals of sign-ins. */
export function createSignInApprovals(ports: Ports): SignInApprovals {
  return {
    async userFor({ bankId, db }, loginHint) {
      const { authorization, restrictions } = ports.identity;
      const user = await authorization.users.find(db, { bankId, name: loginHint });
      // The same work for a name that no user has.
      const customerNumber = user?.customerNumber ?? '';
      const [devices, forbidden] = await Promise.all([
        listActiveDevices(db, { bankId, userId: user?.userId ?? loginHint }),
        restrictions(db, { bankId, customerNumbers: [customerNumber] }),
      ]);
      const maySignIn = user?.status === 'active' && forbidden.get(customerNumber)?.has('sign-in') !== true;
      return maySignIn && devices.length > 0 ? user.userId : undefined;
    },
    requestApproval: (context, request) => askNewestDevice({ ...context, ...ports }, request),
    deviceOf: ({ bankId, db }, key) => findDeviceByKey(db, { bankId, ...key }),
  };
}

/**
 * Asks the device that was used last. What the limits of requests to devices do not let through is not shown, and the
 * application is not told: it must not flood a phone until its owner approves.
 */
async function askNewestDevice(
  ctx: Context & Ports,
  { bindingMessage, clientId, clientName, requestId, scope, userId }: SignInRequest,
): Promise<void> {
  const { bankId, clock, db, identity, ids, signInRequests } = ctx;
  const now = clock.now();
  const [[device], user] = await Promise.all([
    listActiveDevices(db, { bankId, userId }),
    identity.authorization.users.find(db, { bankId, name: userId }),
  ]);
  if (device === undefined || user === undefined) return;
  const approvalId = ids.uuid(virtualShard(bankId, userId));
  const endsAt = now.add({ minutes: signInApprovalMinutes });
  const order = signInText({
    clientId,
    clientName,
    bindingMessage,
    scope,
    requestedAt: toWireTimestamp(now),
  });
  await requestApproval(ctx, {
    asked: { userId, deviceId: device.deviceId },
    reserve: (work) =>
      signInRequests.reserve(ctx, work, {
        requestId: approvalId,
        userId,
        customerNumber: user.customerNumber,
        clientId,
        clientName,
        endsAt,
      }),
    approval: {
      approvalId,
      source: 'sign-in',
      expiresAt: endsAt,
      content: {
        order,
        digest: digestOf(order),
        text: bindingMessage,
        requestedBy: clientName,
        handle: requestId,
      },
    },
  });
}
