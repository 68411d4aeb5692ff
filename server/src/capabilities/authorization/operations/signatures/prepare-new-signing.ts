import type { Context } from '#platform/work/context.ts';
import { emptyContext } from '../../domain/calling-context.ts';
import type { ResourceKind } from '../../domain/signing/rule.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import type { PreparedSigning } from '../../steps/prepared-signing.ts';
import { decideSigning } from '../../steps/signing-decision.ts';
import type { ResourceFacts } from '../../steps/signing-facts.ts';

/** A resource that a capability is about to make. */
export interface NewResource {
  readonly resourceId: string;
  readonly resourceKind: ResourceKind;
  /** The customer under whose number the accounts of the resource are stored. */
  readonly owner: string;
  readonly payload: string;
}

/**
 * The same as `prepareSigning` for a resource that does not exist yet. It has no collection, and its owner is known: so
 * neither a collection nor the joint accounts of the owner are looked for.
 */
export async function prepareNewSigning(
  ctx: Context & AuthorizationPorts,
  { owner, payload, resourceId, resourceKind }: NewResource,
  facts: ResourceFacts,
): Promise<PreparedSigning> {
  const context = { ...emptyContext, customerNumber: owner };
  const decided = await decideSigning(ctx, {
    owner,
    jointOwners: [],
    resourceKind,
    resourceId,
    payload,
    context,
    facts,
  });
  return {
    request: { resourceId, resourceKind, payload, context },
    owner: decided.owner,
    resourceKind,
    existing: undefined,
    decided,
  };
}
