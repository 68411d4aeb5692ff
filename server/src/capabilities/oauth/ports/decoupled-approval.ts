import type { Context } from '#platform/work/context.ts';

/** Request that a user approves on another device. */
export interface ApprovalRequest {
  /** Polling handle of the client. It is secret and must not be sent to the device. */
  readonly requestId: string;
  readonly userId: string;
  readonly clientId: string;
  /** The name that customers see. */
  readonly clientName: string;
  readonly bindingMessage: string;
  readonly scope: string;
}

/** Port: the paired devices of customers, on which they approve requests. */
export interface DecoupledApproval {
  /** Returns the user of a login hint; undefined if there is none, which clients cannot tell from other refusals. */
  userFor(context: Context, loginHint: string): Promise<string | undefined>;
  requestApproval(context: Context, request: ApprovalRequest): Promise<void>;
  /**
   * Returns the paired device of a user whose key has this thumbprint (RFC 7638), if there is one. A token that is bound
   * to the key names the device.
   */
  deviceOf(
    context: Context,
    key: { readonly userId: string; readonly thumbprint: string },
  ): Promise<string | undefined>;
}

export const noDecoupledApproval: DecoupledApproval = {
  userFor: async () => undefined,
  requestApproval: async () => undefined,
  deviceOf: async () => undefined,
};
