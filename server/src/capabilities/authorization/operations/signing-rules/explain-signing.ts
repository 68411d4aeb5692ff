import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { EvaluateCommand } from '../../domain/calling-context.ts';
import { type AlternativeExplanation, explainProgress } from '../../domain/signing/explain.ts';
import { customersIn, groupsIn, peopleIn } from '../../domain/signing/rule-customers.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { signingRoster } from '../../steps/signing-roster.ts';
import { listSignatures } from '../../store/signatures.store.ts';
import { prepareSigning } from '../signatures/prepare-signing.ts';

/** Explanation of the signing state of a resource. */
export interface SigningExplanation {
  /** Which rule applies, and why it precedes the others. */
  readonly sentences: readonly string[];
  readonly alternatives: readonly AlternativeExplanation[];
}

/** Explains which rule applies to a resource and why, what is missing, and who may still sign. */
export async function explainSigning(
  ctx: Context & AuthorizationPorts,
  command: EvaluateCommand,
): Promise<SigningExplanation> {
  const { authorizationVault: vault, bankId, clock, db } = ctx;
  const { decided, existing, owner, resourceKind } = await prepareSigning(ctx, command, 'evaluate');
  const isSame = existing !== undefined && (decided === undefined || decided.digest === existing.digest);
  const current = isSame ? existing : decided;
  if (current === undefined) throw new Error('signing request has neither a payload nor a collection');
  const { decision, digest } = current;
  const [signatures, roster] = await Promise.all([
    existing === undefined ? [] : listSignatures(db, vault, { bankId, collectionId: existing.collectionId }),
    signingRoster(ctx, db, {
      owner,
      resourceKind,
      groups: groupsIn([decision.rule]),
      holders: customersIn(decision.rule),
      named: peopleIn(decision.rule),
      since: existing?.createdAt,
    }),
  ]);
  const collection = omitUndefined({ digest, initiator: existing?.initiator, signatures });
  return {
    sentences: decision.sentences,
    alternatives: explainProgress(decision.rule, collection, { roster, now: clock.now(), digest }),
  };
}
