import type { Problem } from '#platform/kernel/problem.ts';
import type { RefusalCause } from '#platform/kernel/refusal-cause.ts';
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
  if (presented === undefined) throw refused('Bearer', 'credentials-malformed');
  const verdict = await evidence.tokens.verify(presented.token);
  if (verdict.kind === 'refused') throw refused(presented.scheme, verdict.cause);
  const { facts } = verdict;
  const problem = await bindingProblem(facts, presented, evidence);
  if (problem !== undefined) throw problem;
  return callerFrom(facts, bankFor(facts, evidence.requestedBank));
}

function presentedIn(authorization: string): Presented | undefined {
  const [, scheme, token] = credentials.exec(authorization) ?? [];
  if (scheme === undefined || token === undefined) return undefined;
  return { scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token };
}

/** The caller learns whether token or proof was refused; the log has the cause. */
function refused(scheme: TokenScheme, cause: RefusalCause): Problem {
  const error = cause.startsWith('proof-') ? 'invalid_dpop_proof' : 'invalid_token';
  return standardProblems.unauthorized({ ...challenge(scheme, { error }), refusal: { cause } });
}

/** A token that is tied to something is worth nothing without it, and belongs under the scheme of its kind. */
async function bindingProblem(
  facts: TokenFacts,
  { scheme, token }: Presented,
  evidence: Evidence,
): Promise<Problem | undefined> {
  const { binding } = facts;
  const rightScheme = schemeOf(binding);
  if (scheme !== rightScheme) return refused('DPoP', 'token-scheme-wrong');
  switch (binding.kind) {
    case 'none':
      // SPEC 1.5: a customer's token is sender-constrained, whoever issued it.
      return facts.customer === undefined ? undefined : refused('DPoP', 'token-unbound');
    case 'certificate':
      return hasCertificate(binding.fingerprint256, evidence)
        ? undefined
        : refused(scheme, 'token-certificate-not-shown');
    case 'proof': {
      const { thumbprint } = binding;
      const { method, path, proof, proofs } = evidence;
      // By the token's first bank, whichever it acts in: otherwise a proof could be used once in each of its banks.
      const bankId = facts.banks[0] ?? '';
      const cause = await proofs.use({ proof, method, path, token, thumbprint, bankId });
      return cause && refused(scheme, cause);
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
  if (!banks.includes(requested))
    throw standardProblems.forbidden({ refusal: { cause: 'bank-not-in-token' } });
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
