import type { Context } from '#platform/work/context.ts';

/** A wish that somebody is to approve on another device. */
export interface ApprovalRequest {
  /** The handle the client polls with: for us alone, never for the device. */
  readonly requestId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly bindingMessage: string;
  readonly scope: string;
}

/** Port: asks a customer on the device they have paired. Nobody can be reached, until somebody implements it. */
export interface DecoupledApproval {
  /** The user a hint stands for; undefined when there is none, which is told like any other refusal. */
  userFor(context: Context, loginHint: string): Promise<string | undefined>;
  ask(context: Context, request: ApprovalRequest): Promise<void>;
}

export const noDecoupledApproval: DecoupledApproval = {
  userFor: async () => undefined,
  ask: async () => undefined,
};
