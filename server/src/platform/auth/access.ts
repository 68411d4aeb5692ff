import type { Assurance } from './caller.ts';

/** How and when a person must have signed in for one operation. */
export interface SignInAccess {
  readonly assurance?: Assurance;
  /** The sign-in must be no older than this. */
  readonly freshForSeconds?: number;
}

/** What a customer must have proved for one operation. Customers' tokens are always bound, so no contract says so. */
export interface CustomerAccess extends SignInAccess {
  readonly scope: string;
}

/** `required`: the token must be tied to a certificate or a key. */
export interface BindingAccess {
  readonly binding?: 'required';
}

export interface ApplicationAccess extends BindingAccess {
  readonly scope: string;
}

export interface EmployeeAccess extends BindingAccess, SignInAccess {
  readonly role: string;
}

/** Who may call an operation. Only the kinds named are let in; an empty list lets nobody in. */
export interface CallerAccess {
  readonly kind: 'callers';
  readonly tpp?: { readonly role: 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC' };
  readonly application?: ApplicationAccess;
  readonly customer?: CustomerAccess;
  readonly employee?: EmployeeAccess;
}

/** Everybody, with or without proof; what a better-known caller sees more of is the operation's decision. */
export interface PublicAccess {
  readonly kind: 'public';
}

/** OAuth clients; the operation itself finds out which one, by the rules of OAuth. No token is read. */
export interface ClientAccess {
  readonly kind: 'client';
}

export type Access = CallerAccess | PublicAccess | ClientAccess;

/** Access for anyone. Written out, so that it is a decision and never an omission. */
export const everyone: PublicAccess = { kind: 'public' };

/** Access for OAuth clients, who authenticate to the operation: the token endpoint and its like. */
export const oauthClients: ClientAccess = { kind: 'client' };

/** Access for the named kinds of callers only. */
export function callers(access: Omit<CallerAccess, 'kind'>): CallerAccess {
  return { kind: 'callers', ...access };
}

/** In place of a scope or a role: whoever has a token of ours may come. No token carries this word. */
export const anyRight = '*';

/** Access for whoever has a token, whatever it is for. */
export const anyToken: CallerAccess = {
  kind: 'callers',
  application: { scope: anyRight },
  customer: { scope: anyRight },
  employee: { role: anyRight },
};

const alternatives = '|';

/** In place of a scope or a role: each of these opens; what exactly it opens is the operation's decision. */
export function oneOf(...rights: readonly [string, ...string[]]): string {
  return rights.join(alternatives);
}

/** The rights of which each one opens. */
export function harnesshtsIn(asked: string): readonly string[] {
  return asked.split(alternatives);
}

/** Whether what a caller has includes what is asked for. */
export function hasRight(rights: ReadonlySet<string>, asked: string): boolean {
  return asked === anyRight || harnesshtsIn(asked).some((right) => rights.has(right));
}
