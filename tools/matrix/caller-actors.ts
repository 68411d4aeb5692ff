import { type Access, anyRight, rightsIn, type SignInAccess } from '../../server/src/platform/auth/access.ts';
import { assurances } from '../../server/src/platform/auth/caller.ts';
import { challenge } from '../../server/src/platform/auth/challenge.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import { standardProblems } from '../../server/src/platform/kernel/standard-problems.ts';
import {
  type CallerKind,
  callerKinds,
  callerWithoutRights,
  isAlwaysBound,
  type MatrixCaller,
  rightCallers,
  tokenFor,
} from './callers.ts';
import { type Actor, type ActorGroup, type Cell, type Expected, expectAllowed } from './cell.ts';

const forbidden: Expected = { kind: 'refused', problem: standardProblems.forbidden };

/** Returns a cell for a caller with a valid token and proof. */
function cellFor(
  caller: MatrixCaller,
  expected: Expected,
  more: Readonly<Record<string, string>> = {},
): Omit<Cell, 'actor'> {
  return {
    caller: caller.token.kind,
    expected,
    request: async (harness, target) => ({
      ...target,
      headers: { ...(await harness.headers(caller, target)), ...more },
    }),
  };
}

function withoutRight(kind: CallerKind, name: string): Actor {
  return {
    name,
    cells: ({ access }) => {
      if (access.kind === 'client') return [];
      return [cellFor(callerWithoutRights(kind), needsNoRight(access, kind) ? expectAllowed : forbidden)];
    },
  };
}

function needsNoRight(access: Access, kind: CallerKind): boolean {
  if (access.kind !== 'callers') return access.kind === 'public';
  const required = access[kind];
  return required !== undefined && ('role' in required ? required.role : required.scope) === anyRight;
}

/** All rights that a route requires of any caller, held by a kind of caller that it does not allow. */
const notNamed: Actor = {
  name: 'right of another kind of caller',
  cells: ({ access }) => {
    if (access.kind !== 'callers') return [];
    const names = namesIn(access);
    return callerKinds
      .filter((kind) => access[kind] === undefined)
      .map((kind) => {
        const token = tokenFor(kind, names, 'sca-linked');
        return cellFor({ token, binding: isAlwaysBound(kind) ? 'key' : 'none' }, forbidden);
      });
  },
};

function namesIn(access: Access): readonly string[] {
  if (access.kind !== 'callers') return [];
  const { application, customer, delegate, employee } = access;
  return [application?.scope, customer?.scope, delegate?.scope, employee?.role]
    .filter((name) => name !== undefined)
    .flatMap(rightsIn);
}

interface SignedIn {
  readonly caller: MatrixCaller;
  readonly required: SignInAccess;
}

/** Returns the callers for whose sign-in the route has requirements. */
function signedIn(contract: Contract): readonly SignedIn[] {
  const { access } = contract;
  if (access.kind !== 'callers') return [];
  return rightCallers(contract).flatMap((caller) => {
    const { kind } = caller.token;
    const required = kind === 'application' ? undefined : access[kind];
    return required === undefined ? [] : [{ caller, required }];
  });
}

function stepUp({ caller, required: { assurance, freshForSeconds } }: SignedIn): Expected {
  const expected = challenge(caller.binding === 'key' ? 'DPoP' : 'Bearer', {
    error: 'insufficient_user_authentication',
    ...(assurance === undefined ? {} : { acr_values: assurance }),
    ...(freshForSeconds === undefined ? {} : { max_age: String(freshForSeconds) }),
  });
  return {
    kind: 'refused',
    problem: standardProblems['step-up-required'],
    challenge: expected.headers['www-authenticate'] ?? '',
  };
}

const weaker: Actor = {
  name: 'weaker sign-in',
  cells: (contract) =>
    signedIn(contract).flatMap((each) => {
      const assurance = assurances[assurances.indexOf(each.required.assurance ?? '1fa') - 1];
      if (assurance === undefined) return [];
      const token = { ...each.caller.token, assurance };
      return [cellFor({ ...each.caller, token }, stepUp(each))];
    }),
};

const stale: Actor = {
  name: 'stale sign-in',
  cells: (contract) =>
    signedIn(contract).flatMap((each) => {
      const { freshForSeconds } = each.required;
      if (freshForSeconds === undefined) return [];
      const token = { ...each.caller.token, ageSeconds: freshForSeconds + 1 };
      return [cellFor({ ...each.caller, token }, stepUp(each))];
    }),
};

/** Returns the allowed caller with these banks in its token, and with or without a bank header. */
function inBanks(
  name: string,
  banks: readonly string[],
  { named, expected }: { readonly named?: string; readonly expected: Expected },
): Actor {
  return {
    name,
    cells: (contract) =>
      rightCallers(contract).map(({ token, binding }) =>
        cellFor(
          { token: { ...token, banks }, binding },
          expected,
          named === undefined ? {} : { 'x-bank-id': named },
        ),
      ),
  };
}

/** Returns an actor of a kind that the contract allows. */
function allowedActor(kind: CallerKind, binding: 'none' | 'key', name: string): Actor {
  return {
    name,
    cells: (contract) =>
      rightCallers(contract)
        .filter((caller) => caller.token.kind === kind)
        // A route that requires a bound token does not allow an unbound one.
        .filter((caller) => binding === 'key' || caller.binding === 'none')
        .map(({ token }) => cellFor({ token, binding }, expectAllowed)),
  };
}

export const callerActors: ActorGroup = {
  name: 'callers that are refused',
  actors: [
    withoutRight('application', 'application without the scope'),
    withoutRight('customer', 'customer without the scope'),
    withoutRight('delegate', 'service for a customer, without the scope'),
    withoutRight('employee', 'employee without the role'),
    notNamed,
    weaker,
    stale,
    inBanks('bank that the token does not name', ['01'], { named: 'nl', expected: forbidden }),
    inBanks('several banks, none named', ['01', '02'], {
      expected: { kind: 'refused', problem: standardProblems.invalid },
    }),
  ],
};

export const rightActors: ActorGroup = {
  name: 'callers that are allowed',
  actors: [
    allowedActor('application', 'none', 'application'),
    allowedActor('application', 'key', 'application with a key'),
    allowedActor('customer', 'key', 'customer with a key'),
    allowedActor('delegate', 'key', 'service for a customer, with a key'),
    allowedActor('employee', 'none', 'employee'),
    allowedActor('employee', 'key', 'employee with a key'),
    inBanks('several banks, one named', ['01', '02'], { named: '01', expected: expectAllowed }),
  ],
};
