import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { EvaluateCommand } from '../domain/calling-context.ts';
import type { Collection, SigningMoment } from '../domain/signing/collection.ts';
import { isOver } from '../domain/signing/collection-state.ts';
import { bothRules, type EffectiveRule, isSameDemand } from '../domain/signing/merge-rules.ts';
import type { ResourceKind } from '../domain/signing/rule.ts';
import { customersIn, groupsIn, peopleIn } from '../domain/signing/rule-customers.ts';
import { isSingleSignature } from '../domain/signing/single-signature.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { StoredCollection } from '../store/collections.store.ts';
import type { Decision } from '../store/decision-document.ts';
import { listSignatures } from '../store/signatures.store.ts';
import type { DecidedSigning } from './signing-decision.ts';
import { signingRoster } from './signing-roster.ts';

/** Facts about a resource before it is signed. */
export interface PreparedSigning {
  readonly request: EvaluateCommand;
  readonly owner: string;
  readonly resourceKind: ResourceKind;
  /** The collection as read without a lock; an operation that decides by it locks it first. */
  readonly existing: StoredCollection | undefined;
  /** Absent when the earlier decision still applies. */
  readonly decided: DecidedSigning | undefined;
}

/** The rule for the current payload of a resource, with the signatures so far and the people who may sign. */
export interface CurrentSigning {
  readonly rule: EffectiveRule;
  readonly collection: Collection;
  readonly moment: SigningMoment;
}

/** Reads the signing state of a resource without locks. Signatures of a collection that is over do not count. */
export async function readSigning(
  ctx: Context & AuthorizationPorts,
  prepared: PreparedSigning,
): Promise<CurrentSigning> {
  const { authorizationVault: vault, bankId, clock, db } = ctx;
  const { existing, owner, resourceKind } = prepared;
  const now = clock.now();
  const { digest, rule } = currentOf(prepared);
  const [signatures, roster] = await Promise.all([
    existing === undefined || isOver(existing, now)
      ? []
      : listSignatures(db, vault, { bankId, collectionId: existing.collectionId }),
    signingRoster(ctx, db, {
      owner,
      resourceKind,
      groups: groupsIn([rule]),
      holders: customersIn(rule),
      named: peopleIn(rule),
      initiators: [existing?.initiator],
      since: existing?.createdAt,
    }),
  ]);
  return {
    rule,
    collection: omitUndefined({ digest, initiator: existing?.initiator, signatures }),
    moment: { roster, now, digest },
  };
}

/**
 * Returns the decision under which an open collection goes on: the one it was opened with, joined by that of the moment
 * where more than its own payload counts.
 */
export function raisedDecision(
  { decision, state }: Pick<StoredCollection, 'decision' | 'state'>,
  { decision: fresh, isJoining }: Pick<DecidedSigning, 'decision' | 'isJoining'>,
): Decision {
  if (!isJoining || state !== 'open') return decision;
  // One signature of the customer is part of every rule.
  const rule = decision.rule.basis === 'last-resort' ? fresh.rule : bothRules(decision.rule, fresh.rule);
  const isCounted = fresh.counted === undefined || decision.counted !== undefined;
  return isCounted && isSameDemand(decision.rule, rule) ? decision : { ...decision, ...fresh, rule };
}

/** Returns the rule for the current payload; for an unchanged payload that of its collection. */
function currentOf({ decided, existing }: PreparedSigning): {
  readonly digest: string;
  readonly rule: EffectiveRule;
} {
  if (existing !== undefined && (decided === undefined || decided.digest === existing.digest))
    return {
      digest: existing.digest,
      rule: (decided === undefined ? existing.decision : raisedDecision(existing, decided)).rule,
    };
  if (decided === undefined) throw new Error('signing request has neither a payload nor a collection');
  return { digest: decided.digest, rule: decided.decision.rule };
}

/**
 * Returns whether one signature of the owner releases a resource that no user of the bank initiated. Decides nothing: a
 * signing evaluates it again under its locks.
 */
export function needsSingleSignature({ decided, existing }: PreparedSigning): boolean {
  if (decided === undefined || !isSingleSignature(decided.decision.rule)) return false;
  if (existing === undefined) return true;
  // An open collection stays under the rule that it was opened with.
  const { decision, digest, initiator } = existing;
  return initiator === undefined && digest === decided.digest && isSingleSignature(decision.rule);
}
