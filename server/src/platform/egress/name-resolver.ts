import { Resolver } from 'node:dns/promises';
import type { Resolve } from './egress.ts';
import { EgressRefused } from './egress-refused.ts';

/** Limits for names that third parties choose and whose name servers they may run. */
export const resolverLimits = {
  /** From the first question to the last answer. */
  resolutionMs: 3_000,
  /** Of one question to a name server. */
  questionMs: 1_000,
  /** How often each name server is asked. */
  tries: 2,
  /** As many as calls of one purpose may be under way. */
  underWayMax: 256,
  /** More addresses of a family are not looked at: checking thousands would hold the process. */
  addressesMax: 16,
} as const;

/** The purpose that it resolves for, and for tests other name servers and limits. */
export type NameResolverOptions = Readonly<{
  purpose: string;
  servers?: readonly string[];
  limits?: Partial<Record<keyof typeof resolverLimits, number>>;
}>;

/**
 * Creates a resolver that asks the name servers itself, without threads: the resolution of the operating system holds one of
 * the few threads of the process for as long as a name server is silent, and files, hashes and other names wait for these
 * threads. It reads neither the hosts file nor search domains, which are not meant for names that third parties choose.
 */
export function createNameResolver({ limits: given, purpose, servers }: NameResolverOptions): Resolve {
  const limits = { ...resolverLimits, ...given };
  const underWay = new Map<string, Promise<readonly string[]>>();

  const ask = async (host: string): Promise<readonly string[]> => {
    // Each resolution has its own, so that it can be given up alone.
    const resolver = new Resolver({
      timeout: limits.questionMs,
      maxTimeout: limits.questionMs,
      tries: limits.tries,
    });
    if (servers !== undefined) resolver.setServers(servers);
    const end = setTimeout(() => resolver.cancel(), limits.resolutionMs);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return addressesIn(answers, limits.addressesMax);
    } finally {
      clearTimeout(end);
      underWay.delete(host);
    }
  };

  return (host) => {
    const running = underWay.get(host);
    if (running !== undefined) return running;
    if (underWay.size >= limits.underWayMax) return Promise.reject(new EgressRefused('busy', { purpose }));
    const started = ask(host);
    underWay.set(host, started);
    return started;
  };
}

/** One family is enough: many names have no addresses of the other, and some name servers do not even say so. */
function addressesIn(
  answers: readonly PromiseSettledResult<readonly string[]>[],
  addressesMax: number,
): readonly string[] {
  const found = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? answer.value.slice(0, addressesMax) : [],
  );
  if (found.length > 0) return found;
  const failed = answers.find((answer) => answer.status === 'rejected');
  throw failed?.reason ?? new Error('no addresses');
}
