import type { FastifyRequest } from 'fastify';
import { bankOf, type Caller } from '#platform/auth/caller.ts';
import { createProofChecks, type ProofChecks } from '#platform/auth/dpop-proof.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { authorize } from './authorize.ts';
import type { Contract } from './contract.ts';
import { certificateOf } from './request-certificate.ts';
import { createRequestCounts, type RequestCounts } from './request-counts.ts';
import type { RequestState } from './request-state.ts';
import type { Services } from './services.ts';

/** What a request must pass before its body is read, in this order. Each step throws the problem it finds. */
export type Admission = (request: FastifyRequest, state: RequestState, contract: Contract) => Promise<void>;

/** Made once; it remembers the keys that callers prove. */
export function createAdmission(services: Services): Admission {
  const { baseUrl, clock, proofReplays: replays } = services;
  const proofs = createProofChecks({ clock, baseUrl, replays });
  return async (request, visit, contract) => {
    requireHttps(visit, contract, services);
    const counts = createRequestCounts(request, visit, contract, services);
    visit.caller = await identify(request, { contract, counts, proofs, services });
    if (visit.caller.kind === 'anonymous') counts.countAnonymous();
    checkHeaders(request, contract);
    const refusal = authorize(contract.access, visit.caller, clock.now());
    if (refusal !== undefined) throw refusal;
    refuseInMaintenance(request, visit.caller, contract, services);
  };
}

function requireHttps(state: RequestState, contract: Contract, services: Services): void {
  if (isTooOpen(state, contract, services)) throw standardProblems['https-required']();
}

/** Plain http is for probes, unless something around us encrypts. */
export function isTooOpen(state: RequestState, contract: Contract, services: Services): boolean {
  const isProbe = contract.rate === 'unlimited' && contract.access.kind === 'public';
  return services.plainHttp === 'probes' && state.listener === 'plain' && !isProbe;
}

interface Identification {
  readonly contract: Contract;
  readonly counts: RequestCounts;
  readonly proofs: ProofChecks;
  readonly services: Services;
}

async function identify(
  request: FastifyRequest,
  { contract, counts, proofs, services }: Identification,
): Promise<Caller> {
  // The operation itself asks who the client is; what stands in these headers is for it alone.
  if (contract.access.kind === 'client') return { kind: 'anonymous' };
  const { certificates, listenerBank, tokens } = services;
  const certificate = certificateOf(request.raw, request.state.listener, certificates);
  const { authorization } = request.headers;
  return counts.countingRefusals({ authorization, certificate }, () =>
    contract.interface.dialect.identify({
      certificate,
      authorization,
      proof: headerText(request, 'dpop'),
      method: request.method,
      path: request.url,
      requestedBank: headerText(request, 'x-bank-id'),
      tokens,
      proofs,
      countCaller: (caller) => counts.countCaller(caller),
      listenerBank,
    }),
  );
}

function headerText({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

function checkHeaders(request: FastifyRequest, contract: Contract): void {
  const faults = contract.interface.dialect.checkHeaders(request.headers);
  if (faults.length > 0) throw standardProblems.invalid({ faults });
}

/** While a bank is in maintenance its interfaces answer 503, except where a contract stays open on purpose. */
function refuseInMaintenance(
  request: FastifyRequest,
  caller: Caller,
  contract: Contract,
  services: Services,
): void {
  if ((contract.duringMaintenance ?? contract.interface.duringMaintenance) === 'open') return;
  const bankId = bankOf(caller);
  const closure = bankId === undefined ? undefined : services.maintenance.closureOf(bankId);
  if (closure === undefined) return;
  throw standardProblems['service-unavailable']({
    retryAfterSeconds: closure.retryAfterSeconds,
    message: closure.message(request.headers['accept-language']),
  });
}
