import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Caller } from './caller.ts';
import type { Evidence } from './evidence.ts';
import type { TokenFacts } from './token-verifier.ts';

const bearer = /^Bearer ([\w~+/.-]+=*)$/i;
const refusal = { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } };

/** Who calls, by the bearer token; the way of every interface but the one for third parties. */
export async function identifyByToken(evidence: Evidence): Promise<Caller> {
  if (evidence.authorization === undefined) return { kind: 'anonymous' };
  const token = bearer.exec(evidence.authorization)?.[1];
  const facts = token === undefined ? undefined : await evidence.tokens.verify(token);
  if (facts === undefined || !isBoundHere(facts, evidence)) throw standardProblems.unauthorized(refusal);
  return callerFrom(facts, bankFor(facts, evidence.requestedBank));
}

/** A token tied to a certificate is worth nothing on any other connection. */
function isBoundHere(facts: TokenFacts, { certificate }: Evidence): boolean {
  if (facts.certificateFingerprint256 === undefined) return true;
  return (
    certificate.kind === 'accepted' &&
    certificate.certificate.fingerprint256 === facts.certificateFingerprint256
  );
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
  const { clientId, scopes, subject } = facts;
  if (facts.employee !== undefined) {
    const { id, unit, roles } = facts.employee;
    return { kind: 'employee', clientId, bankId, scopes, employeeId: id, unit, roles };
  }
  if (facts.customer !== undefined) {
    return { kind: 'customer', clientId, bankId, scopes, userId: subject, ...facts.customer };
  }
  return { kind: 'application', clientId, bankId, scopes };
}
