import type { AuthorizationPorts } from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';

/**
 * Returns the context in which authorization creates codes that verify contacts: as the system. A customer may start
 * with one client and finish with another, and no client can request such codes from authorization itself.
 */
export function codeContext(ctx: Context & IdentityPorts): Context & AuthorizationPorts {
  const { authorization, bankId, clock, database, db, ids, log, origin } = ctx;
  return {
    ...authorization,
    database,
    db,
    bankId,
    clock,
    ids,
    caller: { kind: 'system', job: 'identity', bankId },
    log,
    origin,
    // The idempotency key belongs to the command of the request.
    idempotency: undefined,
  };
}
