import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assurances } from '#platform/auth/caller.ts';
import {
  authorizeStaff,
  type RequestedSignIn,
  type StaffRules,
  type StaffVerdict,
  staffRoles,
  unknownRoles,
  upstreamAcrValues,
} from './employee.ts';

const nowSeconds = 1_800_000_000;
const time = { nowSeconds, toleranceSeconds: 10 };
const anything: RequestedSignIn = { assurances: [], maxAgeSeconds: 3_600, notBeforeSeconds: undefined };

const rules: StaffRules = {
  employeeIdClaim: 'employee.number',
  unitClaim: 'unit',
  rolesClaim: 'realm.roles',
  acrClaim: 'acr',
  rolesOf: new Map([
    ['ops', ['maintenance', 'monitoring']],
    ['desk', ['fraud-desk']],
    ['nonsense', ['no-such-role']],
  ]),
  assuranceOf: new Map([
    ['gold', 'sca'],
    ['platinum', 'sca'],
    ['silver', '1fa'],
  ]),
};

const goodClaims = {
  employee: { number: 'e-1' },
  unit: 'utrecht-1',
  realm: { roles: ['ops'] },
  acr: 'silver',
  amr: ['pwd'],
  auth_time: nowSeconds,
};

function authorize(
  claims: Readonly<Record<string, unknown>>,
  changes: { readonly requested?: Partial<RequestedSignIn>; readonly rules?: Partial<StaffRules> } = {},
): StaffVerdict {
  const proof = { issuer: 'https://login.test', subject: 'subject-1', claims: { ...goodClaims, ...claims } };
  const requested = { ...anything, ...changes.requested };
  return authorizeStaff(proof, { ...rules, ...changes.rules }, { requested, time });
}

const identityIn = (verdict: StaffVerdict): unknown =>
  verdict.kind === 'admitted' ? verdict.identity : verdict.why;
const admitted = (part: object): unknown => expect.objectContaining(part);

describe('an employee', () => {
  it('is read from the claims that the bank has configured', () => {
    expect(identityIn(authorize({}))).toEqual({
      issuer: 'https://login.test',
      subject: 'subject-1',
      employeeId: 'e-1',
      unit: 'utrecht-1',
      roles: ['maintenance', 'monitoring'],
      assurance: '1fa',
      methods: ['pwd'],
      authenticatedAtSeconds: nowSeconds,
    });
  });

  it('may be identified by a claim whose name contains dots', () => {
    const claims = { 'https://bank.example/id': 'e-7', employee: undefined };
    const named = { rules: { employeeIdClaim: 'https://bank.example/id' } };
    expect(identityIn(authorize(claims, named))).toEqual(admitted({ employeeId: 'e-7' }));
  });

  it.each([
    ['a text', 'anna@bank.example', 'anna@bank.example'],
    ['a number', 1_001, '1001'],
  ])('may have %s as employee id', (_what, number, employeeId) => {
    expect(identityIn(authorize({ employee: { number } }))).toEqual(admitted({ employeeId }));
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['spaces', 'a b'],
    ['a line break', 'a\nb'],
    ['a colon, which would reach into other names', 'employee:1'],
    ['a list', ['e-1']],
    ['a fraction', 1.5],
    ['more than a hundred characters', 'e'.repeat(101)],
  ])('cannot have %s as employee id', (_what, number) => {
    expect(authorize({ employee: { number } })).toEqual({
      kind: 'refused',
      why: 'employee-unnamed',
      employeeId: undefined,
    });
  });

  it.each([
    ['a text', 'zwolle 2', 'zwolle 2'],
    ['a number', 12, '12'],
    ['nothing', undefined, undefined],
    ['something else', { name: 'zwolle' }, undefined],
    ['an invisible character', 'zwolle\u202e2', undefined],
  ])('belongs to a unit sent as %s', (_what, claim, unit) => {
    expect(identityIn(authorize({ unit: claim }))).toEqual(admitted({ unit }));
  });

  it('belongs to no unit if the bank configures no claim for it', () => {
    expect(identityIn(authorize({}, { rules: { unitClaim: undefined } }))).toEqual(
      admitted({ unit: undefined }),
    );
  });
});

