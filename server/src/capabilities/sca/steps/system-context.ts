import type { AuthorizationPorts } from '#capabilities/authorization/index.ts';
import type { IdentityPorts } from '#capabilities/identity/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';

/**
 * Returns the context in which identity and authorization work for one authorisation: as the system, under a name that
 * contains its id. A code that was sent for one authorisation is thereby unknown to every other one. The idempotency key
 * belongs to the command of the request.
 */
export function systemContextFor(
  ctx: Context & ScaPorts,
  { authorisationId }: { readonly authorisationId: string },
): Context & IdentityPorts & AuthorizationPorts {
  const { bankId, clock, database, db, identity, ids, log, origin } = ctx;
  return {
    ...identity.authorization,
    ...identity,
    database,
    db,
    bankId,
    clock,
    ids,
    caller: { kind: 'system', job: `sca ${authorisationId}`, bankId },
    log,
    origin,
    idempotency: undefined,
  };
}
