import { challenge } from '../../server/src/platform/auth/challenge.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import { standardProblems } from '../../server/src/platform/kernel/standard-problems.ts';
import type { TestRequest } from '../../server/src/platform/testing/test-server.ts';
import { rightCallers, type MatrixCaller, strangerOf } from './callers.ts';
import type { Actor, ActorGroup, Expected, RequestTarget } from './cell.ts';
import type { Harness, Presentation } from './harness.ts';
import { tokenRefused } from './token-actors.ts';

const proofRefused: Expected = {
  kind: 'refused',
  problem: standardProblems.unauthorized,
  challenge: challenge('DPoP', { error: 'invalid_dpop_proof' }).headers['www-authenticate'] ?? '',
};

type Ask = (harness: Harness, place: RequestTarget, caller: MatrixCaller) => Promise<TestRequest>;

/** A caller who may come in, with a token bound to its key, and something wrong with how it proves that. */
function withKey(name: string, expected: Expected, ask: Ask): Actor {
  return {
    name,
    cells: (contract) =>
      rightCallers(contract).map(({ token }) => ({
        caller: token.kind,
        expected,
        ask: (harness, place) => ask(harness, place, { token, holder: 'key' }),
      })),
  };
}

/** A proof that is wrong in some part. */
function wrongProof(
  name: string,
  presentation: (harness: Harness, place: RequestTarget) => Presentation,
): Actor {
  return withKey(name, proofRefused, async (harness, place, caller) => ({
    ...place,
    headers: await harness.headers(caller, place, presentation(harness, place)),
  }));
}

const clockSeconds = ({ app: world }: Harness): number =>
  Math.floor(world.clock.now().epochMilliseconds / 1_000);

const missing = withKey('proof missing', proofRefused, async (harness, place, caller) => {
  const { authorization = '' } = await harness.headers(caller, place);
  return { ...place, headers: { authorization } };
});

const replayed = withKey('proof used before', proofRefused, async (harness, place, caller) => {
  const headers = await harness.headers(caller, place);
  await harness.app.call({ ...place, headers });
  return { ...place, headers };
});

const twice = withKey('two proofs', proofRefused, async (harness, place, caller) => {
  const { authorization = '', dpop = '' } = await harness.headers(caller, place);
  // The way Node gives us a header that was sent twice.
  return { ...place, headers: { authorization, dpop: `${dpop}, ${dpop}` } };
});

const underBearer = withKey('proof under Bearer', tokenRefused('DPoP'), async (harness, place, caller) => ({
  ...place,
  headers: await harness.headers(caller, place, { scheme: 'Bearer' }),
}));

/** A token that should have been tied to something, or to something else. */
function misbound(
  name: string,
  callersOf: (contract: Contract) => readonly MatrixCaller[],
  presentation: Presentation & { readonly expected: Expected },
): Actor {
  return {
    name,
    cells: (contract) =>
      callersOf(contract).map((caller) => ({
        caller: caller.token.kind,
        expected: presentation.expected,
        ask: async (harness, place) => ({
          ...place,
          headers: await harness.headers(caller, place, presentation),
        }),
      })),
  };
}

const heldBy =
  (holder: MatrixCaller['holder']) =>
  (contract: Contract): readonly MatrixCaller[] =>
    rightCallers(contract).map(({ token }) => ({ token, holder }));

/** A customer with all the route could ask for, and with nothing where it asks no customer. */
function unboundCustomers(contract: Contract): readonly MatrixCaller[] {
  if (contract.access.kind === 'client') return [];
  const customers = rightCallers(contract).filter(({ token }) => token.kind === 'customer');
  const all = customers.length > 0 ? customers : [strangerOf('customer')];
  return all.map(({ token }) => ({ token, holder: 'nobody' }));
}

/** Whoever the route wants bound, unbound. */
function unboundWhereRequired({ access, ...contract }: Contract): readonly MatrixCaller[] {
  if (access.kind !== 'callers') return [];
  return rightCallers({ access, ...contract })
    .filter(({ token }) => token.kind !== 'customer' && access[token.kind]?.binding === 'required')
    .map(({ token }) => ({ token, holder: 'nobody' }));
}

export const proofActors: ActorGroup = {
  name: 'what the token is tied to',
  actors: [
    missing,
    wrongProof('proof of another key', ({ otherKey }) => ({ proofBy: otherKey })),
    replayed,
    wrongProof('proof for another path', (_rig, { path }) => ({ proof: { path: `${path}/x` } })),
    wrongProof('proof for another method', (_rig, { method }) => ({
      proof: { method: method === 'GET' ? 'POST' : 'GET' },
    })),
    wrongProof('proof for another host', () => ({ proof: { baseUrl: 'https://evil.test' } })),
    wrongProof('proof for another token', () => ({ proof: { token: 'another.token' } })),
    wrongProof('proof too old', (harness) => ({ proof: { claims: { iat: clockSeconds(harness) - 61 } } })),
    wrongProof('proof from later', (harness) => ({ proof: { claims: { iat: clockSeconds(harness) + 61 } } })),
    twice,
    underBearer,
    misbound('unbound under DPoP', heldBy('nobody'), { scheme: 'DPoP', expected: tokenRefused('DPoP') }),
    misbound('certificate not there', heldBy('certificate'), { expected: tokenRefused('Bearer') }),
    misbound('unbound customer', unboundCustomers, { expected: tokenRefused('DPoP') }),
    misbound('unbound where bound is asked', unboundWhereRequired, { expected: tokenRefused('DPoP') }),
  ],
};
