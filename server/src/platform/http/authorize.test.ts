import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type Access, callers, everyone } from '#platform/auth/access.ts';
import { type Assurance, assurances, type Caller } from '#platform/auth/caller.ts';
import { authorize } from './authorize.ts';

const now = Temporal.Instant.from('2026-11-15T10:00:00Z');
const token = { clientId: 'app-1', bankId: '01', scopes: new Set(['party.read', 'client']) };

const customer = (assurance: Assurance, ageSeconds = 0): Caller => ({
  ...token,
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
    roles: ['PSP_AI', 'PSP_IC'],
    fingerprint256: 'aa',
    bankId: '01',
  },
  application: { ...token, kind: 'application' },
  customer: customer('sca'),
  employee: {
    ...token,
    kind: 'employee',
    employeeId: 'e-1',
    unit: undefined,
    roles: new Set(['maintenance']),
  },
  system: { kind: 'system', job: 'nightly', bankId: '01' },
} as const satisfies Record<string, Caller>;

const kinds = ['anonymous', 'tpp', 'application', 'customer', 'employee', 'system'] as const;

const accesses = {
  everyone,
  nobody: callers({}),
  tpp: callers({ tpp: { role: 'PSP_AI' } }),
  'tpp, other role': callers({ tpp: { role: 'PSP_PI' } }),
  application: callers({ application: { scope: 'party.read' } }),
  'application, other scope': callers({ application: { scope: 'party.write' } }),
  customer: callers({ customer: { scope: 'client' } }),
  'customer, other scope': callers({ customer: { scope: 'client.secure' } }),
  'customer, stronger': callers({ customer: { scope: 'client', assurance: 'sca-linked' } }),
  employee: callers({ employee: { role: 'maintenance' } }),
  'employee, other role': callers({ employee: { role: 'fraud-desk' } }),
  // A scope of an application is no role of an employee, and the other way round.
  'employee, role named like a scope': callers({ employee: { role: 'party.read' } }),
  'application, scope named like a role': callers({ application: { scope: 'maintenance' } }),
  'application or employee': callers({
    application: { scope: 'party.read' },
    employee: { role: 'maintenance' },
  }),
} as const satisfies Record<string, Access>;

type Row = Readonly<Record<(typeof kinds)[number], string>>;
const nobodyIn: Row = {
  anonymous: 'unauthorized',
  tpp: 'forbidden',
  application: 'forbidden',
  customer: 'forbidden',
  employee: 'forbidden',
  system: 'forbidden',
};
const expected: Readonly<Record<keyof typeof accesses, Row>> = {
  everyone: {
    anonymous: 'in',
    tpp: 'in',
    application: 'in',
    customer: 'in',
    employee: 'in',
    system: 'in',
  },
  nobody: nobodyIn,
  tpp: { ...nobodyIn, tpp: 'in' },
  'tpp, other role': { ...nobodyIn, tpp: 'role-invalid' },
  application: { ...nobodyIn, application: 'in' },
  'application, other scope': nobodyIn,
  customer: { ...nobodyIn, customer: 'in' },
  'customer, other scope': nobodyIn,
  'customer, stronger': { ...nobodyIn, customer: 'step-up-required' },
  employee: { ...nobodyIn, employee: 'in' },
  'employee, other role': nobodyIn,
  'employee, role named like a scope': nobodyIn,
  'application, scope named like a role': nobodyIn,
  'application or employee': { ...nobodyIn, application: 'in', employee: 'in' },
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
    'with %s at an operation that wants %s is let in when that is at least as strong',
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
  ])('whose sign-in is %s seconds old at an operation that wants 300: %s', (ageSeconds, outcome) => {
    expect(authorize(wants('sca', 300), customer('sca', ageSeconds), now)?.literal ?? 'in').toBe(outcome);
  });

  test('learns by RFC 9470 what is missing', () => {
    const problem = authorize(wants('sca', 300), customer('1fa'), now);
    expect(problem?.more.headers).toEqual({
      'www-authenticate': 'Bearer error="insufficient_user_authentication", acr_values="sca", max_age="300"',
    });
    const unlimited = authorize(wants('sca-linked'), customer('sca'), now);
    expect(unlimited?.more.headers).toEqual({
      'www-authenticate': 'Bearer error="insufficient_user_authentication", acr_values="sca-linked"',
    });
  });

  test('without the scope is not told to sign in again: it would not help', () => {
    const access = callers({ customer: { scope: 'other', assurance: 'sca-linked' } });
    expect(authorize(access, customer('1fa'), now)?.literal).toBe('forbidden');
  });
});
