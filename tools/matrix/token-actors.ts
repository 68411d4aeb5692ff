import { challenge, openChallenge } from '../../server/src/platform/auth/challenge.ts';
import { standardProblems } from '../../server/src/platform/kernel/standard-problems.ts';
import type { TokenDetails } from '../../server/src/platform/testing/token-mint.ts';
import { type MatrixCaller, rightCallers } from './callers.ts';
import { type Actor, type ActorGroup, type Cell, type Expected, expectAllowed } from './cell.ts';
import { revoked } from './harness.ts';

const farAheadSeconds = 4_102_444_800;

/** Faults that make an otherwise valid token invalid. */
const errors: Readonly<Record<string, TokenDetails>> = {
  'unknown issuer': { issuer: 'https://other.test' },
  'wrong audience': { audience: 'https://other.test' },
  'wrong type': { type: 'JWT' },
  expired: { validForSeconds: -60 },
  'not yet valid': { claims: { nbf: farAheadSeconds } },
  'issued in the future': { claims: { iat: farAheadSeconds } },
  'of no bank': { banks: [] },
  'bound in an unknown way': { claims: { cnf: { kid: 'x' } } },
  'revoked token': { tokenId: revoked.token },
  'revoked grant': { grantId: revoked.grant },
  'revoked client': { clientId: revoked.client },
};

/** Returns the refusal of an invalid token. */
export function tokenRefused(scheme: 'Bearer' | 'DPoP'): Expected {
  return {
    kind: 'refused',
    problem: standardProblems.unauthorized,
    challenge: challenge(scheme, { error: 'invalid_token' }).headers['www-authenticate'] ?? '',
  };
}

const schemeOf = ({ binding }: MatrixCaller): 'Bearer' | 'DPoP' => (binding === 'key' ? 'DPoP' : 'Bearer');

/** OAuth clients send no access token; these actors do not apply to them. */
const readsTokens = (kind: string): boolean => kind !== 'client';

const withoutToken: Actor = {
  name: 'no token',
  cells: ({ access }) => {
    if (!readsTokens(access.kind)) return [];
    const challengeText = openChallenge.headers['www-authenticate'];
    const refused: Expected = {
      kind: 'refused',
      problem: standardProblems.unauthorized,
      challenge: challengeText,
    };
    const expected = access.kind === 'public' ? expectAllowed : refused;
    return [{ caller: 'none', expected, request: async (_harness, target) => target }];
  },
};

/** Returns an actor that sends something else than a token. */
function notAToken(name: string, authorization: string): Actor {
  return {
    name,
    cells: ({ access }) =>
      readsTokens(access.kind)
        ? [
            {
              caller: 'none',
              expected: tokenRefused('Bearer'),
              request: async (_harness, target) => ({ ...target, headers: { authorization } }),
            },
          ]
        : [],
  };
}

const forged: Actor = {
  name: 'key of another issuer',
  cells: (contract) =>
    rightCallers(contract).map(
      (caller): Omit<Cell, 'actor'> => ({
        caller: caller.token.kind,
        expected: tokenRefused('Bearer'),
        async request({ forger }, target) {
          const authorization = `Bearer ${await forger.mint({ ...caller.token, boundTo: 'none' })}`;
          return { ...target, headers: { authorization } };
        },
      }),
    ),
};

function faulty(name: string, error: TokenDetails): Actor {
  return {
    name,
    cells: (contract) =>
      rightCallers(contract).map((caller) => ({
        caller: caller.token.kind,
        expected: tokenRefused(schemeOf(caller)),
        request: async (harness, target) => ({
          ...target,
          headers: await harness.headers({ ...caller, token: { ...caller.token, ...error } }, target),
        }),
      })),
  };
}

export const tokenActors: ActorGroup = {
  name: 'the token',
  actors: [
    withoutToken,
    notAToken('malformed token', 'Bearer not.a.token'),
    notAToken('another scheme', 'Basic bWU6c2VjcmV0'),
    forged,
    ...Object.entries(errors).map(([name, error]) => faulty(name, error)),
  ],
};
