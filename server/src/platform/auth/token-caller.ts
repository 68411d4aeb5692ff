import type { Problem } from '#platform/kernel/problem.ts';
import type { RefusalCause } from '#platform/kernel/refusal-cause.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Caller } from './caller.ts';
import { challenge, type TokenScheme } from './challenge.ts';
import type { RequestCredentials } from './request-credentials.ts';
import type { TokenBinding, TokenFacts } from './token-verifier.ts';

interface Presented {
  readonly scheme: TokenScheme;
  readonly token: string;
}

const credentials = /^(Bearer|DPoP) ([\w~+/.-]+=*)$/i;

/** Identifies the caller by the access token, in every interface except XS2A. */
export async function identifyByToken(requestCredentials: RequestCredentials): Promise<Caller> {
  if (requestCredentials.authorization === undefined) return { kind: 'anonymous' };
  const presented = presentedIn(requestCredentials.authorization);
  if (presented === undefined) throw refused('Bearer', 'credentials-malformed');
  const verdict = await requestCredentials.tokens.verify(presented.token);
  if (verdict.kind === 'refused') throw refused(presented.scheme, verdict.cause);
  const { facts } = verdict;
  // It is for the interface of third parties alone.
  if (facts.standsFor !== undefined) throw refused(presented.scheme, 'token-caller-not-of-issuer');
  const use = checkBinding(facts, presented, requestCredentials);
  const caller = callerFrom(facts, bankFor(facts, requestCredentials.requestedBank));
  requestCredentials.countCaller(caller);
  const cause = await use();
  if (cause !== undefined) throw refused(presented.scheme, cause);
  return caller;
}

/** Returns the token of an `Authorization` header, if there is one. */
export function tokenIn(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : presentedIn(authorization)?.token;
}

/** Returns the token of an `Authorization` header, with its scheme. */
export function presentedIn(authorization: string): Presented | undefined {
  const [, scheme, token] = credentials.exec(authorization) ?? [];
  if (scheme === undefined || token === undefined) return undefined;
  return { scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token };
}

/** The caller learns whether the token or the proof was refused; the log has the cause. */
function refused(scheme: TokenScheme, cause: RefusalCause): Problem {
  const error = cause.startsWith('proof-') ? 'invalid_dpop_proof' : 'invalid_token';
  return standardProblems.unauthorized({ ...challenge(scheme, { error }), refusal: { cause } });
}

/**
 * Checks that a bound token comes with its certificate or proof and under the right scheme. Returns what remains to be
 * done once the caller has been counted: consuming the proof, which writes.
 */
function checkBinding(
  facts: TokenFacts,
  { scheme, token }: Presented,
  requestCredentials: RequestCredentials,
): () => Promise<RefusalCause | undefined> {
  const { binding } = facts;
  if (scheme !== schemeOf(binding)) throw refused('DPoP', 'token-scheme-wrong');
  switch (binding.kind) {
    case 'none':
      // SPEC 1.5: a customer's token is sender-constrained, whatever its issuer.
      if (facts.customer !== undefined) throw refused('DPoP', 'token-unbound');
      return nothingToUse;
    case 'certificate':
      if (!hasCertificate(binding.fingerprint256, requestCredentials))
        throw refused(scheme, 'token-certificate-not-shown');
      return nothingToUse;
    case 'proof': {
      const { thumbprint } = binding;
      const { method, path, proof, proofs } = requestCredentials;
      // Under the token's first bank, whichever it acts in: otherwise a proof could be used once in each of its banks.
      const bankId = facts.banks[0] ?? '';
      const verdict = proofs.check({ proof, method, path, token, thumbprint, bankId });
      if (verdict.kind === 'refused') throw refused(scheme, verdict.cause);
      return verdict.use;
    }
  }
}

const nothingToUse = async (): Promise<undefined> => undefined;

function schemeOf({ kind }: TokenBinding): TokenScheme {
  return kind === 'proof' ? 'DPoP' : 'Bearer';
}

function hasCertificate(fingerprint256: string, { certificate }: RequestCredentials): boolean {
  return certificate.kind === 'accepted' && certificate.certificate.fingerprint256 === fingerprint256;
}

/**
 * The token decides the bank. A token with several banks requires the caller to name one; a bank it does not have is
 * forbidden.
 */
function bankFor({ banks }: TokenFacts, requested: string | undefined): string {
  const [only] = banks;
  if (requested === undefined && banks.length === 1 && only !== undefined) return only;
  if (requested === undefined) {
    throw standardProblems.invalid({
      fieldErrors: [
        {
          part: 'header',
          path: ['X-Bank-Id'],
          code: 'required',
          message: 'This token serves several banks; name one of them.',
        },
      ],
    });
  }
  if (!banks.includes(requested))
    throw standardProblems.forbidden({ refusal: { cause: 'bank-not-in-token' } });
  return requested;
}

function callerFrom(facts: TokenFacts, bankId: string): Caller {
  const { clientId, idempotency, scopes, subject } = facts;
  const common = { clientId, bankId, scopes, binding: facts.binding.kind, idempotency };
  if (facts.employee !== undefined) {
    const { id, ...employee } = facts.employee;
    return { kind: 'employee', ...common, employeeId: id, ...employee };
  }
  if (facts.customer !== undefined && facts.exchanged !== undefined) {
    const { deviceId: _ofNoDevice, ...customer } = facts.customer;
    return { kind: 'delegate', ...common, userId: subject, ...customer };
  }
  if (facts.customer !== undefined)
    return { kind: 'customer', ...common, userId: subject, ...facts.customer };
  return { kind: 'application', ...common };
}
