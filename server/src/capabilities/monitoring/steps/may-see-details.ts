import type { Caller } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import type { OperationsNetwork } from '../ports/operations-network.ts';

/** Returns whether the caller operates this instance: by source address, or by scope or role `monitoring`. */
export function maySeeDetails(ctx: Context & { readonly operationsNetwork: OperationsNetwork }): boolean {
  return ctx.operationsNetwork.includes(ctx.origin.sourceAddress) || hasScope(ctx.caller);
}

function hasScope(caller: Caller): boolean {
  return (
    (caller.kind === 'application' && caller.scopes.has('monitoring')) ||
    (caller.kind === 'employee' && caller.roles.has('monitoring'))
  );
}
