import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { Problem } from '#platform/kernel/problem.ts';
import type { Caller } from './caller.ts';
import type { ProofChecks, ProofContext } from './dpop-proof.ts';
import type { RequestCredentials } from './request-credentials.ts';
import { noThirdParties } from './third-party-checks.ts';
import { identifyByToken } from './token-caller.ts';
import type { TokenFacts } from './token-verifier.ts';

const facts: TokenFacts = {
  tokenId: 't-1',
  grantId: undefined,
  issuedAtSeconds: 1,
  clientId: 'app-1',
  subject: 'app-1',
  scopes: new Set(['x']),
  banks: ['01'],
  employee: undefined,
  customer: undefined,
  exchanged: undefined,
  standsFor: undefined,
  binding: { kind: 'none' },
  idempotency: 'seed-compatible',
};

function credentials(
  changed: Partial<RequestCredentials> & { readonly facts?: Partial<TokenFacts> } = {},
): RequestCredentials {
  const { facts: more, ...rest } = changed;
  return {
    certificate: { kind: 'none' },
    authorization: 'Bearer good',
    proof: undefined,
    method: 'GET',
    path: '/v1/things',
    requestedBank: undefined,
    hostBank: 'nl',
    thirdParties: noThirdParties,
    now: Temporal.Instant.fromEpochMilliseconds(0),
    tokens: {
      verify: async (token) =>
        token === 'good'
          ? { kind: 'accepted', facts: { ...facts, ...more } }
          : { kind: 'refused', cause: 'token-malformed' },
      knownAs: () => undefined,
    },
    proofs: {
      check: ({ proof }) =>
        proof === 'good proof'
          ? { kind: 'fits', use: async () => undefined }
          : { kind: 'refused', cause: 'proof-malformed' },
    },
    countCaller: () => undefined,
    ...rest,
  };
}

const toKey = { kind: 'proof', thumbprint: 'key-1' } as const;
const toCertificate = { kind: 'certificate', fingerprint256: 'aa' } as const;
const ofCustomer = {
  subject: 'usr_1',
  customer: {
    customerNumber: '1',
    actingFor: undefined,
    assurance: 'sca',
    authenticatedAt: Temporal.Instant.from('2026-11-15T10:00:00Z'),
    deviceId: 'd',
  },
} as const;
/** How a token bound to a key is presented. */
const proved = { authorization: 'DPoP good', proof: 'good proof' } as const;

/** Returns the challenge header of a refused caller. */
async function challengeOf(presented: RequestCredentials): Promise<unknown> {
  const error: unknown = await identifyByToken(presented).catch((thrown: unknown) => thrown);
  return error instanceof Problem ? [error.literal, error.more.headers?.['www-authenticate']] : error;
}

async function outcome(presented: RequestCredentials): Promise<Caller | string> {
  try {
    return await identifyByToken(presented);
  } catch (error) {
    if (error instanceof Problem) return error.literal;
    throw error;
  }
}

describe('a request', () => {
  test('without a token is anonymous', async () => {
    expect(await outcome(credentials({ authorization: undefined }))).toEqual({ kind: 'anonymous' });
  });

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer  good',
    'Bearer good x',
    'Bearer good,Bearer good',
    'Basic good',
    'DPoPgood',
    'Bearer DPoP good',
    'good',
    ' Bearer good',
    'Bearer bad',
    'Bearer g\u00f6od',
    'Bearer good\n',
  ])('with "%s" is refused without a further reason', async (authorization) => {
    const refused = identifyByToken(credentials({ authorization }));
    await expect(refused).rejects.toMatchObject({
      literal: 'unauthorized',
      more: { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    });
  });

  test.each(['Bearer good', 'bearer good', 'BEARER good'])(
    'with "%s" is authenticated',
    async (authorization) => {
      expect(await outcome(credentials({ authorization }))).toMatchObject({ kind: 'application' });
    },
  );
});

describe('the caller', () => {
  test('is an application if the token names no person', async () => {
    expect(await outcome(credentials())).toEqual({
      kind: 'application',
      clientId: 'app-1',
      bankId: '01',
      scopes: new Set(['x']),
      binding: 'none',
      idempotency: 'seed-compatible',
    });
  });

  test('is an employee if the token names one, whatever else it contains', async () => {
    const signIn = {
      assurance: 'sca',
      authenticatedAt: Temporal.Instant.from('2026-11-15T10:00:00Z'),
    } as const;
    const employee = { id: 'e-1', unit: 'u', roles: new Set(['r']), ...signIn };
    expect(await outcome(credentials({ facts: { employee } }))).toEqual({
      kind: 'employee',
      clientId: 'app-1',
      bankId: '01',
      scopes: new Set(['x']),
      binding: 'none',
      idempotency: 'seed-compatible',
      employeeId: 'e-1',
      unit: 'u',
      roles: new Set(['r']),
      ...signIn,
    });
  });

  test('is a customer if the token names one', async () => {
    const presented = { ...proved, facts: { ...ofCustomer, binding: toKey } };
    expect(await outcome(credentials(presented))).toEqual({
      kind: 'customer',
      clientId: 'app-1',
      bankId: '01',
      scopes: new Set(['x']),
      binding: 'proof',
      idempotency: 'seed-compatible',
      userId: 'usr_1',
      ...ofCustomer.customer,
    });
  });

  test('is a service for a customer if the token was exchanged; its key is not that of the device', async () => {
    const exchanged = { clientId: 'mobile-app', tokenId: 'token-1' };
    const presented = { ...proved, facts: { ...ofCustomer, exchanged, binding: toKey } };
    const { deviceId: _ofDevice, ...customer } = ofCustomer.customer;
    expect(await outcome(credentials(presented))).toEqual({
      kind: 'delegate',
      clientId: 'app-1',
      bankId: '01',
      scopes: new Set(['x']),
      binding: 'proof',
      idempotency: 'seed-compatible',
      userId: 'usr_1',
      ...customer,
    });
    expect(await outcome(credentials({ facts: { ...ofCustomer, exchanged } }))).toBe('unauthorized');
  });

  test('never acts in the bank of the listener, only in that of the token', async () => {
    expect(await outcome(credentials({ facts: { banks: ['02'] } }))).toMatchObject({ bankId: '02' });
    expect(await outcome(credentials({ facts: { banks: ['02'] }, requestedBank: 'nl' }))).toBe('forbidden');
  });
});

