import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type Access, callers, everyone, oauthClients } from '#platform/auth/access.ts';
import {
  type Assurance,
  assurances,
  type Caller,
  type Customer,
  type Employee,
} from '#platform/auth/caller.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { authorize } from './authorize.ts';

const now = Temporal.Instant.from('2026-11-15T10:00:00Z');
const token = {
  clientId: 'app-1',
  bankId: '01',
  scopes: new Set(['party.read', 'client']),
  binding: 'none',
} as const;

const customer = (assurance: Assurance, ageSeconds = 0): Customer => ({
  ...token,
  binding: 'proof',
  kind: 'customer',
  userId: 'usr_1',
  customerNumber: '1000000048',
  actingFor: undefined,
  assurance,
  authenticatedAt: now.subtract({ seconds: ageSeconds }),
  deviceId: undefined,
});

const known = {
  anonymous: { kind: 'anonymous' },
  tpp: {
    kind: 'tpp',
    authorisationNumber: 'PSDNL-DNB-1',
    organizationName: 'Test TPP One B.V.',
    roles: ['PSP_AI', 'PSP_IC'],
    domains: ['tpp.test'],
    issuer: 'CN=Test QTSP CA',
    serialNumber: '1a',
    fingerprint256: 'aa',
    validTo: now,
    warnings: [],
    bankId: '01',
  },
  application: { ...token, kind: 'application' },
  customer: customer('sca'),
  delegate: {
    ...token,
    binding: 'proof',
    kind: 'delegate',
    userId: 'usr_1',
    customerNumber: '1000000048',
    actingFor: undefined,
    assurance: 'sca',
    authenticatedAt: now,
  },
  employee: {
    ...token,
    kind: 'employee',
    employeeId: 'e-1',
    unit: undefined,
    roles: new Set(['maintenance']),
    assurance: 'sca',
    authenticatedAt: now,
  },
  system: { kind: 'system', job: 'nightly', bankId: '01' },
} as const satisfies Record<string, Caller>;

const algs = 'algs="ES256 EdDSA PS256"';
const challengeOf = (problem: Problem | undefined): string | undefined =>
  problem?.more.headers?.['www-authenticate'];

const kinds = ['anonymous', 'tpp', 'application', 'customer', 'delegate', 'employee', 'system'] as const;

const accesses = {
  everyone,
  'OAuth clients': oauthClients,
  'no caller': callers({}),
  tpp: callers({ tpp: { roles: ['PSP_AI'] } }),
  'tpp, other role': callers({ tpp: { roles: ['PSP_PI'] } }),
  application: callers({ application: { scope: 'party.read' } }),
  'application, other scope': callers({ application: { scope: 'party.write' } }),
  customer: callers({ customer: { scope: 'client' } }),
  'customer, other scope': callers({ customer: { scope: 'client.secure' } }),
  'customer, stronger': callers({ customer: { scope: 'client', assurance: 'sca-linked' } }),
  // An operation that allows customers does not allow services for them, and vice versa.
  'a service for a customer': callers({ delegate: { scope: 'client' } }),
  'a service for a customer, other scope': callers({ delegate: { scope: 'client.secure' } }),
  'a service for a customer, stronger': callers({ delegate: { scope: 'client', assurance: 'sca-linked' } }),
  employee: callers({ employee: { role: 'maintenance' } }),
  'employee, other role': callers({ employee: { role: 'fraud-desk' } }),
  // A scope of an application is not a role of an employee, and vice versa.
  'employee, role named like a scope': callers({ employee: { role: 'party.read' } }),
  'application, scope named like a role': callers({ application: { scope: 'maintenance' } }),
  'application, bound': callers({ application: { scope: 'party.read', binding: 'required' } }),
  'employee, bound': callers({ employee: { role: 'maintenance', binding: 'required' } }),
  'employee, stronger': callers({ employee: { role: 'maintenance', assurance: 'sca-linked' } }),
  'application or employee': callers({
    application: { scope: 'party.read' },
    employee: { role: 'maintenance' },
  }),
} as const satisfies Record<string, Access>;

type Row = Readonly<Record<(typeof kinds)[number], string>>;
const noCaller: Row = {
  anonymous: 'unauthorized',
  tpp: 'forbidden',
  application: 'forbidden',
  customer: 'forbidden',
  delegate: 'forbidden',
  employee: 'forbidden',
  system: 'forbidden',
};
const everyCaller: Row = {
  anonymous: 'in',
  tpp: 'in',
  application: 'in',
  customer: 'in',
  delegate: 'in',
  employee: 'in',
  system: 'in',
};
const expected: Readonly<Record<keyof typeof accesses, Row>> = {
  everyone: everyCaller,
  'OAuth clients': everyCaller,
  'no caller': noCaller,
  tpp: { ...noCaller, tpp: 'in' },
  'tpp, other role': { ...noCaller, tpp: 'role-invalid' },
  application: { ...noCaller, application: 'in' },
  'application, other scope': noCaller,
  customer: { ...noCaller, customer: 'in' },
  'customer, other scope': noCaller,
  'customer, stronger': { ...noCaller, customer: 'step-up-required' },
  'a service for a customer': { ...noCaller, delegate: 'in' },
  'a service for a customer, other scope': noCaller,
  'a service for a customer, stronger': { ...noCaller, delegate: 'step-up-required' },
  employee: { ...noCaller, employee: 'in' },
  'employee, other role': noCaller,
  'employee, role named like a scope': noCaller,
  'application, scope named like a role': noCaller,
  'application, bound': { ...noCaller, application: 'unauthorized' },
  'employee, bound': { ...noCaller, employee: 'unauthorized' },
  'employee, stronger': { ...noCaller, employee: 'step-up-required' },
  'application or employee': { ...noCaller, application: 'in', employee: 'in' },
};

