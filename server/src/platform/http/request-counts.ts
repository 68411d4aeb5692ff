import type { FastifyRequest } from 'fastify';
import { bankOf, type Caller, callerId } from '#platform/auth/caller.ts';
import type { RequestCredentials } from '#platform/auth/request-credentials.ts';
import { tokenIn } from '#platform/auth/token-caller.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Contract } from './contract.ts';
import type { CountedRate, RateKey, RateVerdict } from './rate-limits.ts';
import type { RequestState } from './request-state.ts';
import type { Services } from './services.ts';
import { networkOf, sourceAddressOf } from './source-address.ts';

type Credentials = Pick<RequestCredentials, 'authorization' | 'certificate'>;

/** Counts one request for its caller or network; each step throws `too-many-requests` at the limit. ADR 0056. */
export interface RequestCounts {
  /** Identifies a caller and counts a refusal; at the limit of refusals nothing is verified any more. */
  countingRefusals(credentials: Credentials, identify: () => Caller | Promise<Caller>): Promise<Caller>;
  countCaller(caller: Caller): void;
  countAnonymous(): void;
}

/** Classes whose callers are unknown until the operation runs. */
const countedByAddress: ReadonlySet<CountedRate> = new Set<CountedRate>(['token', 'page']);

/** Creates the counters of one request. */
export function createRequestCounts(
  request: FastifyRequest,
  state: RequestState,
  contract: Contract,
  services: Pick<Services, 'rateLimits' | 'tokens' | 'tppBanks'>,
): RequestCounts {
  const { rateLimits, tokens, tppBanks } = services;
  const address = sourceAddressOf(request.raw, state.listener) ?? '';
  const take = (rate: CountedRate, key: RateKey): void =>
    requireAllowed(rate, key, rateLimits.take(rate, key, performance.now()));

  return {
    async countingRefusals(credentials, identify) {
      const key = keyOfRefusals(credentials, address, tokens);
      const isOpen = credentials.authorization === undefined && contract.access.kind === 'public';
      if (!isOpen) requireAllowed('refused', key, rateLimits.peek('refused', key, performance.now()));
      try {
        return await identify();
        // This refusal is returned as it is; the next ones are counted.
      } catch (error) {
        if (isRefusal(error)) rateLimits.take('refused', key, performance.now());
        throw error;
      }
    },
    countCaller(caller) {
      if (contract.rate === 'unlimited') return;
      try {
        take(contract.rate, keyOfCaller(caller, contract.rate, tppBanks));
      } catch (error) {
        // The log names an authenticated caller.
        state.caller = caller;
        throw error;
      }
    },
    countAnonymous() {
      // About to be refused: it sent no credentials.
      if (contract.access.kind === 'callers') return take('refused', { address });
      if (contract.rate === 'unlimited') return undefined;
      return take(countedByAddress.has(contract.rate) ? contract.rate : 'anonymous', { address });
    },
  };
}

/** Returns who a request of an authenticated caller is counted for; third parties have the limits of their bank. */
function keyOfCaller(caller: Caller, rate: CountedRate, tppBanks: Services['tppBanks']): RateKey {
  const key = `${bankOf(caller)} ${caller.kind} ${callerId(caller)}`;
  if (caller.kind !== 'tpp' || (rate !== 'tpp-read' && rate !== 'tpp-change')) return key;
  return { caller: key, perMinute: tppBanks.profileOf(caller.bankId).rates[rate] };
}

/**
 * Returns who a refusal is counted for. A token or certificate that was accepted before has its own counter in its
 * network: it is stopped neither by what a neighbour sends nor by what a thief of it sends elsewhere.
 */
function keyOfRefusals(
  { authorization, certificate }: Credentials,
  address: string,
  tokens: Services['tokens'],
): RateKey {
  const token = tokenIn(authorization);
  const known = token === undefined ? certificateName(certificate) : tokens.knownAs(token);
  return known === undefined ? { address } : `${networkOf(address)} ${known}`;
}

function certificateName(certificate: Credentials['certificate']): string | undefined {
  return certificate.kind === 'accepted' ? certificate.certificate.fingerprint256 : undefined;
}

const refusalKinds: ReadonlySet<string> = new Set(['unauthenticated', 'forbidden', 'invalid']);

function isRefusal(error: unknown): boolean {
  return error instanceof Problem && refusalKinds.has(error.entry.kind);
}

function requireAllowed(rate: CountedRate, key: RateKey, verdict: RateVerdict): void {
  if (verdict.isAllowed) return;
  const isOfCaller = (typeof key === 'string' || 'caller' in key) && rate !== 'refused';
  throw standardProblems['too-many-requests']({
    ...(isOfCaller ? { message: limitText(rate, verdict) } : {}),
    retryAfterSeconds: verdict.resetSeconds,
    refusal: { cause: isOfCaller ? 'rate-limit-of-caller' : 'rate-limit-of-network', rateClass: rate },
    headers: {
      ratelimit: `"${rate}";r=0;t=${verdict.resetSeconds}`,
      'ratelimit-policy': `"${rate}";q=${verdict.limit};w=60`,
    },
  });
}

/** Names the limit, so that a client knows which of its requests to slow down. */
function limitText(rate: CountedRate, { limit, resetSeconds }: RateVerdict): string {
  return `Limit ${rate}: ${limit} requests a minute. Wait ${resetSeconds} s before the next one.`;
}
