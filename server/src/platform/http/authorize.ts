import type { Temporal } from 'temporal-polyfill';
import {
  type Access,
  type BindingAccess,
  type CallerAccess,
  type CustomerAccess,
  hasRight,
  rightsIn,
  type SignInAccess,
} from '#platform/auth/access.ts';
import {
  type Application,
  assurances,
  type Caller,
  type Customer,
  type Delegate,
  type Employee,
  type Tpp,
} from '#platform/auth/caller.ts';
import { challenge, openChallenge } from '#platform/auth/challenge.ts';
import { psd2RoleId, psd2StatementId } from '#platform/auth/psd2-certificate.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** Whether this caller may use this operation at all; the operation itself decides which objects it may access. */
export function authorize(access: Access, caller: Caller, now: Temporal.Instant): Problem | undefined {
  // Clients authenticate to the operation, which runs next.
  if (access.kind === 'public' || access.kind === 'client') return undefined;
  switch (caller.kind) {
    case 'anonymous':
      return standardProblems.unauthorized({ ...openChallenge, refusal: { cause: 'credentials-missing' } });
    case 'tpp':
      return authorizeTpp(access, caller);
    case 'application':
      return authorizeApplication(access, caller);
    case 'employee':
      return authorizeEmployee(access, caller, now);
    case 'customer':
      return authorizePerson(access.customer, caller, now);
    case 'delegate':
      return authorizePerson(access.delegate, caller, now);
    case 'system':
      // Jobs call operations, never endpoints.
      return kindNotAllowed();
  }
}

function authorizeTpp({ tpp }: CallerAccess, caller: Tpp): Problem | undefined {
  if (tpp === undefined) return kindNotAllowed();
  if (tpp.roles.some((role) => caller.roles.includes(role))) return undefined;
  const needed = tpp.roles.map((role) => `${role} (${psd2RoleId(role)})`).join(' or ');
  const granted = caller.roles.length === 0 ? 'none that is known' : caller.roles.join(', ');
  return standardProblems['role-invalid']({
    message:
      `Check "role": this operation needs ${needed} in the PSD2 statement (${psd2StatementId}); ` +
      `the certificate grants ${granted}. Use a certificate with the role, or ask your competent authority for it.`,
  });
}

function authorizeApplication({ application }: CallerAccess, caller: Application): Problem | undefined {
  if (application === undefined) return kindNotAllowed();
  if (!hasRight(caller.scopes, application.scope)) return rightMissing('scope-missing', application.scope);
  return requireBinding(application, caller);
}

function authorizeEmployee(
  { employee }: CallerAccess,
  caller: Employee,
  now: Temporal.Instant,
): Problem | undefined {
  if (employee === undefined) return kindNotAllowed();
  if (!hasRight(caller.roles, employee.role)) return rightMissing('role-missing', employee.role);
  return requireBinding(employee, caller) ?? stepUp(employee, caller, now);
}

function authorizePerson(
  access: CustomerAccess | undefined,
  caller: Customer | Delegate,
  now: Temporal.Instant,
): Problem | undefined {
  if (access === undefined) return kindNotAllowed();
  if (!hasRight(caller.scopes, access.scope)) return rightMissing('scope-missing', access.scope);
  return stepUp(access, caller, now);
}

function kindNotAllowed(): Problem {
  return standardProblems.forbidden({ refusal: { cause: 'caller-kind-not-allowed' } });
}

function rightMissing(cause: 'scope-missing' | 'role-missing', requiredRight: string): Problem {
  return standardProblems.forbidden({ refusal: { cause, required: rightsIn(requiredRight).join(' ') } });
}

/** The right caller with an unbound token, which works for any holder: another token is required. */
function requireBinding({ binding }: BindingAccess, caller: Application | Employee): Problem | undefined {
  if (binding !== 'required' || caller.binding !== 'none') return undefined;
  return standardProblems.unauthorized({
    ...challenge('DPoP', { error: 'invalid_token' }),
    refusal: { cause: 'token-unbound' },
  });
}

/** RFC 9470: names what is missing, so that the client can request exactly that. */
function stepUp(
  { assurance, freshForSeconds }: SignInAccess,
  caller: Customer | Delegate | Employee,
  now: Temporal.Instant,
): Problem | undefined {
  const isStrong =
    assurance === undefined || assurances.indexOf(caller.assurance) >= assurances.indexOf(assurance);
  const ageSeconds = (now.epochMilliseconds - caller.authenticatedAt.epochMilliseconds) / 1_000;
  if (isStrong && (freshForSeconds === undefined || ageSeconds <= freshForSeconds)) return undefined;
  return standardProblems['step-up-required']({
    ...challenge(caller.binding === 'proof' ? 'DPoP' : 'Bearer', {
      error: 'insufficient_user_authentication',
      ...(assurance === undefined ? {} : { acr_values: assurance }),
      ...(freshForSeconds === undefined ? {} : { max_age: String(freshForSeconds) }),
    }),
    refusal: { cause: isStrong ? 'sign-in-too-old' : 'sign-in-too-weak' },
  });
}
