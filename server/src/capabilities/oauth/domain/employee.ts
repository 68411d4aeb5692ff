import { interfaceScopes } from './scopes.ts';

export const employeePrefix = 'employee:';

/** Account id of an employee in the server. Customers have user ids, which never have this prefix. */
export function employeeAccountId(employeeId: string): string {
  return `${employeePrefix}${employeeId}`;
}

/** Assurance levels that a bank's own provider can confirm. */
export const staffAssurances = ['1fa', 'sca'] as const;
export type StaffAssurance = (typeof staffAssurances)[number];

/**
 * All staff roles. SPEC channel interfaces 1.5: on operations that employees may call, a role with the name of a scope
 * gives the same access; single operations name the other roles.
 */
export const staffRoles: readonly string[] = [
  ...interfaceScopes,
  'servicing-manager',
  'data-steward',
  'estate-desk',
  'kyc-officer',
  'correspondent',
  'fraud-desk',
  'party.all-units',
  'maintenance',
];

/** How a bank's provider describes its staff. */
export interface StaffRules {
  /** Claim names. A name with dots addresses a nested claim if there is no claim with the whole name. */
  readonly employeeIdClaim: string;
  readonly unitClaim: string | undefined;
  readonly rolesClaim: string;
  readonly acrClaim: string;
  /** Roles or groups of the provider, and the roles of this product that they give. */
  readonly rolesOf: ReadonlyMap<string, readonly string[]>;
  /** Authentication classes of the provider, and the assurance they stand for. */
  readonly assuranceOf: ReadonlyMap<string, StaffAssurance>;
}

/** Verified but not yet interpreted claims of the provider. */
export interface StaffProof {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Employee, in terms of this product. */
export interface StaffIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly employeeId: string;
  readonly unit: string | undefined;
  readonly roles: readonly string[];
  readonly assurance: StaffAssurance;
  readonly methods: readonly string[];
  readonly authenticatedAtSeconds: number;
}

/** Requirements of the client for the sign-in. */
export interface RequestedSignIn {
  /** Any of these levels, or a stronger one; empty if the client accepts any. */
  readonly assurances: readonly string[];
  readonly maxAgeSeconds: number;
  /** Set when a session is not enough: earlier sign-ins do not count. */
  readonly notBeforeSeconds: number | undefined;
}

export type StaffRefusal =
  | 'employee-unnamed'
  | 'employee-without-role'
  | 'sign-in-too-weak'
  | 'sign-in-too-old';

export type StaffVerdict =
  | { readonly kind: 'admitted'; readonly identity: StaffIdentity }
  | { readonly kind: 'refused'; readonly why: StaffRefusal; readonly employeeId: string | undefined };

export interface VerificationTime {
  readonly nowSeconds: number;
  /** Tolerated difference between the provider's clock and ours. */
  readonly toleranceSeconds: number;
}

/** Decides whether an employee may sign in, and with which roles. Refuses employees without a role. */
export function authorizeStaff(
  proof: StaffProof,
  rules: StaffRules,
  { requested, time }: { readonly requested: RequestedSignIn; readonly time: VerificationTime },
): StaffVerdict {
  const employeeId = employeeIdIn(claimAt(proof.claims, rules.employeeIdClaim));
  const refused = (why: StaffRefusal): StaffVerdict => ({ kind: 'refused', why, employeeId });
  if (employeeId === undefined) return refused('employee-unnamed');
  const roles = rolesIn(claimAt(proof.claims, rules.rolesClaim), rules.rolesOf);
  if (roles.length === 0) return refused('employee-without-role');
  const authenticatedAtSeconds = timeIn(claimAt(proof.claims, 'auth_time'), time);
  if (authenticatedAtSeconds === undefined || !isFresh(authenticatedAtSeconds, requested, time))
    return refused('sign-in-too-old');
  const assurance = assuranceIn(claimAt(proof.claims, rules.acrClaim), rules.assuranceOf);
  if (!isStrongEnough(assurance, requested.assurances)) return refused('sign-in-too-weak');
  return {
    kind: 'admitted',
    identity: {
      issuer: proof.issuer,
      subject: proof.subject,
      employeeId,
      unit: rules.unitClaim === undefined ? undefined : unitIn(claimAt(proof.claims, rules.unitClaim)),
      roles,
      assurance,
      methods: stringsIn(claimAt(proof.claims, 'amr')).slice(0, methodsMax),
      authenticatedAtSeconds,
    },
  };
}

