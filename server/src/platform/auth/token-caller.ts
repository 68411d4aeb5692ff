import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Caller } from './caller.ts';
import { challenge, type TokenScheme } from './challenge.ts';
import type { Evidence } from './evidence.ts';
import type { TokenBinding, TokenFacts } from './token-verifier.ts';

interface Presented {
  readonly scheme: TokenScheme;
  readonly token: string;
}

const credentials = /^(Bearer|DPoP) ([\w~+/.-]+=*)$/i;

/** Who calls, by the access token; the way of every interface but the one for third parties. */
export async function identifyByToken(evidence: Evidence): Promise<Caller> {
  if (evidence.authorization === undefined) return { kind: 'anonymous' };
  const presented = presentedIn(evidence.authorization);
  if (presented === undefined) throw refused('Bearer', 'invalid_token');
  const facts = await evidence.tokens.verify(presented.token);
  if (facts === undefined) throw refused(presented.scheme, 'invalid_token');
  const problem = await bindingProblem(facts, presented, evidence);
  if (problem !== undefined) throw problem;
  return callerFrom(facts, bankFor(facts, evidence.requestedBank));
}

function presentedIn(authorization: string): Presented | undefined {
  const [, scheme, token] = credentials.exec(authorization) ?? [];
  if (scheme === undefined || token === undefined) return undefined;
  return { scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token };
}

function refused(scheme: TokenScheme, error: 'invalid_token' | 'invalid_dpop_proof'): Problem {
  return standardProblems.unauthorized(challenge(scheme, { error }));
}

/** A token that is tied to something is worth nothing without it, and belongs under the scheme of its kind. */
async function bindingProblem(
  facts: TokenFacts,
  { scheme, token }: Presented,
  evidence: Evidence,
): Promise<Problem | undefined> {
  const { binding } = facts;
  const rightScheme = schemeOf(binding);
  if (scheme !== rightScheme) return refused('DPoP', 'invalid_token');
  switch (binding.kind) {
    case 'none':
      // SPEC 1.5: a customer's token is sender-constrained, whoever issued it.
      return facts.customer === undefined ? undefined : refused('DPoP', 'invalid_token');
    case 'certificate':
      return hasCertificate(binding.fingerprint256, evidence) ? undefined : refused(scheme, 'invalid_token');
    case 'proof': {
      const { thumbprint } = binding;
      const { method, path, proof, proofs } = evidence;
      // By the token's first bank, whichever it acts in: otherwise a proof could be used once in each of its banks.
      const bankId = facts.banks[0] ?? '';
      const isGood = await proofs.isGood({ proof, method, path, token, thumbprint, bankId });
      return isGood ? undefined : refused(scheme, 'invalid_dpop_proof');
    }
  }
}

function schemeOf({ kind }: TokenBinding): TokenScheme {
  return kind === 'proof' ? 'DPoP' : 'Bearer';
}

function hasCertificate(fingerprint256: string, { certificate }: Evidence): boolean {
  return certificate.kind === 'accepted' && certificate.certificate.fingerprint256 === fingerprint256;
}

/** The token decides the bank. One with several banks must say which; one it does not have is forbidden. */
function bankFor({ banks }: TokenFacts, requested: string | undefined): string {
  const [only] = banks;
  if (requested === undefined && banks.length === 1 && only !== undefined) return only;
  if (requested === undefined) {
    throw standardProblems.invalid({
      faults: [
        {
          part: 'header',
          path: ['X-Bank-Id'],
          code: 'required',
          message: 'This token serves several banks; say which one is meant.',
        },
      ],
    });
  }
  if (!banks.includes(requested)) throw standardProblems.forbidden();
  return requested;
}

function callerFrom(facts: TokenFacts, bankId: string): Caller {
  const { clientId, idempotency, scopes, subject } = facts;
  const held = { clientId, bankId, scopes, binding: facts.binding.kind, idempotency };
  if (facts.employee !== undefined) {
    const { id, ...employee } = facts.employee;
    return { kind: 'employee', ...held, employeeId: id, ...employee };
  }
  if (facts.customer !== undefined) return { kind: 'customer', ...held, userId: subject, ...facts.customer };
  return { kind: 'application', ...held };
}
