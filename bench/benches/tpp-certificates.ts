import { xs2a } from '../../server/src/dialects/xs2a/xs2a.ts';
import { createClientCertificates } from '../../server/src/platform/auth/client-certificates.ts';
import { createProofChecks } from '../../server/src/platform/auth/dpop-proof.ts';
import type { RequestCredentials } from '../../server/src/platform/auth/request-credentials.ts';
import { nothingBlocked, strictThirdPartyPolicy } from '../../server/src/platform/auth/third-party-checks.ts';
import { noTokensAccepted } from '../../server/src/platform/auth/token-verifier.ts';
import { createCertificateStatusCache } from '../../server/src/platform/certificate-status/certificate-status-cache.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { createTestDatabase } from '../../server/src/platform/testing/database.ts';
import { median } from '../../server/src/platform/testing/median.ts';
import { memoryProofReplays } from '../../server/src/platform/testing/memory-proof-replays.ts';
import { testBaseUrl } from '../../server/src/platform/testing/proof-maker.ts';
import { type ThirdParties, testThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import { type Figure, table } from '../harness/report.ts';

const goalMicroseconds = 20;
/** Limit for a shared machine without warm-up: fails only on a real regression. */
const guardMicroseconds = 60;

type Decide = () => Promise<unknown>;

/** Measures what it costs to decide about a certificate that was seen before: from the bytes to the caller. */
export async function benchTppCertificates(isShort: boolean): Promise<readonly Figure[]> {
  const rounds = isShort ? 5 : 15;
  const count = isShort ? 5_000 : 20_000;
  await using database = await createTestDatabase();
  const thirdParties = await testThirdParties();
  const ways = await waysToDecide(thirdParties, database);
  const results = ways.map(([name, decide]) => ({ name, decide, microseconds: new Array<number>() }));
  // The first round compiles the code and fills the caches.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { decide, microseconds } of results) {
      const cost = await cpuOf(decide, count);
      if (round > 0) microseconds.push(cost);
    }
  }
  console.log(
    table(
      ['CPU per decision', 'median µs', 'lowest µs'],
      results.map(({ microseconds, name }) => [
        name,
        median(microseconds).toFixed(1),
        Math.min(...microseconds).toFixed(1),
      ]),
    ),
  );
  return results.map(({ microseconds, name }) => {
    const cost = median(microseconds);
    return {
      name: `decision about a known certificate, ${name}, CPU`,
      figure: `${cost.toFixed(1)} µs`,
      goal: `<= ${goalMicroseconds} µs`,
      isReached: cost <= goalMicroseconds,
      holdsGuard: cost <= guardMicroseconds,
    };
  });
}

/** A connection keeps its certificate; a proxy sends it with every request, and a message may contain one. */
async function waysToDecide(
  thirdParties: ThirdParties,
  database: Awaited<ReturnType<typeof createTestDatabase>>,
): Promise<readonly (readonly [string, Decide])[]> {
  const { der } = await thirdParties.qwac('_A');
  const certificates = createClientCertificates({
    clock: systemClock,
    revocations: { isRevoked: () => false },
    acceptedAuthorities: [thirdParties.caPem],
  });
  const statuses = createCertificateStatusCache({ database: database.app, clock: systemClock, waitMs: 0 });
  const verdict = certificates.ofBytes(der);
  if (verdict.kind !== 'accepted') throw new Error('an accepted certificate expected');
  await statuses.statusOf(verdict.certificate);
  await database.query(
    `update platform.certificate_status set status = 'good', source = 'ocsp', this_update = now(), answered_at = now()`,
  );
  await statuses.refresh();
  const identify = (certificate: RequestCredentials['certificate']): Promise<unknown> =>
    Promise.resolve(
      xs2a.identify({
        certificate,
        authorization: undefined,
        proof: undefined,
        method: 'GET',
        path: '/v1/accounts',
        requestedBank: undefined,
        tokens: noTokensAccepted,
        proofs,
        countCaller: () => undefined,
        hostBank: '01',
        thirdParties: { policyOf: () => strictThirdPartyPolicy, statuses, blocks: nothingBlocked },
        now: systemClock.now(),
      }),
    );
  const header = `:${der.toString('base64')}:`;
  return [
    // A request of HTTP has a new string for its header.
    [
      'from the header of a proxy',
      () => identify(certificates.ofHeader(Buffer.from(header).toString('latin1'))),
    ],
    ['from bytes', () => identify(certificates.ofBytes(der))],
  ];
}

const proofs = createProofChecks({ clock: systemClock, baseUrl: testBaseUrl, replays: memoryProofReplays() });

async function cpuOf(decide: Decide, count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done += 1) await decide();
  const { system, user } = process.cpuUsage(before);
  return (user + system) / count;
}
