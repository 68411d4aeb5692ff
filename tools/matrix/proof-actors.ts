import { challenge } from '../../server/src/platform/auth/challenge.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import { standardProblems } from '../../server/src/platform/kernel/standard-problems.ts';
import type { TestRequest } from '../../server/src/platform/testing/test-server.ts';
import { callerWithoutRights, isAlwaysBound, type MatrixCaller, rightCallers } from './callers.ts';
import type { Actor, ActorGroup, Expected } from './cell.ts';
import type { Harness, Presentation } from './harness.ts';
import type { RequestTarget } from './request-target.ts';
import { tokenRefused } from './token-actors.ts';

const proofRefused: Expected = {
  kind: 'refused',
  problem: standardProblems.unauthorized,
  challenge: challenge('DPoP', { error: 'invalid_dpop_proof' }).headers['www-authenticate'] ?? '',
};

type BuildRequest = (harness: Harness, target: RequestTarget, caller: MatrixCaller) => Promise<TestRequest>;

/** Returns an actor with an allowed caller and a token bound to its key, that sends a wrong proof. */
function withKey(name: string, expected: Expected, build: BuildRequest): Actor {
  return {
    name,
    cells: (contract) =>
      rightCallers(contract).map(({ token }) => ({
        caller: token.kind,
        expected,
        request: (harness, target) => build(harness, target, { token, binding: 'key' }),
      })),
  };
}

/** Returns an actor whose proof has one wrong part. */
function wrongProof(
  name: string,
  presentation: (harness: Harness, target: RequestTarget) => Presentation,
): Actor {
  return withKey(name, proofRefused, async (harness, target, caller) => ({
    ...target,
    headers: await harness.headers(caller, target, presentation(harness, target)),
  }));
}

const clockSeconds = ({ app }: Harness): number => Math.floor(app.clock.now().epochMilliseconds / 1_000);

const missing = withKey('proof missing', proofRefused, async (harness, target, caller) => {
  const { authorization = '' } = await harness.headers(caller, target);
  return { ...target, headers: { authorization } };
});

const replayed = withKey('proof used before', proofRefused, async (harness, target, caller) => {
  const headers = await harness.headers(caller, target);
  await harness.app.call({ ...target, headers });
  return { ...target, headers };
});

const twice = withKey('two proofs', proofRefused, async (harness, target, caller) => {
  const { authorization = '', dpop = '' } = await harness.headers(caller, target);
  // Node joins a header that was sent twice in this way.
  return { ...target, headers: { authorization, dpop: `${dpop}, ${dpop}` } };
});

const underBearer = withKey('proof under Bearer', tokenRefused('DPoP'), async (harness, target, caller) => ({
  ...target,
  headers: await harness.headers(caller, target, { scheme: 'Bearer' }),
}));

/** Returns an actor whose token is not bound, or bound to something else than required. */
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
        request: async (harness, target) => ({
          ...target,
          headers: await harness.headers(caller, target, presentation),
        }),
      })),
  };
}

const boundTo =
  (binding: MatrixCaller['binding']) =>
  (contract: Contract): readonly MatrixCaller[] =>
    rightCallers(contract).map(({ token }) => ({ token, binding }));

/** Returns unbound customers with the required rights; without rights where the route allows no customers. */
function unboundCustomers(contract: Contract): readonly MatrixCaller[] {
  if (contract.access.kind === 'client') return [];
  const customers = rightCallers(contract).filter(({ token }) => isAlwaysBound(token.kind));
  const all = customers.length > 0 ? customers : [callerWithoutRights('customer')];
  return all.map(({ token }) => ({ token, binding: 'none' }));
}

/** Returns the callers that the route requires to be bound, with unbound tokens. */
function unboundWhereRequired({ access, ...contract }: Contract): readonly MatrixCaller[] {
  if (access.kind !== 'callers') return [];
  return rightCallers({ access, ...contract })
    .filter(({ token: { kind } }) => {
      const required = access[kind];
      return required !== undefined && 'binding' in required && required.binding === 'required';
    })
    .map(({ token }) => ({ token, binding: 'none' }));
}

export const proofActors: ActorGroup = {
  name: 'binding of the token',
  actors: [
    missing,
    wrongProof('proof of another key', ({ otherKey }) => ({ proofBy: otherKey })),
    replayed,
    wrongProof('proof for another path', (_harness, { path }) => ({ proof: { path: `${path}/x` } })),
    wrongProof('proof for another method', (_harness, { method }) => ({
      proof: { method: method === 'GET' ? 'POST' : 'GET' },
    })),
    wrongProof('proof for another host', () => ({ proof: { baseUrl: 'https://evil.test' } })),
    wrongProof('proof for another token', () => ({ proof: { token: 'another.token' } })),
    wrongProof('proof too old', (harness) => ({ proof: { claims: { iat: clockSeconds(harness) - 61 } } })),
    wrongProof('proof from the future', (harness) => ({
      proof: { claims: { iat: clockSeconds(harness) + 61 } },
    })),
    twice,
    underBearer,
    misbound('unbound under DPoP', boundTo('none'), { scheme: 'DPoP', expected: tokenRefused('DPoP') }),
    misbound('certificate missing', boundTo('certificate'), { expected: tokenRefused('Bearer') }),
    misbound('unbound customer', unboundCustomers, { expected: tokenRefused('DPoP') }),
    misbound('unbound where binding is required', unboundWhereRequired, { expected: tokenRefused('DPoP') }),
  ],
};
