import { xs2a } from '../../server/src/dialects/xs2a/xs2a.ts';
import { callers } from '../../server/src/platform/auth/access.ts';
import { createClientCertificates } from '../../server/src/platform/auth/client-certificates.ts';
import { checkThirdParty } from '../../server/src/platform/auth/third-party-certificate.ts';
import { strictThirdPartyPolicy } from '../../server/src/platform/auth/third-party-checks.ts';
import { createRateLimits, ratePolicies } from '../../server/src/platform/http/rate-limits.ts';
import { testContract, testEndpoint, testInterface } from '../../server/src/platform/testing/endpoints.ts';
import { fakeClock } from '../../server/src/platform/testing/fake-clock.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { createTestServer, type TestServer } from '../../server/src/platform/testing/test-server.ts';
import { createThirdParties, type ThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { measureBlocks } from './certificate-blocks.ts';
import { type Material, type Mutation, mutations, respelt } from './certificate-mutations.ts';

const mutants: Readonly<Record<Scale, number>> = { ci: 2_000, night: 20_000, full: 20_000 };
/** Each so-manieth mutant is sent over HTTP; the others are given to the same checks directly. */
const overHttpEvery = 10;
const now = '2026-11-15T10:00:00Z';
const declared: ReadonlySet<unknown> = new Set([
  'CERTIFICATE_INVALID',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_REVOKED',
  'CERTIFICATE_BLOCKED',
  'CERTIFICATE_MISSING',
]);

/** What became of one certificate: a declared code, `accepted`, or anything else. */
type Judge = (der: Buffer) => Promise<string>;

interface Tally {
  readonly counts: Map<string, number>;
  accepted: number;
  undeclared: number;
}

/** Sends mutated certificates, of which none may be accepted, and certificates whose signature is only respelt. */
export async function tortureCertificates({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  using thirdParties = await createThirdParties();
  await using server = await openServer(thirdParties);
  const material = await materialOf(thirdParties);
  const direct = judgeDirectly(thirdParties, () => false);
  const overHttp = judgeOverHttp(server);
  for (const judge of [direct, overHttp]) {
    // Otherwise no mutant would prove anything.
    if ((await judge(material.original)) !== 'accepted') throw new Error('the original is refused');
  }
  const tally: Tally = { counts: new Map(), accepted: 0, undeclared: 0 };
  const chance = chanceFrom(seed);
  const show = progress('certificates', mutants[scale]);
  for (let done = 0; done < mutants[scale]; done += 1) {
    const mutation = mutations[done % mutations.length] ?? chance.oneOf(mutations);
    const judge = done % overHttpEvery === 0 ? overHttp : direct;
    count(tally, mutation, await judge(mutantOf(mutation, material, chance)));
    show(done + 1);
  }
  const rows = [...tally.counts].toSorted(([left], [right]) => left.localeCompare(right));
  console.log(table(['mutation, response', 'certificates'], rows));
  const evasions = await countEvasions(thirdParties, material.original);
  return [
    goalOfNone(`mutated certificates accepted, of ${mutants[scale]}`, tally.accepted),
    goalOfNone('responses other than the declared ones', tally.undeclared),
    goalOfNone('respelt signatures that evade revocation or a block', evasions),
    ...(await measureBlocks()),
  ];
}

function mutantOf(mutation: Mutation, material: Material, chance: Chance): Buffer {
  const mutant = mutation.apply(material, chance);
  if (mutant.equals(material.original)) throw new Error(`${mutation.name} changed nothing`);
  return mutant;
}

function count(tally: Tally, { name }: Mutation, outcome: string): void {
  const key = `${name}, ${outcome}`;
  tally.counts.set(key, (tally.counts.get(key) ?? 0) + 1);
  if (outcome === 'accepted') tally.accepted += 1;
  else if (!declared.has(outcome)) tally.undeclared += 1;
}

/** The last of the others is signed by an unknown key in the name of the known issuer. */
async function materialOf(thirdParties: ThirdParties): Promise<Material> {
  const [original, ...others] = await Promise.all([
    thirdParties.qwac('_AI'),
    thirdParties.qwac('_A'),
    thirdParties.qwac('_PI'),
    thirdParties.qwac('_EVIL'),
  ]);
  return { original: original.der, others: others.map(({ der }) => der) };
}

function judgeDirectly(thirdParties: ThirdParties, isNamed: (serialNumber: string) => boolean): Judge {
  const clock = fakeClock(now);
  const certificates = createClientCertificates({
    clock,
    revocations: { isRevoked: () => false },
    acceptedAuthorities: [thirdParties.caPem],
  });
  return async (der) => {
    const checked = await checkThirdParty(certificates.ofBytes(der), {
      use: 'connections',
      bankId: '01',
      now: clock.now(),
      checks: {
        policyOf: () => strictThirdPartyPolicy,
        statuses: { statusOf: () => ({ kind: 'good' }) },
        blocks: { isBlocked: ({ serialNumber }) => isNamed(serialNumber) },
      },
    });
    return checked.kind === 'accepted' ? 'accepted' : checked.literal.replace('-', '_').toUpperCase();
  };
}

const contract = testContract({
  interface: testInterface(xs2a),
  access: callers({ tpp: { roles: ['PSP_AI'] } }),
});

function openServer(thirdParties: ThirdParties): Promise<TestServer> {
  const unlimited = Object.keys(ratePolicies).map((name) => [name, { perMinute: 1_000_000_000 }]);
  return createTestServer({
    routes: [testEndpoint(contract)],
    ports: () => ({}),
    dialectFor: () => xs2a,
    isObserved: false,
    startAt: now,
    thirdParties,
    services: { rateLimits: createRateLimits(Object.fromEntries(unlimited)) },
  });
}

function judgeOverHttp(server: TestServer): Judge {
  return async (der) => {
    const as = { kind: 'tpp', certificate: { der } } as const;
    const { body, status } = await server.call({ method: 'GET', path: contract.path, as });
    if (status === 200) return 'accepted';
    const code = at(body, 'tppMessages', 0, 'code');
    return status === 401 && typeof code === 'string' ? code : `status ${status}`;
  };
}

/** A respelt certificate is accepted as the same one, until its issuer and serial number are named. */
async function countEvasions(thirdParties: ThirdParties, original: Buffer): Promise<number> {
  const again = respelt(original);
  if (again.equals(original)) throw new Error('the signature is not respelt');
  if ((await judgeDirectly(thirdParties, () => false)(again)) !== 'accepted')
    throw new Error('a respelt signature is refused');
  const revoked = await thirdParties.qwac('_REV');
  await using server = await openServer(thirdParties);
  const outcomes = [
    await judgeDirectly(thirdParties, () => true)(again),
    await judgeOverHttp(server)(respelt(revoked.der)),
  ];
  return outcomes.filter((outcome) => outcome !== 'CERTIFICATE_BLOCKED' && outcome !== 'CERTIFICATE_REVOKED')
    .length;
}

function goalOfNone(name: string, found: number): Figure {
  return { name, figure: String(found), goal: '0', isReached: found === 0 };
}
