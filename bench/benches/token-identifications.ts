import { createProofChecks } from '../../server/src/platform/auth/dpop-proof.ts';
import { createJwtVerifier } from '../../server/src/platform/auth/jwt-verifier.ts';
import { createKeySet } from '../../server/src/platform/auth/key-set.ts';
import type { RequestCredentials } from '../../server/src/platform/auth/request-credentials.ts';
import { noThirdParties } from '../../server/src/platform/auth/third-party-checks.ts';
import { identifyByToken } from '../../server/src/platform/auth/token-caller.ts';
import { nothingRevokedTokens } from '../../server/src/platform/auth/token-revocations.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { memoryProofReplays } from '../../server/src/platform/testing/memory-proof-replays.ts';
import { testBaseUrl } from '../../server/src/platform/testing/proof-maker.ts';
import { createTokenMint, testTokenIssuer } from '../../server/src/platform/testing/token-mint.ts';

/** One kind of credentials, and its cost in each round. */
export interface Identification {
  readonly name: string;
  readonly microseconds: readonly number[];
}

const target = { method: 'GET', path: '/v1/things' } as const;
const tokensRemembered = 1_000;
/** Repetitions per round; a single cache lookup is too short for the processor clock. */
const rememberedTimes = 20;

/** Measures from the headers to the caller in this process; used proofs are stored in memory, without a database. */
export async function identifications(isShort: boolean): Promise<readonly Identification[]> {
  const rounds = isShort ? 3 : 9;
  const count = isShort ? 600 : 3_000;
  const mint = await createTokenMint(systemClock);
  const keys = createKeySet({ load: async () => mint.keySet, nowMs: () => performance.now() });
  const shared = {
    certificate: { kind: 'none' },
    requestedBank: undefined,
    hostBank: '01',
    thirdParties: noThirdParties,
    now: systemClock.now(),
    ...target,
    tokens: createJwtVerifier({
      clock: systemClock,
      revocations: nothingRevokedTokens,
      issuers: [testTokenIssuer(keys)],
    }),
    proofs: createProofChecks({
      clock: systemClock,
      baseUrl: testBaseUrl,
      replays: memoryProofReplays(),
    }),
    countCaller: () => undefined,
  } as const;
  const bearer = async (): Promise<RequestCredentials> => {
    const token = await mint.mint({ kind: 'application', scope: 'a b c' });
    return { ...shared, authorization: `Bearer ${token}`, proof: undefined };
  };
  const bound = await mint.mint({ kind: 'customer', id: 'usr_1', scope: 'a b c' });
  const proved = async (): Promise<RequestCredentials> => {
    const proof = await mint.wallet.prove({ ...target, token: bound });
    return { ...shared, authorization: `DPoP ${bound}`, proof };
  };
  const known = await listOf(tokensRemembered, bearer);
  const ways: readonly (readonly [string, () => Promise<readonly RequestCredentials[]>])[] = [
    ['cached token', async () => Array.from({ length: rememberedTimes }, () => known).flat()],
    ['new token', () => listOf(count, bearer)],
    ['cached token and a new proof', () => listOf(count, proved)],
  ];
  const results = ways.map(([name, make]) => ({ name, make, microseconds: new Array<number>() }));
  // The first round compiles the code and fills the caches.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { make, microseconds } of results) {
      const cost = await cpuPerIdentification(await make());
      if (round > 0) microseconds.push(cost);
    }
  }
  return results;
}

async function listOf(
  count: number,
  make: () => Promise<RequestCredentials>,
): Promise<readonly RequestCredentials[]> {
  const list: RequestCredentials[] = [];
  for (let index = 0; index < count; index += 1) list.push(await make());
  return list;
}

/** Returns the processor time of all threads: token signatures are verified outside the main thread. */
async function cpuPerIdentification(all: readonly RequestCredentials[]): Promise<number> {
  const before = process.cpuUsage();
  for (const credentials of all) await identifyByToken(credentials);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / all.length;
}
