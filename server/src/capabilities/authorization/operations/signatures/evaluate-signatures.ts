import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { EvaluateCommand } from '../../domain/calling-context.ts';
import {
  type Collection,
  evaluateSignatures as countSignatures,
  type SignaturesOutcome,
} from '../../domain/signing/collection.ts';
import { isOver } from '../../domain/signing/collection-state.ts';
import { customersIn, peopleIn } from '../../domain/signing/rule-customers.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { signingRoster } from '../../steps/signing-roster.ts';
import type { StoredCollection } from '../../store/collections.store.ts';
import { listSignatures } from '../../store/signatures.store.ts';
import { type PreparedSigning, prepareSigning } from './prepare-signing.ts';

/**
 * Returns the signing state of a resource for each alternative of its rule, the closest to completion first. Changes
 * nothing.
 */
export async function evaluateSignatures(
  ctx: Context & AuthorizationPorts,
  request: EvaluateCommand,
): Promise<readonly SignaturesOutcome[]> {
  const { authorizationVault: vault, bankId, clock, db } = ctx;
  const now = clock.now();
  const prepared = await prepareSigning(ctx, request, 'evaluate');
  const { existing, owner, resourceKind } = prepared;
  const { digest, rule } = currentOf(prepared);
  const [signatures, roster] = await Promise.all([
    existing === undefined || isOver(existing, now)
      ? []
      : listSignatures(db, vault, { bankId, collectionId: existing.collectionId }),
    signingRoster(ctx, db, { owner, resourceKind, holders: customersIn(rule), named: peopleIn(rule) }),
  ]);
  const collection: Collection = omitUndefined({ digest, initiator: existing?.initiator, signatures });
  return countSignatures(rule, collection, { roster, now, digest });
}

/** Returns the rule for the current payload; for an unchanged payload the rule that the collection was opened under. */
function currentOf({ decided, existing }: PreparedSigning): {
  readonly digest: string;
  readonly rule: StoredCollection['decision']['rule'];
} {
  if (existing !== undefined && (decided === undefined || decided.digest === existing.digest))
    return { digest: existing.digest, rule: existing.decision.rule };
  if (decided === undefined) throw new Error('signing request has neither a payload nor a collection');
  return { digest: decided.digest, rule: decided.decision.rule };
}
