import { refusedToken, type TokenFacts, type TokenVerdict } from './token-verifier.ts';

/**
 * Caller kinds that an issuer may name, each with the scopes or roles it may grant. A kind that is absent is refused.
 */
export interface IssuerCallers {
  /** Scopes of applications. */
  readonly application?: ReadonlySet<string>;
  /** Scopes of customers. */
  readonly customer?: ReadonlySet<string>;
  /** Scopes of services for customers. */
  readonly delegate?: ReadonlySet<string>;
  /** Roles of employees. */
  readonly employee?: ReadonlySet<string>;
}

/** What the tokens of one issuer may claim. Every member is required: an omission never grants anything. */
export interface IssuerLimits {
  /** Banks the issuer may issue tokens for. A token that names any other bank is refused. */
  readonly banks: readonly string[];
  /**
   * Clients the issuer may name; absent for our own servers, whose registry names them, and if the configuration lists
   * none.
   */
  readonly clients?: ReadonlySet<string>;
  /** `every-caller`: our own servers, which check scopes and roles when they issue a token. */
  readonly callers: IssuerCallers | 'every-caller';
  /** Whether tokens without proof of possession (DPoP or mTLS `cnf`) are accepted. */
  readonly unbound: 'accepted' | 'refused';
}

/**
 * Accepts the facts the issuer may state, without scopes and roles it may not grant. Refuses a token that the issuer
 * may not issue at all.
 */
export function verdictWithin(limits: IssuerLimits, facts: TokenFacts): TokenVerdict {
  const { banks, callers, clients, unbound } = limits;
  if (facts.binding.kind === 'none' && unbound === 'refused') return refusedToken('token-unbound');
  if (!facts.banks.every((bank) => banks.includes(bank))) return refusedToken('token-bank-not-of-issuer');
  if (clients !== undefined && !clients.has(facts.clientId))
    return refusedToken('token-caller-not-of-issuer');
  const allowed = callers === 'every-caller' ? facts : factsOfCaller(callers, facts);
  return allowed === undefined
    ? refusedToken('token-caller-not-of-issuer')
    : { kind: 'accepted', facts: allowed };
}

function factsOfCaller(callers: IssuerCallers, facts: TokenFacts): TokenFacts | undefined {
  const { employee, scopes, standsFor } = facts;
  // What third parties may do is approved on our pages, so no other issuer says it.
  if (standsFor !== undefined) return undefined;
  if (employee !== undefined) {
    if (callers.employee === undefined) return undefined;
    const roles = employee.roles.intersection(callers.employee);
    // SPEC 1.5: only roles grant operations to employees, so the scopes of an employee's token are ignored.
    return { ...facts, scopes: new Set(), employee: { ...employee, roles } };
  }
  const granted = scopesFor(callers, facts);
  return granted && { ...facts, scopes: scopes.intersection(granted) };
}

function scopesFor(
  callers: IssuerCallers,
  { customer, exchanged }: TokenFacts,
): ReadonlySet<string> | undefined {
  if (customer === undefined) return callers.application;
  return exchanged === undefined ? callers.customer : callers.delegate;
}
