import { challenge, openChallenge } from '../../server/src/platform/auth/challenge.ts';
import { standardProblems } from '../../server/src/platform/kernel/standard-problems.ts';
import type { TokenDetails } from '../../server/src/platform/testing/token-mint.ts';
import { rightCallers, type MatrixCaller } from './callers.ts';
import { type Actor, type ActorGroup, type Cell, type Expected, expectAllowed } from './cell.ts';
import { revoked } from './harness.ts';

const farAheadSeconds = 4_102_444_800;

/** Why a token that lets its caller in otherwise is worth nothing. */
const faults: Readonly<Record<string, TokenDetails>> = {
  'unknown issuer': { issuer: 'https://other.test' },
  'wrong audience': { audience: 'https://other.test' },
  'wrong type': { type: 'JWT' },
  expired: { validForSeconds: -60 },
  'not yet valid': { claims: { nbf: farAheadSeconds } },
  'issued later': { claims: { iat: farAheadSeconds } },
  'of no bank': { banks: [] },
  'bound in an unknown way': { claims: { cnf: { kid: 'x' } } },
  'revoked token': { tokenId: revoked.token },
  'revoked grant': { grantId: revoked.grant },
  'revoked client': { clientId: revoked.client },
};

/** What a caller is told whose token is not believed. */
export function tokenRefused(scheme: 'Bearer' | 'DPoP'): Expected {
  return {
    kind: 'refused',
    problem: standardProblems.unauthorized,
    challenge: challenge(scheme, { error: 'invalid_token' }).headers['www-authenticate'] ?? '',
  };
}

const schemeOf = ({ holder }: MatrixCaller): 'Bearer' | 'DPoP' => (holder === 'key' ? 'DPoP' : 'Bearer');

/** Clients of OAuth bring no token; nothing here is about them. */
const isAboutTokens = (kind: string): boolean => kind !== 'client';

const nobody: Actor = {
  name: 'no token',
  cells: ({ access }) => {
    if (!isAboutTokens(access.kind)) return [];
    const challengeText = openChallenge.headers['www-authenticate'];
    const refused: Expected = {
      kind: 'refused',
      problem: standardProblems.unauthorized,
      challenge: challengeText,
    };
    const expected = access.kind === 'public' ? expectAllowed : refused;
    return [{ caller: 'nobody', expected, ask: async (_rig, place) => place }];
  },
};

/** Something in place of a token. */
function rubbish(name: string, authorization: string): Actor {
  return {
    name,
    cells: ({ access }) =>
      isAboutTokens(access.kind)
        ? [
            {
              caller: 'nobody',
              expected: tokenRefused('Bearer'),
              ask: async (_rig, place) => ({ ...place, headers: { authorization } }),
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
        async ask({ forger }, place) {
          const authorization = `Bearer ${await forger.mint({ ...caller.token, boundTo: 'none' })}`;
          return { ...place, headers: { authorization } };
        },
      }),
    ),
};

function faulty(name: string, fault: TokenDetails): Actor {
  return {
    name,
    cells: (contract) =>
      rightCallers(contract).map((caller) => ({
        caller: caller.token.kind,
        expected: tokenRefused(schemeOf(caller)),
        ask: async (harness, place) => ({
          ...place,
          headers: await harness.headers({ ...caller, token: { ...caller.token, ...fault } }, place),
        }),
      })),
  };
}

export const tokenActors: ActorGroup = {
  name: 'the token',
  actors: [
    nobody,
    rubbish('malformed token', 'Bearer not.a.token'),
    rubbish('another scheme', 'Basic bWU6c2VjcmV0'),
    forged,
    ...Object.entries(faults).map(([name, fault]) => faulty(name, fault)),
  ],
};