describe.each(Object.entries(accesses))('an operation for %s', (name, access) => {
  test.each(kinds)('decides about %s', (kind) => {
    const row = Object.entries(expected).find(([key]) => key === name)?.[1];
    expect(authorize(access, known[kind], now)?.literal ?? 'in').toBe(row?.[kind]);
  });
});

describe('a customer', () => {
  const wants = (assurance: Assurance, freshForSeconds?: number): Access =>
    callers({
      customer: { scope: 'client', assurance, ...(freshForSeconds === undefined ? {} : { freshForSeconds }) },
    });

  test.each(assurances.flatMap((has) => assurances.map((wanted) => [has, wanted] as const)))(
    'with %s at an operation that requires %s is allowed if that is at least as strong',
    (has, wanted) => {
      const isEnough = assurances.indexOf(has) >= assurances.indexOf(wanted);
      expect(authorize(wants(wanted), customer(has), now) === undefined).toBe(isEnough);
    },
  );

  test.each([
    [299, 'in'],
    [300, 'in'],
    [301, 'step-up-required'],
    [1e9, 'step-up-required'],
  ])('whose sign-in is %s seconds old at an operation that requires 300: %s', (ageSeconds, outcome) => {
    expect(authorize(wants('sca', 300), customer('sca', ageSeconds), now)?.literal ?? 'in').toBe(outcome);
  });

  test('with a proof gets a DPoP challenge with what is missing (RFC 9470)', () => {
    expect(challengeOf(authorize(wants('sca', 300), customer('1fa'), now))).toBe(
      `DPoP error="insufficient_user_authentication", acr_values="sca", max_age="300", ${algs}`,
    );
    expect(challengeOf(authorize(wants('sca-linked'), customer('sca'), now))).toBe(
      `DPoP error="insufficient_user_authentication", acr_values="sca-linked", ${algs}`,
    );
  });

  test('with a certificate gets a Bearer challenge', () => {
    const bound: Caller = { ...customer('1fa'), binding: 'certificate' };
    expect(challengeOf(authorize(wants('sca', 300), bound, now))).toBe(
      'Bearer error="insufficient_user_authentication", acr_values="sca", max_age="300"',
    );
  });

  test('may be required to have a recent sign-in of any strength', () => {
    const access = callers({ customer: { scope: 'client', freshForSeconds: 300 } });
    expect(authorize(access, customer('1fa', 300), now)).toBeUndefined();
    expect(challengeOf(authorize(access, customer('1fa', 301), now))).toBe(
      `DPoP error="insufficient_user_authentication", max_age="300", ${algs}`,
    );
  });

  test('without the scope is not challenged to sign in again: it would not help', () => {
    const access = callers({ customer: { scope: 'other', assurance: 'sca-linked' } });
    expect(authorize(access, customer('1fa'), now)?.literal).toBe('forbidden');
  });
});

describe('an employee', () => {
  const employee = (changed: Partial<Employee>): Caller => ({ ...known.employee, ...changed });
  const access = callers({
    employee: { role: 'maintenance', binding: 'required', assurance: 'sca', freshForSeconds: 300 },
  });
  const wanted = 'error="insufficient_user_authentication", acr_values="sca", max_age="300"';
  const stale = now.subtract({ seconds: 301 });

  test.each<[string, Partial<Employee>, string | undefined]>([
    ['with everything required', { binding: 'proof' }, undefined],
    ['with a certificate instead of a proof', { binding: 'certificate' }, undefined],
    ['with a weak sign-in', { binding: 'proof', assurance: '1fa' }, `DPoP ${wanted}, ${algs}`],
    ['with a stale sign-in', { binding: 'certificate', authenticatedAt: stale }, `Bearer ${wanted}`],
    ['with an unbound token', {}, `DPoP error="invalid_token", ${algs}`],
    // Signing in again would not bind the token; the binding is checked first.
    ['with none of it', { assurance: '1fa', authenticatedAt: stale }, `DPoP error="invalid_token", ${algs}`],
  ])('%s: %s', (_what, changed, expectedChallenge) => {
    expect(challengeOf(authorize(access, employee(changed), now))).toBe(expectedChallenge);
  });
});

test('an anonymous caller gets both schemes', () => {
  expect(challengeOf(authorize(accesses.employee, known.anonymous, now))).toBe(`Bearer, DPoP ${algs}`);
});
