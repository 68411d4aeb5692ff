import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { Problem } from '#platform/kernel/problem.ts';
import type { Caller } from './caller.ts';
import type { Evidence } from './evidence.ts';
import { identifyByToken } from './token-caller.ts';
import type { TokenFacts } from './token-verifier.ts';

const facts: TokenFacts = {
  clientId: 'app-1',
  subject: 'app-1',
  scopes: new Set(['x']),
  banks: ['01'],
  employee: undefined,
  customer: undefined,
  certificateFingerprint256: undefined,
};

function evidence(changed: Partial<Evidence> & { readonly facts?: Partial<TokenFacts> } = {}): Evidence {
  const { facts: more, ...rest } = changed;
  return {
    certificate: { kind: 'none' },
    authorization: 'Bearer good',
    requestedBank: undefined,
    listenerBank: 'nl',
    tokens: { verify: async (token) => (token === 'good' ? { ...facts, ...more } : undefined) },
    ...rest,
  };
}

async function outcome(given: Evidence): Promise<Caller | string> {
  try {
    return await identifyByToken(given);
  } catch (error) {
    if (error instanceof Problem) return error.literal;
    throw error;
  }
}

describe('whoever sends', () => {
  test('no token is nobody in particular', async () => {
    expect(await outcome(evidence({ authorization: undefined }))).toEqual({ kind: 'anonymous' });
  });

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer  good',
    'Bearer good x',
    'Bearer good,Bearer good',
    'Basic good',
    'DPoP good',
    'good',
    ' Bearer good',
    'Bearer bad',
    'Bearer g\u00f6od',
    'Bearer good\n',
  ])('"%s" is refused, and learns only that', async (authorization) => {
    const refused = identifyByToken(evidence({ authorization }));
    await expect(refused).rejects.toMatchObject({
      literal: 'unauthorized',
      more: { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    });
  });

  test.each(['Bearer good', 'bearer good', 'BEARER good'])('"%s" is known', async (authorization) => {
    expect(await outcome(evidence({ authorization }))).toMatchObject({ kind: 'application' });
  });
});

describe('the caller', () => {
  test('is an application when the token speaks for itself', async () => {
    expect(await outcome(evidence())).toEqual({
      kind: 'application',
      clientId: 'app-1',
      bankId: '01',
      scopes: new Set(['x']),
    });
  });

  test('is an employee when the token names one, whatever else it says', async () => {
    const employee = { id: 'e-1', unit: 'u', roles: new Set(['r']) };
    expect(await outcome(evidence({ facts: { employee } }))).toMatchObject({
      kind: 'employee',
      employeeId: 'e-1',
      unit: 'u',
      roles: new Set(['r']),
    });
  });

  test('is a customer when the token speaks for one', async () => {
    const customer = {
      customerNumber: '1',
      actingFor: undefined,
      assurance: 'sca',
      authenticatedAt: Temporal.Instant.from('2026-11-15T10:00:00Z'),
      deviceId: 'd',
    } as const;
    expect(await outcome(evidence({ facts: { subject: 'usr_1', customer } }))).toMatchObject({
      kind: 'customer',
      userId: 'usr_1',
      ...customer,
    });
  });

  test('never acts in the bank of the listener, only in its own', async () => {
    expect(await outcome(evidence({ facts: { banks: ['02'] } }))).toMatchObject({ bankId: '02' });
    expect(await outcome(evidence({ facts: { banks: ['02'] }, requestedBank: 'nl' }))).toBe('forbidden');
  });
});

describe('a token bound to a certificate', () => {
  const bound = { certificateFingerprint256: 'aa' };
  const accepted = (fingerprint256: string): Evidence['certificate'] => ({
    kind: 'accepted',
    certificate: {
      fingerprint256,
      psd2: undefined,
      der: Buffer.alloc(0),
      issuer: 'i',
      serialNumber: '1',
      validFrom: Temporal.Instant.fromEpochMilliseconds(0),
      validTo: Temporal.Instant.fromEpochMilliseconds(1),
    },
  });

  test.each<[string, Evidence['certificate']]>([
    ['none', { kind: 'none' }],
    ['a refused one', { kind: 'refused', reason: 'revoked' }],
    ['another one', accepted('bb')],
  ])('is refused with %s', async (_what, certificate) => {
    expect(await outcome(evidence({ facts: bound, certificate }))).toBe('unauthorized');
  });

  test('is good with that one', async () => {
    expect(await outcome(evidence({ facts: bound, certificate: accepted('aa') }))).toMatchObject({
      kind: 'application',
    });
  });
});
