import { anyRight, type CallerAccess, rightsIn } from '../../server/src/platform/auth/access.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { Holder } from './harness.ts';

export type CallerKind = TokenRequest['kind'];
export const callerKinds: readonly CallerKind[] = ['application', 'customer', 'employee'];

/** A caller with a token, and what the token is tied to. */
export interface MatrixCaller {
  readonly token: TokenRequest;
  readonly holder: Holder;
}

/** Whoever is a customer in the matrix and nobody in particular; the rig knows who that is. */
export const anyCustomer = 'usr_matrix';

const weakest = { assurance: '1fa' } as const;

/** One caller of each kind that may use this route, with all it asks of that kind and nothing more. */
export function rightCallers({ access }: Contract): readonly MatrixCaller[] {
  if (access.kind === 'client') return [];
  if (access.kind === 'public') return callerKinds.map((kind) => strangerOf(kind));
  return callerKinds.flatMap((kind) => rightCaller(access, kind));
}

function rightCaller(access: CallerAccess, kind: CallerKind): readonly MatrixCaller[] {
  const asked = access[kind];
  if (asked === undefined) return [];
  const name = nameOf('role' in asked ? asked.role : asked.scope);
  const signIn = 'assurance' in asked && asked.assurance !== undefined ? asked : weakest;
  const isBound = 'binding' in asked && asked.binding === 'required';
  return [
    {
      token: tokenFor(kind, [name], signIn.assurance ?? weakest.assurance),
      holder: isBound || kind === 'customer' ? 'key' : 'nobody',
    },
  ];
}

/** One of the rights that open; any at all where none is asked for. */
function nameOf(right: string): string {
  return right === anyRight ? 'something.else' : (rightsIn(right)[0] ?? right);
}

/** A caller of this kind that has nothing but its good name, however strongly it signed in. */
export function strangerOf(kind: CallerKind): MatrixCaller {
  return {
    token: tokenFor(kind, ['something.else'], 'sca-linked'),
    holder: kind === 'customer' ? 'key' : 'nobody',
  };
}

/** A token of this kind with these scopes or roles. */
export function tokenFor(kind: CallerKind, names: readonly string[], assurance: string): TokenRequest {
  const scope = names.join(' ');
  switch (kind) {
    case 'application':
      return { kind, id: 'matrix-app', scope };
    case 'customer':
      return { kind, id: anyCustomer, scope, assurance };
    case 'employee':
      // A scope opens nothing for staff; that it is there makes the refusals mean more.
      return { kind, id: 'matrix-employee', roles: names, scope, assurance };
  }
}
