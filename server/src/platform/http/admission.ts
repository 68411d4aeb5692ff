import type { FastifyRequest } from 'fastify';
import { bankOf, type Caller } from '#platform/auth/caller.ts';
import { createProofChecks, type ProofChecks } from '#platform/auth/dpop-proof.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { authorize } from './authorize.ts';
import type { Contract } from './contract.ts';
import { certificateOf } from './request-certificate.ts';
import { createRequestCounts, type RequestCounts } from './request-counts.ts';
import { requestFacts } from './request-facts.ts';
import { waitWithoutSlot } from './request-slot.ts';
import type { RequestState } from './request-state.ts';
import { requireOneHost } from './requested-host.ts';
import type { Services } from './services.ts';

/** The checks a request passes before its body is read, in this order. Each throws the problem it finds. */
export type Admission = (request: FastifyRequest, state: RequestState, contract: Contract) => Promise<void>;

/** Created once; it caches the keys of DPoP proofs. */
export function createAdmission(services: Services): Admission {
  const { baseUrl, clock, proofReplays: replays } = services;
  const proofs = createProofChecks({ clock, baseUrl, replays });
  return async (request, requestState, contract) => {
    requireHttps(requestState, contract, services);
    requireOneHost(request.raw);
    const counts = createRequestCounts(request, requestState, contract, services);
    requestState.caller = await identify(request, { contract, counts, proofs, services });
    if (requestState.caller.kind === 'anonymous') counts.countAnonymous();
    if (requestState.caller.kind === 'tpp') services.tppSightings?.add(requestState.caller, clock.now());
    checkHeaders(request, contract, services);
    const refusal = authorize(contract.access, requestState.caller, clock.now());
    if (refusal !== undefined) throw refusal;
    refuseInMaintenance(request, requestState.caller, contract, services);
  };
}

function requireHttps(state: RequestState, contract: Contract, services: Services): void {
  if (isTooOpen(state, contract, services)) throw standardProblems['https-required']();
}

/** Plain http serves only probes, unless a mesh encrypts the traffic. */
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
  // The operation authenticates the client itself; only it reads these headers.
  if (contract.access.kind === 'client') return { kind: 'anonymous' };
  const { certificates, clock, thirdParties, tokens, tppBanks } = services;
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
      hostBank: tppBanks.bankOfHost(request.headers.host),
      thirdParties,
      wait: (status) => waitWithoutSlot(request.raw, status, services),
      now: clock.now(),
    }),
  );
}

function headerText({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

function checkHeaders(request: FastifyRequest, contract: Contract, services: Services): void {
  const facts = requestFacts(request, services);
  const fieldErrors = contract.interface.dialect.checkHeaders(request.headers, facts);
  if (fieldErrors.length > 0) throw standardProblems.invalid({ fieldErrors });
}

function bankInPath({ params }: FastifyRequest, { path }: Contract): string | undefined {
  if (!path.includes('{bank}') || typeof params !== 'object' || params === null) return undefined;
  const bank: unknown = Reflect.get(params, 'bank');
  return typeof bank === 'string' ? bank : undefined;
}

/** While a bank is in maintenance its interfaces respond with 503, except where a contract stays open on purpose. */
function refuseInMaintenance(
  request: FastifyRequest,
  caller: Caller,
  contract: Contract,
  services: Services,
): void {
  if ((contract.duringMaintenance ?? contract.interface.duringMaintenance) === 'open') return;
  // A visitor of a bank's page has not signed in yet; the path names the bank.
  const bankId = bankOf(caller) ?? bankInPath(request, contract);
  const activeMaintenance =
    bankId === undefined ? undefined : services.maintenance.activeMaintenanceOf(bankId);
  if (activeMaintenance === undefined) return;
  throw standardProblems['service-unavailable']({
    retryAfterSeconds: activeMaintenance.retryAfterSeconds,
    message: activeMaintenance.message(request.headers['accept-language']),
  });
}
