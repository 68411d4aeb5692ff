import { anyRight, type CallerAccess, rightsIn } from '../../server/src/platform/auth/access.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';

export type CallerKind = TokenRequest['kind'];
export const callerKinds: readonly CallerKind[] = ['application', 'customer', 'delegate', 'employee'];

/** What a caller's token is bound to. */
export type TokenBinding = 'none' | 'key' | 'certificate';

/** A caller with a token, and what the token is bound to. */
export interface MatrixCaller {
  readonly token: TokenRequest;
  readonly binding: TokenBinding;
}

/** Placeholder for a customer; the harness replaces it with the id of a registered user. */
export const anyCustomer = 'usr_matrix';

/** Returns whether tokens of this kind of caller are always bound. */
export function isAlwaysBound(kind: CallerKind): boolean {
  return kind === 'customer' || kind === 'delegate';
}

const weakest = { assurance: '1fa' } as const;

/** Returns one caller of each kind that may use the route, with exactly the rights that it requires of that kind. */
export function rightCallers({ access }: Contract): readonly MatrixCaller[] {
  if (access.kind === 'client') return [];
  if (access.kind === 'public') return callerKinds.map((kind) => callerWithoutRights(kind));
  return callerKinds.flatMap((kind) => rightCaller(access, kind));
}

function rightCaller(access: CallerAccess, kind: CallerKind): readonly MatrixCaller[] {
  const required = access[kind];
  if (required === undefined) return [];
  const name = nameOf('role' in required ? required.role : required.scope);
  const signIn = 'assurance' in required && required.assurance !== undefined ? required : weakest;
  const isBound = 'binding' in required && required.binding === 'required';
  return [
    {
      token: tokenFor(kind, [name], signIn.assurance ?? weakest.assurance),
      binding: isBound || isAlwaysBound(kind) ? 'key' : 'none',
    },
  ];
}

/** Returns one of the required rights; any other right where the route requires none. */
function nameOf(right: string): string {
  return right === anyRight ? 'something.else' : (rightsIn(right)[0] ?? right);
}

/** Returns a caller of this kind with a strong sign-in and none of the required rights. */
export function callerWithoutRights(kind: CallerKind): MatrixCaller {
  return {
    token: tokenFor(kind, ['something.else'], 'sca-linked'),
    binding: isAlwaysBound(kind) ? 'key' : 'none',
  };
}

/** Returns a token request of this kind with these scopes or roles. */
export function tokenFor(kind: CallerKind, names: readonly string[], assurance: string): TokenRequest {
  const scope = names.join(' ');
  switch (kind) {
    case 'application':
      return { kind, id: 'matrix-app', scope };
    case 'customer':
    case 'delegate':
      return { kind, id: anyCustomer, scope, assurance };
    case 'employee':
      // Scopes grant nothing to staff; the token has one to show that the product ignores it.
      return { kind, id: 'matrix-employee', roles: names, scope, assurance };
  }
}