describe('roles', () => {
  it.each([
    ['a list', ['ops', 'desk'], ['fraud-desk', 'maintenance', 'monitoring']],
    ['words in one text', 'desk ops', ['fraud-desk', 'maintenance', 'monitoring']],
    ['a list with others in between', ['unmapped', 7, null, 'desk'], ['fraud-desk']],
    ['a list that says it twice', ['desk', 'desk'], ['fraud-desk']],
  ])('are mapped from %s', (_what, claim, roles) => {
    expect(identityIn(authorize({ realm: { roles: claim } }))).toEqual(admitted({ roles }));
  });

  it.each([
    ['none', []],
    ['no claim', undefined],
    ['only unmapped ones', ['unmapped']],
    ['an unmapped role of this product', ['maintenance']],
    ['one that is mapped to a role that does not exist', ['nonsense']],
    ['a name every object has', ['constructor', '__proto__', 'toString']],
    ['an object', { ops: true }],
  ])('of an employee with %s are none, and the sign-in is refused', (_what, claim) => {
    expect(authorize({ realm: { roles: claim } })).toEqual({
      kind: 'refused',
      why: 'employee-without-role',
      employeeId: 'e-1',
    });
  });

  it('are never more than the map gives, whatever is claimed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (claim) => {
        const verdict = authorize({ realm: { roles: claim } });
        const roles = verdict.kind === 'admitted' ? verdict.identity.roles : [];
        const changes = ['fraud-desk', 'maintenance', 'monitoring'];
        expect(roles.every((role) => changes.includes(role))).toBe(true);
      }),
    );
  });

  it('are the interface scopes and some more, without those of OpenID Connect', () => {
    expect(staffRoles).toEqual(expect.arrayContaining(['party.read', 'monitoring', 'maintenance']));
    expect(staffRoles).not.toContain('openid');
    expect(staffRoles).not.toContain('offline_access');
    expect(new Set(staffRoles).size).toBe(staffRoles.length);
  });

  it('that do not exist are found in the rules', () => {
    expect(unknownRoles(rules)).toEqual(['no-such-role']);
    expect(unknownRoles({ rolesOf: new Map([['a', ['maintenance']]]) })).toEqual([]);
  });
});

describe('assurance', () => {
  it.each([
    ['gold', 'sca'],
    ['silver', '1fa'],
    ['unheard-of', '1fa'],
    [undefined, '1fa'],
    [7, '1fa'],
    [['c1', 'gold'], 'sca'],
    ['constructor', '1fa'],
  ])('of %s is %s', (acr, assurance) => {
    expect(identityIn(authorize({ acr }))).toEqual(admitted({ assurance }));
  });

  it('is sufficient if it reaches one of the requested levels', () => {
    for (const [acr, own] of [
      ['silver', '1fa'],
      ['gold', 'sca'],
    ] as const)
      for (const requested of assurances) {
        const isEnough = assurances.indexOf(own) >= assurances.indexOf(requested);
        expect(identityIn(authorize({ acr }, { requested: { assurances: [requested] } }))).toEqual(
          isEnough ? admitted({ assurance: own }) : 'sign-in-too-weak',
        );
      }
  });

  it('must reach the weakest of several requested levels', () => {
    expect(authorize({}, { requested: { assurances: ['sca', '1fa'] } }).kind).toBe('admitted');
  });

  it('ignores unknown levels in the request', () => {
    expect(authorize({}, { requested: { assurances: ['urn:unknown'] } }).kind).toBe('admitted');
  });

  it('is requested with the values of the provider', () => {
    expect(upstreamAcrValues(rules, ['sca'])).toEqual(['gold', 'platinum']);
    expect(upstreamAcrValues(rules, ['1fa', 'sca'])).toEqual(['silver', 'gold', 'platinum']);
    expect(upstreamAcrValues(rules, ['sca-linked', 'urn:unknown'])).toEqual([]);
  });
});

describe('the time of the sign-in', () => {
  it.each([
    ['just now', 0, 'admitted'],
    ['as old as allowed', 3_600, 'admitted'],
    ['a little older, by clocks that differ', 3_610, 'admitted'],
    ['older', 3_611, 'sign-in-too-old'],
    ['ahead, by clocks that differ', -10, 'admitted'],
    ['in the future', -11, 'sign-in-too-old'],
  ])('may be %s', (_what, ageSeconds, expected) => {
    const verdict = authorize({ auth_time: nowSeconds - ageSeconds });
    expect(verdict.kind === 'refused' ? verdict.why : verdict.kind).toBe(expected);
  });

  it('is never later than our own clock', () => {
    expect(identityIn(authorize({ auth_time: nowSeconds + 10 }))).toEqual(
      admitted({ authenticatedAtSeconds: nowSeconds }),
    );
  });

  it.each([undefined, 'yesterday', 1.5, 0, -1])('is required; %s is not a time', (auth_time) => {
    expect(identityIn(authorize({ auth_time }))).toBe('sign-in-too-old');
  });

  it('must be later than the request for a new sign-in', () => {
    const requested = { notBeforeSeconds: nowSeconds - 60 };
    expect(authorize({ auth_time: nowSeconds - 70 }, { requested }).kind).toBe('admitted');
    expect(identityIn(authorize({ auth_time: nowSeconds - 71 }, { requested }))).toBe('sign-in-too-old');
  });
});

describe('methods', () => {
  it('are included if they are strings', () => {
    expect(identityIn(authorize({ amr: ['pwd', 7, 'otp'] }))).toEqual(admitted({ methods: ['pwd', 'otp'] }));
    expect(identityIn(authorize({ amr: undefined }))).toEqual(admitted({ methods: [] }));
    const many = Array.from({ length: 50 }, (_, index) => `m${index}`);
    expect(identityIn(authorize({ amr: many }))).toEqual(admitted({ methods: many.slice(0, 10) }));
  });
});
