import type { Temporal } from 'temporal-polyfill';
import type { Access, CallerAccess, CustomerAccess } from '#platform/auth/access.ts';
import { assurances, type Caller, type Customer, type Tpp } from '#platform/auth/caller.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** Whether this caller may use this operation at all; which objects it may touch is the operation's first decision. */
export function authorize(access: Access, caller: Caller, now: Temporal.Instant): Problem | undefined {
  if (access.kind === 'public') return undefined;
  switch (caller.kind) {
    case 'anonymous':
      return standardProblems.unauthorized();
    case 'tpp':
      return authorizeTpp(access, caller);
    case 'application':
      return allowIf(access.application !== undefined && caller.scopes.has(access.application.scope));
    case 'employee':
      return allowIf(access.employee !== undefined && caller.roles.has(access.employee.role));
    case 'customer':
      return authorizeCustomer(access, caller, now);
    case 'system':
      // Jobs call operations, never endpoints.
      return standardProblems.forbidden();
  }
}

function authorizeTpp({ tpp }: CallerAccess, caller: Tpp): Problem | undefined {
  if (tpp === undefined) return standardProblems.forbidden();
  return caller.roles.includes(tpp.role) ? undefined : standardProblems['role-invalid']();
}

function authorizeCustomer(
  { customer }: CallerAccess,
  caller: Customer,
  now: Temporal.Instant,
): Problem | undefined {
  if (customer === undefined || !caller.scopes.has(customer.scope)) return standardProblems.forbidden();
  return stepUp(customer, caller, now);
}

function allowIf(isAllowed: boolean): Problem | undefined {
  return isAllowed ? undefined : standardProblems.forbidden();
}

/** RFC 9470: says what is missing, so that the client can ask the customer for just that. */
function stepUp(access: CustomerAccess, caller: Customer, now: Temporal.Instant): Problem | undefined {
  const { assurance, freshForSeconds } = access;
  if (assurance === undefined) return undefined;
  const isStrong = assurances.indexOf(caller.assurance) >= assurances.indexOf(assurance);
  const ageSeconds = now.since(caller.authenticatedAt).total('seconds');
  if (isStrong && (freshForSeconds === undefined || ageSeconds <= freshForSeconds)) return undefined;
  const maxAge = freshForSeconds === undefined ? '' : `, max_age="${freshForSeconds}"`;
  return standardProblems['step-up-required']({
    headers: {
      'www-authenticate': `Bearer error="insufficient_user_authentication", acr_values="${assurance}"${maxAge}`,
    },
  });
}
