import type { Assurance } from './caller.ts';
import type { Psd2Role } from './psd2-certificate.ts';

/** How and when a person must have signed in to call an operation. */
export interface SignInAccess {
  readonly assurance?: Assurance;
  /** Maximum age of the sign-in. */
  readonly freshForSeconds?: number;
}

/**
 * What a customer needs to call an operation. Customers' tokens are always sender-constrained, so no contract says so.
 */
export interface CustomerAccess extends SignInAccess {
  readonly scope: string;
}

/** `required`: the token must be bound to a certificate or a key. */
export interface BindingAccess {
  readonly binding?: 'required';
}

export interface ApplicationAccess extends BindingAccess {
  readonly scope: string;
}

export interface EmployeeAccess extends BindingAccess, SignInAccess {
  readonly role: string;
}

/** Each of these roles is sufficient. */
export interface TppAccess {
  readonly roles: readonly [Psd2Role, ...Psd2Role[]];
}

/** Who may call an operation. Only the listed kinds are allowed; an empty list allows no caller. */
export interface CallerAccess {
  readonly kind: 'callers';
  readonly tpp?: TppAccess;
  readonly application?: ApplicationAccess;
  readonly customer?: CustomerAccess;
  /** A service for a customer; an operation that does not name it refuses it, also where customers are allowed. */
  readonly delegate?: CustomerAccess;
  readonly employee?: EmployeeAccess;
}

/** Every caller, with or without credentials; the operation decides what an authenticated caller sees in addition. */
export interface PublicAccess {
  readonly kind: 'public';
}

/** OAuth clients. The operation authenticates the client by the rules of OAuth; no token is read. */
export interface ClientAccess {
  readonly kind: 'client';
}

export type Access = CallerAccess | PublicAccess | ClientAccess;

/** Access for every caller. Declared explicitly, so that public access is never an omission. */
export const everyone: PublicAccess = { kind: 'public' };

/** Access for OAuth clients that authenticate to the operation itself, such as at the token endpoint. */
export const oauthClients: ClientAccess = { kind: 'client' };

/** Access for the named kinds of callers only. */
export function callers(access: Omit<CallerAccess, 'kind'>): CallerAccess {
  return { kind: 'callers', ...access };
}

/** Replaces a scope or a role: every accepted token is sufficient. No token carries this literal. */
export const anyRight = '*';

/** Access with any accepted token, whatever its scopes. */
export const anyToken: CallerAccess = {
  kind: 'callers',
  application: { scope: anyRight },
  customer: { scope: anyRight },
  employee: { role: anyRight },
};

const alternatives = '|';

/** Replaces a scope or a role: each of these rights is sufficient; the operation decides what each of them allows. */
export function oneOf(...rights: readonly [string, ...string[]]): string {
  return rights.join(alternatives);
}

/** The rights of which each is sufficient. */
export function rightsIn(required: string): readonly string[] {
  return required.split(alternatives);
}

/** Whether the rights of a caller include the required one. */
export function hasRight(rights: ReadonlySet<string>, required: string): boolean {
  return required === anyRight || rightsIn(required).some((right) => rights.has(right));
}
