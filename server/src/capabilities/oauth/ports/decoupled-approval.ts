import type { Context } from '#platform/work/context.ts';

/** Request that a user approves on another device. */
export interface ApprovalRequest {
  /** Polling handle of the client. It is secret and must not be sent to the device. */
  readonly requestId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly bindingMessage: string;
  readonly scope: string;
}

/** Port: requests approval on the customer's paired device. No implementation is connected yet. */
export interface DecoupledApproval {
  /** Returns the user of a login hint; undefined if there is none, which clients cannot tell from other refusals. */
  userFor(context: Context, loginHint: string): Promise<string | undefined>;
  requestApproval(context: Context, request: ApprovalRequest): Promise<void>;
}

export const noDecoupledApproval: DecoupledApproval = {
  userFor: async () => undefined,
  requestApproval: async () => undefined,
};