describe('a token bound to a certificate', () => {
  const bound = { binding: toCertificate };
  const accepted = (fingerprint256: string): RequestCredentials['certificate'] => ({
    kind: 'accepted',
    certificate: {
      fingerprint256,
      qc: undefined,
      psd2: undefined,
      der: Buffer.alloc(0),
      issuerDer: Buffer.alloc(0),
      issuer: 'i',
      serialNumber: '1',
      validFrom: Temporal.Instant.fromEpochMilliseconds(0),
      validTo: Temporal.Instant.fromEpochMilliseconds(1),
    },
  });

  test.each<[string, RequestCredentials['certificate']]>([
    ['none', { kind: 'none' }],
    ['a refused one', { kind: 'refused', reason: 'revoked' }],
    ['another one', accepted('bb')],
  ])('is refused with %s', async (_what, certificate) => {
    expect(await challengeOf(credentials({ facts: bound, certificate }))).toEqual([
      'unauthorized',
      'Bearer error="invalid_token"',
    ]);
  });

  test('is accepted with that one', async () => {
    expect(await outcome(credentials({ facts: bound, certificate: accepted('aa') }))).toMatchObject({
      kind: 'application',
      binding: 'certificate',
    });
    const presented = { facts: { ...ofCustomer, ...bound }, certificate: accepted('aa') };
    expect(await outcome(credentials(presented))).toMatchObject({ kind: 'customer', binding: 'certificate' });
  });

  test('is refused under the DPoP scheme, whatever proof comes along', async () => {
    const presented = { ...proved, facts: bound, certificate: accepted('aa') };
    expect(await challengeOf(credentials(presented))).toEqual([
      'unauthorized',
      'DPoP error="invalid_token", algs="ES256 EdDSA PS256"',
    ]);
  });
});

describe('a token bound to a key', () => {
  const bound = { binding: toKey };
  const badProof = ['unauthorized', 'DPoP error="invalid_dpop_proof", algs="ES256 EdDSA PS256"'];
  const badToken = ['unauthorized', 'DPoP error="invalid_token", algs="ES256 EdDSA PS256"'];

  test.each(['DPoP good', 'dpop good', 'DPOP good'])(
    'is accepted as "%s" with its proof',
    async (authorization) => {
      expect(await outcome(credentials({ ...proved, authorization, facts: bound }))).toMatchObject({
        kind: 'application',
        binding: 'proof',
      });
    },
  );

  test.each([undefined, '', 'bad proof'])('is refused with the proof %j', async (proof) => {
    expect(await challengeOf(credentials({ ...proved, proof, facts: bound }))).toEqual(badProof);
  });

  test('is refused under the Bearer scheme, although the proof is present', async () => {
    expect(await challengeOf(credentials({ ...proved, authorization: 'Bearer good', facts: bound }))).toEqual(
      badToken,
    );
  });

  test('that is refused gets a challenge in the scheme it used', async () => {
    expect(await challengeOf(credentials({ ...proved, authorization: 'DPoP bad' }))).toEqual(badToken);
  });

  test('must match the request: the proof covers this method, path, token and key', async () => {
    const checkedContexts: ProofContext[] = [];
    const proofs: ProofChecks = {
      check: (context) => {
        checkedContexts.push(context);
        return { kind: 'fits', use: async () => undefined };
      },
    };
    const presented = { ...proved, proofs, method: 'PUT', path: '/v1/x?y', requestedBank: '02' };
    await identifyByToken(credentials({ ...presented, facts: { ...bound, banks: ['01', '02'] } }));
    // Stored under the token's first bank: otherwise one proof could be used in every bank of the token.
    expect(checkedContexts).toEqual([
      {
        proof: 'good proof',
        method: 'PUT',
        path: '/v1/x?y',
        token: 'good',
        thumbprint: 'key-1',
        bankId: '01',
      },
    ]);
  });

  test('reveals nothing about its banks before the proof is verified', async () => {
    const presented = { ...proved, proof: 'bad proof', facts: bound, requestedBank: 'nl' };
    expect(await challengeOf(credentials(presented))).toEqual(badProof);
  });
});

describe('an unbound token', () => {
  const badToken = ['unauthorized', 'DPoP error="invalid_token", algs="ES256 EdDSA PS256"'];

  test('is refused under the DPoP scheme', async () => {
    expect(await challengeOf(credentials(proved))).toEqual(badToken);
  });

  test('is refused for a customer, whatever its issuer', async () => {
    expect(await challengeOf(credentials({ facts: ofCustomer }))).toEqual(badToken);
    expect(await challengeOf(credentials({ ...proved, facts: ofCustomer }))).toEqual(badToken);
  });
});
