import { Temporal } from 'temporal-polyfill';
import { isSameEmployee } from '#platform/kernel/employee-id.ts';
import { nextStatus, type StatusTrigger, hasOpenProduct as usesProduct } from './customer-status.ts';
import { canonical, type PartyFacts } from './fact-map.ts';
import type { Day, PartyName } from './facts.ts';
import { hasField } from './mandatory-fields.ts';
import { proposalHours } from './policy.ts';
import { type MandatoryField, mandatoryFields } from './registration-profiles.ts';

/** Outcomes that end a screening. */
export const decidedOutcomes = ['clear', 'hit'] as const;
export type DecidedOutcome = (typeof decidedOutcomes)[number];

/** An outcome that one employee proposed and another one must confirm. */
export interface Proposal {
  readonly outcome: DecidedOutcome;
  readonly proposedBy: string;
  readonly proposedAt: Temporal.Instant;
  /** False: name, birth date or country changed since. */
  readonly isOfTheseFacts: boolean;
}

/** The screening of a party. A party of which nothing is recorded has none. */
export type Screening =
  | { readonly kind: 'none' | 'open' }
  | { readonly kind: 'proposed'; readonly proposal: Proposal }
  | { readonly kind: DecidedOutcome; readonly isOfTheseFacts: boolean };

/** What a screening compares with its lists. */
export interface ScreenedFacts {
  readonly name: PartyName;
  readonly birthDate: Day | undefined;
  readonly country: string | undefined;
}

/** Returns the facts of a party that a screening is about. */
export function screenedFactsOf({ personal, sensitive }: PartyFacts): ScreenedFacts {
  return {
    name: personal.name,
    birthDate: sensitive.birth?.date,
    country: personal.residence?.countryOfResidence,
  };
}

/** Returns why no outcome can be proposed; undefined if one can. A void proposal does not block another one. */
export function proposalObstacle(
  screening: Screening,
  now: Temporal.Instant,
): 'screening-not-open' | 'screening-already-proposed' | undefined {
  switch (screening.kind) {
    case 'none':
    case 'clear':
    case 'hit':
      return 'screening-not-open';
    case 'open':
      return undefined;
    case 'proposed':
      return isVoid(screening.proposal, now) ? undefined : 'screening-already-proposed';
  }
}

/** What another employee does with a proposal. */
export interface Settlement {
  readonly employeeId: string;
  /** The outcome as the employee read it: an employee must not confirm another proposal than the one that was read. */
  readonly outcome: DecidedOutcome;
  readonly now: Temporal.Instant;
}

export type SettlementResult =
  | { readonly kind: 'settled'; readonly proposal: Proposal }
  | { readonly kind: 'void'; readonly proposal: Proposal }
  | {
      readonly kind: 'refused';
      readonly refusal: 'screening-not-proposed' | 'screening-own-proposal' | 'screening-outcome-differs';
    };

/** Decides whether an employee may confirm or reject a proposal. A void one can be neither. */
export function settleProposal(
  screening: Screening,
  { employeeId, now, outcome }: Settlement,
): SettlementResult {
  if (screening.kind !== 'proposed') return { kind: 'refused', refusal: 'screening-not-proposed' };
  const { proposal } = screening;
  if (isSameEmployee(proposal.proposedBy, employeeId))
    return { kind: 'refused', refusal: 'screening-own-proposal' };
  if (isVoid(proposal, now)) return { kind: 'void', proposal };
  return proposal.outcome === outcome
    ? { kind: 'settled', proposal }
    : { kind: 'refused', refusal: 'screening-outcome-differs' };
}

/** A proposal holds for the facts it was made for, and for a few days: lists change. */
function isVoid({ isOfTheseFacts, proposedAt }: Proposal, now: Temporal.Instant): boolean {
  return !isOfTheseFacts || Temporal.Instant.compare(proposedAt.add({ hours: proposalHours }), now) <= 0;
}

/** SPEC channel interfaces 10.1, KYC complete: every mandatory field of a customer, and the birth date of a person. */
export function isKycComplete(facts: PartyFacts): boolean {
  const { name, profile } = facts.personal;
  const needed: readonly MandatoryField[] = mandatoryFields[name.kind].customer;
  return (
    profile === 'customer' &&
    needed.every((field) => hasField(facts, field)) &&
    (name.kind === 'organization' || facts.sensitive.birth?.date !== undefined)
  );
}

/** Returns what a confirmed outcome means for the customer status; undefined if it stays. */
export function outcomeTrigger(
  facts: PartyFacts,
  outcome: DecidedOutcome,
  { isProductHeld }: { readonly isProductHeld: boolean },
): StatusTrigger | undefined {
  const { status } = facts.personal.customer;
  const candidates = outcome === 'hit' ? (['customer-hit'] as const) : acceptance(facts, isProductHeld);
  return candidates.find((trigger) => nextStatus(status, trigger) !== undefined);
}

function acceptance(facts: PartyFacts, isProductHeld: boolean): readonly StatusTrigger[] {
  if (!isAcceptable(facts)) return [];
  return isProductHeld ? ['first-product', 'new-product'] : ['customer-accepted'];
}

function isAcceptable(facts: PartyFacts): boolean {
  return isKycComplete(facts) && facts.personal.life !== 'deceased';
}

/** What an open product, or none any more, means for a party. */
export type ProductResult =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly trigger: StatusTrigger }
  /** The core has a product that the bank must not have opened. The status stays, and an operator must look at it. */
  | { readonly kind: 'held' };

/**
 * Decides what a change of the products means for a party. A product makes no customer of a party whose screening is not
 * clear for the facts recorded now, or whose data is incomplete.
 */
// GAP: the guard of the first product names KYC only, not the screening, and "KYC refreshed" is not defined. ADR-0075
export function productResult(
  facts: PartyFacts,
  screening: Screening,
  { hasOpenProduct }: { readonly hasOpenProduct: boolean },
): ProductResult {
  const { customer } = facts.personal;
  if (usesProduct(customer) === hasOpenProduct) return { kind: 'unchanged' };
  if (!hasOpenProduct) return { kind: 'changed', trigger: 'last-product-closed' };
  const trigger = (['first-product', 'new-product'] as const).find(
    (one) => nextStatus(customer.status, one) !== undefined,
  );
  const isCleared = screening.kind === 'clear' && screening.isOfTheseFacts;
  return trigger !== undefined && isCleared && isAcceptable(facts)
    ? { kind: 'changed', trigger }
    : { kind: 'held' };
}

/** What a change of a party means for its screening. */
export type ScreeningEffect = 'opened' | 'ended' | 'unchanged';

/** Returns what a change means for the screening: `before` is undefined for a party that is registered. */
export function screeningEffect(before: PartyFacts | undefined, after: PartyFacts): ScreeningEffect {
  const isWaiting = waitsForScreening(after);
  if (before === undefined) return isWaiting ? 'opened' : 'unchanged';
  if (isWaiting)
    return waitsForScreening(before) &&
      canonical(screenedFactsOf(before)) === canonical(screenedFactsOf(after))
      ? 'unchanged'
      : 'opened';
  const isOver =
    before.personal.life !== after.personal.life ||
    before.personal.customer.status !== after.personal.customer.status;
  return isOver ? 'ended' : 'unchanged';
}

/** A customer who is registered and not accepted yet. Contacts and prospects are screened when they apply. */
function waitsForScreening({ personal }: PartyFacts): boolean {
  return (
    personal.profile === 'customer' &&
    personal.customer.status === 'prospective' &&
    personal.life !== 'deceased'
  );
}
