import type { FastifyRequest } from 'fastify';
import type { RequestFacts } from './dialect.ts';
import type { Services } from './services.ts';

/** Returns what a dialect may know about a request whose caller is identified. */
export function requestFacts(
  { headers, state }: FastifyRequest,
  { clock, tppBanks }: Pick<Services, 'clock' | 'tppBanks'>,
): RequestFacts {
  return { caller: state.caller, now: clock.now(), profile: tppBanks.profileOfHost(headers.host) };
}
