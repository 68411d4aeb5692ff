import type { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import {
  type CountingContext,
  existingOf,
  type MatchError,
  matchRequirement,
  type PlacedSignature,
  type Placement,
  placeHistory,
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

/** What has been signed of one resource so far. Signatures stand in the order they were given. */
export interface Collection {
  readonly digest: string;
  readonly initiator?: string;
  readonly signatures: readonly Signature[];
}

/** When a collection is looked at, by the people of that moment, for which payload. */
export interface SigningMoment {
  readonly roster: Roster;
  readonly now: Temporal.Instant;
  /** The digest of the payload in hand; signatures under another one do not count. */
  readonly digest: string;
}

/** Why a user's signature is not taken. */
export type CannotSignWhy = MatchError | StandingError;

/** SPEC 002 evaluate-user-response, for one alternative in the order of the rule. */
export type UserOutcome =
  | { readonly success: true; readonly reason: 'signature-accepted'; readonly entity: string }
  | {
      readonly success: false;
      readonly reason: 'user-already-signed' | 'user-cannot-sign';
      readonly why: CannotSignWhy;
    };

/** What comes of a user's wish to sign. */
export interface UserEvaluation {
  /** Whether any alternative takes the signature: then it is stored, once. */
  readonly isAccepted: boolean;
  /** Stored with the signature: the absent person by whose virtue it counts. */
  readonly onBehalfOf?: string;
  /** Whether the payload has changed, so that all older signatures become void with this one. */
  readonly movesDigest: boolean;
  /** Signatures of people who may no longer sign; they are void from now on and must be stored so. */
  readonly fallen: readonly Signature[];
  readonly alternatives: readonly UserOutcome[];
}

/** Whether a user may sign, in his own name or else for somebody absent. */
export function evaluateUser(
  rule: EffectiveRule,
  collection: Collection,
  moment: SigningMoment & { readonly userId: string },
): UserEvaluation {
  const { userId, now, digest } = moment;
  const roster = indexRoster(moment.roster);
  const context: CountingContext = { rule, initiator: collection.initiator, roster };
  const { history, fallen } = historyOf(collection, { digest, now, roster });
  const hands = [
    { userId },
    ...representedBy(userId, now.epochMilliseconds, roster).map((onBehalfOf) => ({ userId, onBehalfOf })),
  ];
  const tried = hands.map((hand) => ({
    hand,
    outcomes: outcomesOf(context, history, { signatory: hand, now }),
  }));
  const [own] = tried;
  const taken = tried.find(({ outcomes }) => outcomes.some(({ success }) => success));
  const { hand, outcomes } = taken ?? { hand: { userId }, outcomes: own?.outcomes ?? [] };
  return {
    isAccepted: taken !== undefined,
    ...omitUndefined({ onBehalfOf: 'onBehalfOf' in hand ? hand.onBehalfOf : undefined }),
    movesDigest: taken !== undefined && digest !== collection.digest,
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
  { signatory: hand, now }: Signing,
): readonly UserOutcome[] {
  const atMs = now.epochMilliseconds;
  const fault = faultOf(hand, context.roster);
  return context.rule.alternatives.map((alternative) => {
    if (fault !== undefined) return refusal(fault);
    const standing = standingAt(placeHistory(context, alternative, history), atMs, context.roster);
    return outcomeOf(matchRequirement(context, { alternative, standing }, { signatory: hand, atMs }));
  });
}

function outcomeOf(placement: Placement): UserOutcome {
  return placement.kind === 'refused'
    ? refusal(placement.why)
    : { success: true, reason: 'signature-accepted', entity: entityText(placement.requirement) };
}

function refusal(why: CannotSignWhy): UserOutcome {
  const reason = why === 'already-signed' ? 'user-already-signed' : 'user-cannot-sign';
  return { success: false, reason, why };
}

function faultOf(signatory: Signatory, roster: RosterIndex): StandingError | undefined {
  return peopleOf(signatory)
    .map((userId) => standingError(roster.signers.get(userId)))
    .find((fault) => fault !== undefined);
}

interface IndexedMoment {
  readonly digest: string;
  readonly now: Temporal.Instant;
  readonly roster: RosterIndex;
}

/** The signatures under this digest, those of people who may no longer sign made void. */
function historyOf(
  { signatures }: Collection,
  { digest, now, roster }: IndexedMoment,
): { readonly history: readonly Signature[]; readonly fallen: readonly Signature[] } {
  const ours = signatures.filter((signature) => signature.digest === digest);
  const fallen = ours.filter(
    (signature) => signature.state === 'valid' && faultOf(signature, roster) !== undefined,
  );
  const gone = new Set(fallen);
  const history = ours.map((signature) =>
    gone.has(signature) ? { ...signature, state: 'void' as const, voidedAt: now } : signature,
  );
  return { history, fallen };
}

/** How far one entity is. */
export interface EntityCount {
  readonly entity: string;
  readonly level: number;
  readonly required: number;
  readonly existing: number;
}

/** SPEC 002 evaluate-signatures-response, spelling kept. */
export interface SignaturesOutcome {
  /** The place of the alternative in the rule, from 0. */
  readonly alternative: number;
  readonly success: boolean;
  readonly reason: 'furfilled' | 'additional-signatures-required';
  readonly missing: number;
  readonly signatures: readonly EntityCount[];
}

/** How far each alternative is: fulfilled ones first, then those with the fewest missing, then in the order of the rule. */
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
      const standing = standingAt(placeHistory(context, alternative, history), atMs, roster);
      return countOf(alternative, index, standing);
    })
    .toSorted((left, right) => byProgress(left, right));
}

function countOf(
  alternative: Alternative,
  index: number,
  standing: readonly PlacedSignature[],
): SignaturesOutcome {
  const signatures = alternative.map((requirement) => ({
    entity: entityText(requirement),
    level: requirement.level,
    required: requirement.required,
    existing: existingOf(requirement, standing),
  }));
  const missing = signatures.reduce((total, { required, existing }) => total + required - existing, 0);
  // An alternative that asks for nothing is a mistake, and must not let anything pass.
  const success = missing === 0 && sumRequired(alternative) > 0;
  const reason = success ? 'furfilled' : 'additional-signatures-required';
  return { alternative: index, success, reason, missing, signatures };
}

function byProgress(left: SignaturesOutcome, right: SignaturesOutcome): number {
  if (left.success !== right.success) return left.success ? -1 : 1;
  return left.missing - right.missing;
}
