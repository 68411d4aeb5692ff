import type { AuthorizationPorts } from '#capabilities/authorization/index.ts';
import type { IdentityPorts } from '#capabilities/identity/index.ts';
import type { Customer } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../ports/client-ports.ts';

/** Returns the context for operations of authorization. */
export function authorizationContext(ctx: Context & ClientPorts): Context & AuthorizationPorts {
  return { ...ctx, ...ctx.identity.authorization };
}

/** Returns the context for operations of identity. */
export function identityContext(ctx: Context & ClientPorts): Context & IdentityPorts {
  return { ...ctx, ...ctx.identity };
}

/** Returns the signed-in customer; forbidden for other callers. */
export function customerOf({ caller }: Pick<Context, 'caller'>): Customer {
  if (caller.kind !== 'customer') throw standardProblems.forbidden();
  return caller;
}
