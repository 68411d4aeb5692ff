import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Caller, StandsFor, Tpp } from './caller.ts';
import { challenge } from './challenge.ts';
import type { RequestCredentials } from './request-credentials.ts';
import { presentedIn } from './token-caller.ts';
import type { TokenFacts, TokenRefusal } from './token-verifier.ts';

/**
 * Returns what the access token of a third party stands for; undefined without one. It is accepted with the certificate
 * alone that it was issued to. SPEC xs2a 7.4, RFC 8705
 */
export async function standingIn(credentials: RequestCredentials, tpp: Tpp): Promise<StandsFor | undefined> {
  const { authorization, tokens } = credentials;
  if (authorization === undefined) return undefined;
  const presented = presentedIn(authorization);
  if (presented?.scheme !== 'Bearer') throw refused('credentials-malformed', 'token-unknown');
  const verdict = await tokens.verify(presented.token);
  if (verdict.kind === 'refused') throw refused(verdict.cause, problemFor(verdict.cause));
  const { facts } = verdict;
  if (!facts.banks.includes(tpp.bankId)) throw refused('bank-not-in-token', 'token-unknown');
  if (!isBoundTo(facts, tpp)) throw refused('token-certificate-not-shown', 'token-invalid');
  if (facts.standsFor === undefined) throw refused('token-caller-not-of-issuer', 'token-invalid');
  return facts.standsFor;
}

type TokenProblem = 'token-unknown' | 'token-invalid' | 'token-expired';

/** SPEC xs2a 5.3: not matched, invalid, or expired. */
function problemFor(cause: TokenRefusal): TokenProblem {
  if (cause === 'token-expired') return 'token-expired';
  return cause === 'token-revoked' || cause === 'token-unbound' ? 'token-invalid' : 'token-unknown';
}

function isBoundTo({ binding, clientId }: TokenFacts, tpp: Tpp): boolean {
  return (
    clientId === tpp.authorisationNumber &&
    binding.kind === 'certificate' &&
    binding.fingerprint256 === tpp.fingerprint256
  );
}

function refused(
  cause: TokenRefusal | 'credentials-malformed' | 'bank-not-in-token',
  problem: TokenProblem,
): Error {
  return standardProblems[problem]({
    ...challenge('Bearer', { error: 'invalid_token' }),
    refusal: { cause },
  });
}

/** A service and a resource of it, as the scope of a token names them. */
export interface ApprovedResource {
  /** PIS, AIS or PIIS; undefined for a resource for which no token stands. */
  readonly service: string | undefined;
  readonly resourceId: string;
}

/** Throws unless the token of the caller, if there is one, stands for this resource or for a customer. */
export function requireTokenFor(caller: Caller, { resourceId, service }: ApprovedResource): void {
  const standsFor = caller.kind === 'tpp' ? caller.standsFor : undefined;
  if (standsFor === undefined || standsFor.kind === 'customer') return;
  if (standsFor.service !== service || standsFor.resourceId !== resourceId.toLowerCase())
    throw refused('token-caller-not-of-issuer', 'token-invalid');
}

/** Throws if the token of the caller stands for a resource that exists already: it allows nothing new. */
export function refuseTokenOfResource(caller: Caller): void {
  if (caller.kind === 'tpp' && caller.standsFor?.kind === 'resource')
    throw refused('token-caller-not-of-issuer', 'token-invalid');
}
