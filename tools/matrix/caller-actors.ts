import {
  type Access,
  anyRight,
  rightsIn,
  type SignInAccess,
} from '../../server/src/platform/auth/access.ts';
import { assurances } from '../../server/src/platform/auth/caller.ts';
import { challenge } from '../../server/src/platform/auth/challenge.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import { standardProblems } from '../../server/src/platform/kernel/standard-problems.ts';
import {
  type CallerKind,
  callerKinds,
  rightCallers,
  type MatrixCaller,
  strangerOf,
  tokenFor,
} from './callers.ts';
import { type Actor, type ActorGroup, type Cell, type Expected, expectAllowed } from './cell.ts';

const forbidden: Expected = { kind: 'refused', problem: standardProblems.forbidden };

/** A caller whose token and proof are good. */
function cellFor(
  caller: MatrixCaller,
  expected: Expected,
  more: Readonly<Record<string, string>> = {},
): Omit<Cell, 'actor'> {
  return {
    caller: caller.token.kind,
    expected,
    ask: async (harness, place) => ({
      ...place,
      headers: { ...(await harness.headers(caller, place)), ...more },
    }),
  };
}

function withoutRight(kind: CallerKind, name: string): Actor {
  return {
    name,
    cells: ({ access }) => {
      if (access.kind === 'client') return [];
      return [cellFor(strangerOf(kind), asksForNoRight(access, kind) ? expectAllowed : forbidden)];
    },
  };
}

function asksForNoRight(access: Access, kind: CallerKind): boolean {
  if (access.kind !== 'callers') return access.kind === 'public';
  const asked = access[kind];
  return asked !== undefined && ('role' in asked ? asked.role : asked.scope) === anyRight;
}

/** Everything a route asks of anybody, in the hands of a kind of caller it does not name. */
const notNamed: Actor = {
  name: 'right of another kind of caller',
  cells: ({ access }) => {
    if (access.kind !== 'callers') return [];
    const names = namesIn(access);
    return callerKinds
      .filter((kind) => access[kind] === undefined)
      .map((kind) => {
        const token = tokenFor(kind, names, 'sca-linked');
        return cellFor({ token, holder: kind === 'customer' ? 'key' : 'nobody' }, forbidden);
      });
  },
};

function namesIn(access: Access): readonly string[] {
  if (access.kind !== 'callers') return [];
  const { application, customer, employee } = access;
  return [application?.scope, customer?.scope, employee?.role]
    .filter((name) => name !== undefined)
    .flatMap(rightsIn);
}

interface SignedIn {
  readonly caller: MatrixCaller;
  readonly asked: SignInAccess;
}

/** Callers of whom the route asks something about their sign-in. */
function signedIn(contract: Contract): readonly SignedIn[] {
  const { access } = contract;
  if (access.kind !== 'callers') return [];
  return rightCallers(contract).flatMap((caller) => {
    const { kind } = caller.token;
    const asked = kind === 'application' ? undefined : access[kind];
    return asked === undefined ? [] : [{ caller, asked }];
  });
}

function stepUp({ caller, asked: { assurance, freshForSeconds } }: SignedIn): Expected {
  const told = challenge(caller.holder === 'key' ? 'DPoP' : 'Bearer', {
    error: 'insufficient_user_authentication',
    ...(assurance === undefined ? {} : { acr_values: assurance }),
    ...(freshForSeconds === undefined ? {} : { max_age: String(freshForSeconds) }),
  });
  return {
    kind: 'refused',
    problem: standardProblems['step-up-required'],
    challenge: told.headers['www-authenticate'] ?? '',
  };
}

const weaker: Actor = {
  name: 'weaker sign-in',
  cells: (contract) =>
    signedIn(contract).flatMap((each) => {
      const assurance = assurances[assurances.indexOf(each.asked.assurance ?? '1fa') - 1];
      if (assurance === undefined) return [];
      const token = { ...each.caller.token, assurance };
      return [cellFor({ ...each.caller, token }, stepUp(each))];
    }),
};

const stale: Actor = {
  name: 'stale sign-in',
  cells: (contract) =>
    signedIn(contract).flatMap((each) => {
      const { freshForSeconds } = each.asked;
      if (freshForSeconds === undefined) return [];
      const token = { ...each.caller.token, ageSeconds: freshForSeconds + 1 };
      return [cellFor({ ...each.caller, token }, stepUp(each))];
    }),
};

/** The right caller with these banks in its token, naming one of them or none. */
function inBanks(
  name: string,
  banks: readonly string[],
  { named, expected }: { readonly named?: string; readonly expected: Expected },
): Actor {
  return {
    name,
    cells: (contract) =>
      rightCallers(contract).map(({ token, holder }) =>
        cellFor(
          { token: { ...token, banks }, holder },
          expected,
          named === undefined ? {} : { 'x-bank-id': named },
        ),
      ),
  };
}

/** Those the contract names. */
function right(kind: CallerKind, holder: 'nobody' | 'key', name: string): Actor {
  return {
    name,
    cells: (contract) =>
      rightCallers(contract)
        .filter((caller) => caller.token.kind === kind)
        // Where the route wants the token bound, the unbound one is not right.
        .filter((caller) => holder === 'key' || caller.holder === 'nobody')
        .map(({ token }) => cellFor({ token, holder }, expectAllowed)),
  };
}

export const callerActors: ActorGroup = {
  name: 'who it is',
  actors: [
    withoutRight('application', 'application without the scope'),
    withoutRight('customer', 'customer without the scope'),
    withoutRight('employee', 'employee without the role'),
    notNamed,
    weaker,
    stale,
    inBanks('bank the token does not have', ['01'], { named: 'nl', expected: forbidden }),
    inBanks('several banks, none named', ['01', '02'], {
      expected: { kind: 'refused', problem: standardProblems.invalid },
    }),
  ],
};

export const rightActors: ActorGroup = {
  name: 'who may',
  actors: [
    right('application', 'nobody', 'application'),
    right('application', 'key', 'application with a key'),
    right('customer', 'key', 'customer with a key'),
    right('employee', 'nobody', 'employee'),
    right('employee', 'key', 'employee with a key'),
    inBanks('several banks, one named', ['01', '02'], { named: '01', expected: expectAllowed }),
  ],
};
