import type { Assurance } from './caller.ts';

/** What a customer must have proved for one operation. */
export interface CustomerAccess {
  readonly scope: string;
  readonly assurance?: Assurance;
  /** The proof must be younger than this. */
  readonly freshForSeconds?: number;
}

/** Who may call an operation. Only the kinds named are let in; an empty list lets nobody in. */
export interface CallerAccess {
  readonly kind: 'callers';
  readonly tpp?: { readonly role: 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC' };
  readonly application?: { readonly scope: string };
  readonly customer?: CustomerAccess;
  readonly employee?: { readonly role: string };
}

/** Everybody, with or without proof; what a better-known caller sees more of is the operation's decision. */
export interface PublicAccess {
  readonly kind: 'public';
}

export type Access = CallerAccess | PublicAccess;

/** Access for anyone. Written out, so that it is a decision and never an omission. */
export const everyone: PublicAccess = { kind: 'public' };

/** Access for the named kinds of callers only. */
export function callers(access: Omit<CallerAccess, 'kind'>): CallerAccess {
  return { kind: 'callers', ...access };
}
