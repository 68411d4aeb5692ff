import type { MatchCode, MatchRule } from './matching/match-result.ts';

/** SPEC xs2a-2026 2.1: schemes of identifiers. */
export const organisationSchemes = [
  'BANK',
  'CBID',
  'CHID',
  'CINC',
  'COID',
  'CUST',
  'DUNS',
  'EMPL',
  'GS1G',
  'SREN',
  'SRET',
  'TXID',
  'BDID',
  'BOID',
] as const;
export type OrganisationScheme = (typeof organisationSchemes)[number];

/** Identifiers of an organisation. */
export interface OrganisationId {
  readonly lei?: string;
  readonly anyBic?: string;
  readonly others: readonly { readonly scheme: OrganisationScheme | undefined; readonly id: string }[];
}

/** What is compared with the holders of an account. */
export type Claim =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'organisation'; readonly organisationId: OrganisationId };

/** One payee as a third party names it: with a name, identifiers, or both. */
export interface Payee {
  readonly iban: string;
  readonly bic?: string;
  readonly name?: string;
  readonly organisationId?: OrganisationId;
}

/** Why there is this answer. Decides whether a list was rejected; never sent. */
export type AnswerReason = 'compared' | 'not-applicable' | 'unavailable' | 'late' | 'limit';

/** The answer to one claim. Only a close match has a name. */
export interface PayeeAnswer {
  readonly code: MatchCode;
  readonly rule: MatchRule | 'other-bank';
  readonly reason: AnswerReason;
  readonly matchedName?: string;
}

/** The answers to a payee: to the name, to the identifiers, or to both. */
export interface PayeeResult {
  readonly name?: PayeeAnswer;
  readonly organisation?: PayeeAnswer;
}

/** The one answer wherever nothing can be compared; the causes must not be distinguishable. */
export function notApplicable(reason: AnswerReason): PayeeAnswer {
  return { code: 'NOAP', rule: 'none', reason };
}

/** Returns the claims that a payee makes. */
export function claimsOf({ name, organisationId }: Payee): readonly Claim[] {
  return [
    ...(name === undefined ? [] : [{ kind: 'name', name } as const]),
    ...(organisationId === undefined ? [] : [{ kind: 'organisation', organisationId } as const]),
  ];
}
