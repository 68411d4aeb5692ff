import type { AuthorizationPorts } from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';

/**
 * Codes that prove contacts are Portico's own: whichever client a customer starts with, any may end it, and no client
 * can ask authorization for them by itself.
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
    // The key of the request belongs to its own command.
    idempotency: undefined,
  };
}
