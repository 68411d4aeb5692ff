import type { Temporal } from 'temporal-polyfill';
import type { FieldError, FieldErrorCode } from '#platform/kernel/problem.ts';
import {
  type Binding,
  type Client,
  type ClientKind,
  type IdempotencyMode,
  type Introspection,
  isClientId,
} from './client.ts';
import { type AuthenticationDraft, readAuthentication } from './client-authentication.ts';
import { redirectUriFault } from './redirect-uri.ts';
import { isScope, mayHoldScope } from './scopes.ts';

/** Requested registration of a client. */
export interface ClientDraft {
  readonly clientId: string;
  readonly kind: ClientKind;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly authentication: AuthenticationDraft;
  readonly binding: Binding;
  readonly introspects: Introspection;
  readonly idempotency: IdempotencyMode;
}

export type Registration =
  | { readonly kind: 'registered'; readonly client: Client }
  | { readonly kind: 'faulty'; readonly faults: readonly FieldError[] };

const scopesMax = 50;
const redirectUrisMax = 10;
const nameLengthMax = 100;

/** Creates a client from a draft, or returns all faults of the draft. */
export function register(
  draft: ClientDraft,
  { bankId, now }: { readonly bankId: string; readonly now: Temporal.Instant },
): Registration {
  const { authentication, faults: ofAuthentication } = readAuthentication(draft.authentication);
  const faults = [
    ...nameFaults(draft),
    ...scopeFaults(draft),
    ...redirectFaults(draft, 'redirectUris'),
    ...redirectFaults(draft, 'postLogoutRedirectUris'),
    ...ofAuthentication,
    ...tokenFaults(draft),
  ];
  if (faults.length > 0) return { kind: 'faulty', faults };
  return {
    kind: 'registered',
    client: {
      bankId,
      ...draftedParts(draft),
      state: 'active',
      authentication,
      version: 1n,
      createdAt: now,
      modifiedAt: now,
    },
  };
}

/** Copies the members of a draft one by one, because a draft may have additional members. */
function draftedParts(draft: ClientDraft): Omit<ClientDraft, 'authentication'> {
  return {
    clientId: draft.clientId,
    kind: draft.kind,
    name: draft.name,
    scopes: draft.scopes,
    redirectUris: draft.redirectUris,
    postLogoutRedirectUris: draft.postLogoutRedirectUris,
    binding: draft.binding,
    introspects: draft.introspects,
    idempotency: draft.idempotency,
  };
}

function nameFaults({ clientId, name }: ClientDraft): readonly FieldError[] {
  const faults: FieldError[] = [];
  if (!isClientId(clientId))
    faults.push(
      fault(
        ['clientId'],
        'pattern',
        'must be 3 to 64 letters, digits, . _ or -, start with a letter or digit, and not with usr_',
      ),
    );
  // Customers decide by this name which client they trust, so it must not contain invisible or bidirectional control
  // characters.
  if (name.trim() !== name || name === '' || name.length > nameLengthMax || /[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    faults.push(
      fault(
        ['name'],
        'format',
        `must be 1 to ${nameLengthMax} visible characters, without leading or trailing spaces`,
      ),
    );
  return faults;
}

function scopeFaults({ introspects, kind, scopes }: ClientDraft): readonly FieldError[] {
  if (scopes.length > scopesMax)
    return [fault(['scopes'], 'too-many', `must have at most ${scopesMax} items`)];
  const faults = scopes.flatMap((scope, index) => {
    if (!isScope(scope)) return [fault(['scopes', index], 'enum', 'is not a known scope')];
    if (!mayHoldScope(kind, scope))
      return [
        fault(['scopes', index], 'combination-not-allowed', `is not allowed for clients of kind ${kind}`),
      ];
    return scopes.indexOf(scope) < index ? [fault(['scopes', index], 'duplicate', 'is a duplicate')] : [];
  });
  // A client that only introspects tokens of other clients needs no scope.
  if (scopes.length === 0 && introspects === 'own-tokens')
    return [fault(['scopes'], 'too-few', 'must have at least one item')];
  if (scopes.includes('offline_access') && !scopes.includes('openid'))
    return [
      ...faults,
      fault(['scopes'], 'combination-required', 'must contain openid together with offline_access'),
    ];
  return faults;
}

function redirectFaults(
  draft: ClientDraft,
  field: 'redirectUris' | 'postLogoutRedirectUris',
): readonly FieldError[] {
  const uris = draft[field];
  const faults = uris.slice(0, redirectUrisMax).flatMap((uri, index) => {
    const wrong = redirectUriFault(uri);
    if (wrong !== undefined) return [fault([field, index], 'format', wrong)];
    return uris.indexOf(uri) < index ? [fault([field, index], 'duplicate', 'is a duplicate')] : [];
  });
  // Applications act without a user, so no browser returns to them.
  if (draft.kind === 'application')
    return uris.length === 0
      ? []
      : [fault([field], 'combination-not-allowed', 'are not allowed for applications')];
  if (uris.length > redirectUrisMax)
    return [...faults, fault([field], 'too-many', `must have at most ${redirectUrisMax} items`)];
  if (uris.length === 0 && field === 'redirectUris')
    return [fault([field], 'too-few', 'must have at least one item for clients with user sign-in')];
  return faults;
}

function tokenFaults({ authentication, binding, introspects, kind }: ClientDraft): readonly FieldError[] {
  const faults: FieldError[] = [];
  if (authentication.method === 'tls_client_auth' && binding !== 'certificate')
    faults.push(
      fault(
        ['binding'],
        'combination-not-allowed',
        'must be certificate for a client that authenticates with a certificate',
      ),
    );
  if (introspects === 'all-tokens' && kind !== 'application')
    faults.push(fault(['introspects'], 'combination-not-allowed', 'can be all-tokens for applications only'));
  return faults;
}

function fault(path: FieldError['path'], code: FieldErrorCode, message: string): FieldError {
  return { part: 'body', path, code, message };
}
