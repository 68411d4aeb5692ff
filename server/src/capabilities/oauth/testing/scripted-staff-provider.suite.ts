import type { StaffRules } from '../domain/employee.ts';
import type {
  SignInSecrets,
  StaffProvider,
  StaffSignInEnd,
  StaffSignInRequest,
} from '../ports/staff-provider.ts';

/** Staff provider that a test controls, for tests of our own server. */
export interface ScriptedStaffProvider extends StaffProvider {
  readonly issuer: string;
  /** The last authentication request. */
  readonly asked: StaffSignInRequest | undefined;
  /** Sets the claims of the next employee; the others get valid defaults. */
  be(claims: Readonly<Record<string, unknown>>): void;
  /** Sets the result of the next callback. */
  end(how: Exclude<StaffSignInEnd, { readonly kind: 'proven' }>['kind']): void;
  leave(): void;
}

const issuer = 'https://upstream.test';

const scriptedRules: StaffRules = {
  employeeIdClaim: 'employee',
  unitClaim: 'unit',
  rolesClaim: 'groups',
  acrClaim: 'acr',
  rolesOf: new Map([['ops', ['maintenance']]]),
  assuranceOf: new Map([['gold', 'sca']]),
};

export function scriptedStaffProvider(nowSeconds: () => number): ScriptedStaffProvider {
  const begun = new Map<string, SignInSecrets>();
  let asked: StaffSignInRequest | undefined;
  let claims: Readonly<Record<string, unknown>> = {};
  let ending: StaffSignInEnd['kind'] = 'proven';
  let isAway = false;

  return {
    issuer,
    rules: scriptedRules,
    get asked() {
      return asked;
    },
    be: (given) => {
      claims = given;
    },
    end: (how) => {
      ending = how;
    },
    leave: () => {
      isAway = true;
    },
    async begin(request) {
      if (isAway) return { kind: 'away' };
      asked = request;
      begun.set(request.secrets.state, request.secrets);
      return { kind: 'redirect', url: new URL(`${issuer}/auth?state=${request.secrets.state}`) };
    },
    async finish({ parameters, secrets }) {
      if (isAway) return { kind: 'away' };
      const known = begun.get(parameters.get('state') ?? '');
      if (JSON.stringify(known) !== JSON.stringify(secrets)) return { kind: 'not-proven' };
      if (parameters.get('error') === 'access_denied') return { kind: 'cancelled' };
      const how = ending;
      ending = 'proven';
      if (how !== 'proven') return { kind: how };
      const allClaims = { auth_time: nowSeconds(), employee: 'e-1', groups: ['ops'], ...claims };
      const subject = typeof claims['sub'] === 'string' ? claims['sub'] : 'subject-1';
      return { kind: 'proven', proof: { issuer, subject, claims: allClaims } };
    },
  };
}