/**
 * Returns the provider's authentication classes for the assurances that a client requests, in its order of preference.
 */
export function upstreamAcrValues(rules: StaffRules, requested: readonly string[]): readonly string[] {
  return requested.flatMap((wanted) =>
    [...rules.assuranceOf].filter(([, worth]) => worth === wanted).map(([theirs]) => theirs),
  );
}

/** Returns roles in the rules that do not exist, which are configuration errors. */
export function unknownRoles({ rolesOf }: Pick<StaffRules, 'rolesOf'>): readonly string[] {
  return [...new Set([...rolesOf.values()].flat())].filter((role) => !staffRoles.includes(role));
}

/** Maximum number of list entries read from a claim. */
const entriesMax = 1_000;
const methodsMax = 10;
const employeeIdPattern = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}$/;
const unitPattern = /^[\p{L}\p{N}][\p{L}\p{N} ._/&-]{0,63}$/u;

function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const step of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}

/** Reads a list of strings, or one string separated by spaces. */
function stringsIn(claim: unknown): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(claim) ? claim : (textIn(claim) ?? '').split(' ');
  return entries
    .slice(0, entriesMax)
    .filter((entry): entry is string => typeof entry === 'string' && entry !== '');
}

function textIn(claim: unknown): string | undefined {
  return typeof claim === 'string' ? claim : undefined;
}

function employeeIdIn(claim: unknown): string | undefined {
  const text = Number.isSafeInteger(claim) ? String(claim) : textIn(claim);
  return text !== undefined && isEmployeeId(text) ? text : undefined;
}

/** Returns whether a text is a valid employee id. */
export function isEmployeeId(text: string): boolean {
  return employeeIdPattern.test(text);
}

function unitIn(claim: unknown): string | undefined {
  const text = Number.isSafeInteger(claim) ? String(claim) : textIn(claim);
  return text !== undefined && unitPattern.test(text) ? text : undefined;
}

function rolesIn(claim: unknown, rolesOf: StaffRules['rolesOf']): readonly string[] {
  const roles = stringsIn(claim).flatMap((theirs) => rolesOf.get(theirs) ?? []);
  return [...new Set(roles)].filter((role) => staffRoles.includes(role)).toSorted();
}

/** Returns the strongest assurance in the claim. An authentication class without a rule counts as one factor. */
function assuranceIn(claim: unknown, assuranceOf: StaffRules['assuranceOf']): StaffAssurance {
  return stringsIn(claim).some((theirs) => assuranceOf.get(theirs) === 'sca') ? 'sca' : '1fa';
}

/** Refuses a time in the future; moves a time within the clock tolerance to now. */
function timeIn(claim: unknown, { nowSeconds, toleranceSeconds }: VerificationTime): number | undefined {
  if (typeof claim !== 'number' || !Number.isSafeInteger(claim) || claim <= 0) return undefined;
  return claim > nowSeconds + toleranceSeconds ? undefined : Math.min(claim, nowSeconds);
}

function isFresh(
  authenticatedAtSeconds: number,
  { maxAgeSeconds, notBeforeSeconds }: RequestedSignIn,
  { nowSeconds, toleranceSeconds }: VerificationTime,
): boolean {
  const since = Math.max(nowSeconds - maxAgeSeconds, notBeforeSeconds ?? 0);
  return authenticatedAtSeconds >= since - toleranceSeconds;
}

function isStrongEnough(assurance: StaffAssurance, requested: readonly string[]): boolean {
  const known = requested.filter((wanted) => allAssurances.includes(wanted));
  return known.length === 0 || known.some((wanted) => rankOf(assurance) >= rankOf(wanted));
}

/** Weakest first. The last level is bound to an action, so no sign-in has it. */
const allAssurances: readonly string[] = [...staffAssurances, 'sca-linked'];

function rankOf(assurance: string): number {
  return allAssurances.indexOf(assurance);
}
