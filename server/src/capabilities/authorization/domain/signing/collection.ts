import type { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import {
  type CountingContext,
  existingOf,
  type MatchError,
  type MatchedSignature,
  matchHistory,
  matchRequirement,
  type RequirementMatch,
  type Signature,
  standingAt,
} from './counting.ts';
import type { EffectiveRule } from './merge-rules.ts';
import {
  indexRoster,
  peopleOf,
  type Roster,
  type RosterIndex,
  representedBy,
  type Signatory,
  type StandingError,
  standingError,
} from './roster.ts';
import { type Alternative, entityText, sumRequired } from './rule.ts';

/** Signatures of one resource so far, in the order in which they were given. */
export interface Collection {
  readonly digest: string;
  readonly initiator?: string;
  readonly signatures: readonly Signature[];
}

/** When a collection is evaluated, against which roster and payload. */
export interface SigningMoment {
  readonly roster: Roster;
  readonly now: Temporal.Instant;
  /** Hash of the current payload; signatures of another one do not count. */
  readonly digest: string;
}

/** Why the signature of a user is not accepted. */
export type CannotSignWhy = MatchError | StandingError;

/** SPEC 002 evaluate-user-response, for one alternative in the order of the rule. */
export type UserOutcome =
  | { readonly success: true; readonly reason: 'signature-accepted'; readonly entity: string }
  | {
      readonly success: false;
      readonly reason: 'user-already-signed' | 'user-cannot-sign';
      readonly why: CannotSignWhy;
    };

/** Outcome of a request to sign. */
export interface UserEvaluation {
  /** Whether any alternative accepts the signature: then it is stored, once. */
  readonly isAccepted: boolean;
  /** Stored with the signature: the absent person on whose behalf it counts. */
  readonly onBehalfOf?: string;
  /** Whether the payload has changed, so that this signature voids all older ones. */
  readonly changesDigest: boolean;
  /** Signatures of people who may no longer sign; they are void from now on and must be stored as such. */
  readonly fallen: readonly Signature[];
  readonly alternatives: readonly UserOutcome[];
}

/** Evaluates whether a user may sign, in the own name or on behalf of an absent person. */
export function evaluateUser(
  rule: EffectiveRule,
  collection: Collection,
  moment: SigningMoment & { readonly userId: string },
): UserEvaluation {
  const { userId, now, digest } = moment;
  const roster = indexRoster(moment.roster);
  const context: CountingContext = { rule, initiator: collection.initiator, roster };
  const { history, fallen } = historyOf(collection, { digest, now, roster });
  const signatories = [
    { userId },
    ...representedBy(userId, now.epochMilliseconds, roster).map((onBehalfOf) => ({ userId, onBehalfOf })),
  ];
  const tried = signatories.map((signatory) => ({
    signatory,
    outcomes: outcomesOf(context, history, { signatory, now }),
  }));
  const [own] = tried;
  const accepted = tried.find(({ outcomes }) => outcomes.some(({ success }) => success));
  const { signatory, outcomes } = accepted ?? { signatory: { userId }, outcomes: own?.outcomes ?? [] };
  return {
    isAccepted: accepted !== undefined,
    ...omitUndefined({ onBehalfOf: 'onBehalfOf' in signatory ? signatory.onBehalfOf : undefined }),
    changesDigest: accepted !== undefined && digest !== collection.digest,
    fallen,
    alternatives: outcomes,
  };
}

interface Signing {
  readonly signatory: Signatory;
  readonly now: Temporal.Instant;
}

function outcomesOf(
  context: CountingContext,
  history: readonly Signature[],
  { signatory, now }: Signing,
): readonly UserOutcome[] {
  const atMs = now.epochMilliseconds;
  const error = errorOf(signatory, context.roster);
  return context.rule.alternatives.map((alternative) => {
    if (error !== undefined) return refusal(error);
    const standing = standingAt(matchHistory(context, alternative, history), atMs, context.roster);
    return outcomeOf(matchRequirement(context, { alternative, standing }, { signatory, atMs }));
  });
}

function outcomeOf(match: RequirementMatch): UserOutcome {
  return match.kind === 'refused'
    ? refusal(match.why)
    : { success: true, reason: 'signature-accepted', entity: entityText(match.requirement) };
}

function refusal(why: CannotSignWhy): UserOutcome {
  const reason = why === 'already-signed' ? 'user-already-signed' : 'user-cannot-sign';
  return { success: false, reason, why };
}

function errorOf(signatory: Signatory, roster: RosterIndex): StandingError | undefined {
  return peopleOf(signatory)
    .map((userId) => standingError(roster.signers.get(userId)))
    .find((error) => error !== undefined);
}

interface IndexedMoment {
  readonly digest: string;
  readonly now: Temporal.Instant;
  readonly roster: RosterIndex;
}

/** Returns the signatures of this payload hash; those of people who may no longer sign are void. */
function historyOf(
  { signatures }: Collection,
  { digest, now, roster }: IndexedMoment,
): { readonly history: readonly Signature[]; readonly fallen: readonly Signature[] } {
  const ours = signatures.filter((signature) => signature.digest === digest);
  const fallen = ours.filter(
    (signature) => signature.state === 'valid' && errorOf(signature, roster) !== undefined,
  );
  const gone = new Set(fallen);
  const history = ours.map((signature) =>
    gone.has(signature) ? { ...signature, state: 'void' as const, voidedAt: now } : signature,
  );
  return { history, fallen };
}

/** Progress of one entity. */
export interface EntityCount {
  readonly entity: string;
  readonly level: number;
  readonly required: number;
  readonly existing: number;
}

/** SPEC 002 evaluate-signatures-response, with its spelling. */
export interface SignaturesOutcome {
  /** Index of the alternative in the rule, from 0. */
  readonly alternative: number;
  readonly success: boolean;
  readonly reason: 'furfilled' | 'additional-signatures-required';
  readonly missing: number;
  readonly signatures: readonly EntityCount[];
}

/**
 * Returns the progress of each alternative: fulfilled ones first, then those with the fewest missing, then in the order
 * of the rule.
 */
export function evaluateSignatures(
  rule: EffectiveRule,
  collection: Collection,
  moment: SigningMoment,
): readonly SignaturesOutcome[] {
  const roster = indexRoster(moment.roster);
  const context: CountingContext = { rule, initiator: collection.initiator, roster };
  const { history } = historyOf(collection, { digest: moment.digest, now: moment.now, roster });
  const atMs = moment.now.epochMilliseconds;
  return rule.alternatives
    .map((alternative, index) => {
      const standing = standingAt(matchHistory(context, alternative, history), atMs, roster);
      return countOf(alternative, index, standing);
    })
    .toSorted((left, right) => byProgress(left, right));
}

function countOf(
  alternative: Alternative,
  index: number,
  standing: readonly MatchedSignature[],
): SignaturesOutcome {
  const signatures = alternative.map((requirement) => ({
    entity: entityText(requirement),
    level: requirement.level,
    required: requirement.required,
    existing: existingOf(requirement, standing),
  }));
  // A mandate that ended and began again can leave one requirement with more than it needs; another one still lacks its own.
  const missing = signatures.reduce(
    (total, { required, existing }) => total + Math.max(0, required - existing),
    0,
  );
  // An alternative without requirements is a mistake and must never be fulfilled.
  const success = missing === 0 && sumRequired(alternative) > 0;
  const reason = success ? 'furfilled' : 'additional-signatures-required';
  return { alternative: index, success, reason, missing, signatures };
}

function byProgress(left: SignaturesOutcome, right: SignaturesOutcome): number {
  if (left.success !== right.success) return left.success ? -1 : 1;
  return left.missing - right.missing;
}
