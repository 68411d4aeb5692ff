import { interfaceScopes } from './scopes.ts';

export const employeePrefix = 'employee:';

/** The name of a member of staff in the server; customers have user ids, which never look like this. */
export function employeeAccountId(employeeId: string): string {
  return `${employeePrefix}${employeeId}`;
}

/** How strongly somebody signed in at the bank's own provider; anything stronger is not for it to say. */
export const staffAssurances = ['1fa', 'sca'] as const;
export type StaffAssurance = (typeof staffAssurances)[number];

/**
 * Every role there is. SPEC channel interfaces 1.5: where an employee may come, a role of the scope's name opens the
 * same doors; the others are named by single operations.
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

/** How one bank's provider describes its people. */
export interface StaffRules {
  /** Claims by name; a name with dots leads into nested ones where there is none of the whole name. */
  readonly employeeIdClaim: string;
  readonly unitClaim: string | undefined;
  readonly rolesClaim: string;
  readonly acrClaim: string;
  /** Roles or groups of theirs, and the roles of ours they stand for. */
  readonly rolesOf: ReadonlyMap<string, readonly string[]>;
  /** Their classes of authentication, and what they are worth here. */
  readonly assuranceOf: ReadonlyMap<string, StaffAssurance>;
}

/** What the provider has proved about somebody, before anybody has read it. */
export interface StaffProof {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A member of staff, in our words. */
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

/** What the sign-in must be like, because the client asked for it. */
export interface AskedSignIn {
  /** Any of these will do, or one that is stronger; none means that anything will. */
  readonly assurances: readonly string[];
  readonly maxAgeSeconds: number;
  /** When a session is not enough: the moment before which a sign-in does not count. */
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

export interface Moment {
  readonly nowSeconds: number;
  /** The provider's clock may differ from ours by this much. */
  readonly toleranceSeconds: number;
}

/** Decides whether somebody may come in, and as whom. Whoever has no role is nobody here. */
export function authorizeStaff(
  proof: StaffProof,
  rules: StaffRules,
  { asked, moment }: { readonly asked: AskedSignIn; readonly moment: Moment },
): StaffVerdict {
  const employeeId = employeeIdIn(claimAt(proof.claims, rules.employeeIdClaim));
  const refused = (why: StaffRefusal): StaffVerdict => ({ kind: 'refused', why, employeeId });
  if (employeeId === undefined) return refused('employee-unnamed');
  const roles = rolesIn(claimAt(proof.claims, rules.rolesClaim), rules.rolesOf);
  if (roles.length === 0) return refused('employee-without-role');
  const authenticatedAtSeconds = timeIn(claimAt(proof.claims, 'auth_time'), moment);
  if (authenticatedAtSeconds === undefined || !isFresh(authenticatedAtSeconds, asked, moment))
    return refused('sign-in-too-old');
  const assurance = assuranceIn(claimAt(proof.claims, rules.acrClaim), rules.assuranceOf);
  if (!isStrongEnough(assurance, asked.assurances)) return refused('sign-in-too-weak');
  return {
    kind: 'admitted',
    identity: {
      issuer: proof.issuer,
      subject: proof.subject,
      employeeId,
      unit: rules.unitClaim === undefined ? undefined : unitIn(claimAt(proof.claims, rules.unitClaim)),
      roles,
      assurance,
      methods: wordsIn(claimAt(proof.claims, 'amr')).slice(0, methodsMax),
      authenticatedAtSeconds,
    },
  };
}

/** Their words for what a client asked us for, in its order of preference. */
export function upstreamAcrValues(rules: StaffRules, asked: readonly string[]): readonly string[] {
  return asked.flatMap((wanted) =>
    [...rules.assuranceOf].filter(([, worth]) => worth === wanted).map(([theirs]) => theirs),
  );
}

/** Roles that the rules give and that do not exist: whoever wrote them meant something else. */
export function unknownRoles({ rolesOf }: Pick<StaffRules, 'rolesOf'>): readonly string[] {
  return [...new Set([...rolesOf.values()].flat())].filter((role) => !staffRoles.includes(role));
}

/** Most that is read of a list; a person with more groups than this is described by other means. */
const wordsMax = 1_000;
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

/** A list of words, or words in one text. */
function wordsIn(claim: unknown): readonly string[] {
  const words: readonly unknown[] = Array.isArray(claim) ? claim : (textIn(claim) ?? '').split(' ');
  return words.slice(0, wordsMax).filter((word): word is string => typeof word === 'string' && word !== '');
}

function textIn(claim: unknown): string | undefined {
  return typeof claim === 'string' ? claim : undefined;
}

function employeeIdIn(claim: unknown): string | undefined {
  const text = Number.isSafeInteger(claim) ? String(claim) : textIn(claim);
  return text !== undefined && isEmployeeId(text) ? text : undefined;
}

/** Whether a member of staff can have this id. */
export function isEmployeeId(text: string): boolean {
  return employeeIdPattern.test(text);
}

function unitIn(claim: unknown): string | undefined {
  const text = Number.isSafeInteger(claim) ? String(claim) : textIn(claim);
  return text !== undefined && unitPattern.test(text) ? text : undefined;
}

function rolesIn(claim: unknown, rolesOf: StaffRules['rolesOf']): readonly string[] {
  const roles = wordsIn(claim).flatMap((theirs) => rolesOf.get(theirs) ?? []);
  return [...new Set(roles)].filter((role) => staffRoles.includes(role)).toSorted();
}

/** The strongest of what they say; a class nobody has put a value on is worth one factor. */
function assuranceIn(claim: unknown, assuranceOf: StaffRules['assuranceOf']): StaffAssurance {
  return wordsIn(claim).some((theirs) => assuranceOf.get(theirs) === 'sca') ? 'sca' : '1fa';
}

/** A sign-in of the future did not happen; a clock that is a little ahead is put right. */
function timeIn(claim: unknown, { nowSeconds, toleranceSeconds }: Moment): number | undefined {
  if (typeof claim !== 'number' || !Number.isSafeInteger(claim) || claim <= 0) return undefined;
  return claim > nowSeconds + toleranceSeconds ? undefined : Math.min(claim, nowSeconds);
}

function isFresh(
  authenticatedAtSeconds: number,
  { maxAgeSeconds, notBeforeSeconds }: AskedSignIn,
  { nowSeconds, toleranceSeconds }: Moment,
): boolean {
  const since = Math.max(nowSeconds - maxAgeSeconds, notBeforeSeconds ?? 0);
  return authenticatedAtSeconds >= since - toleranceSeconds;
}

function isStrongEnough(assurance: StaffAssurance, asked: readonly string[]): boolean {
  const known = asked.filter((wanted) => allAssurances.includes(wanted));
  return known.length === 0 || known.some((wanted) => rankOf(assurance) >= rankOf(wanted));
}

/** Weakest first. The last is bound to an action, which no sign-in is. */
const allAssurances: readonly string[] = [...staffAssurances, 'sca-linked'];

function rankOf(assurance: string): number {
  return allAssurances.indexOf(assurance);
}
