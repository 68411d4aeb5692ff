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
import { redirectUriError } from './redirect-uri.ts';
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
  readonly exchangesTokensOf: readonly string[];
}

export type Registration =
  | { readonly kind: 'registered'; readonly client: Client }
  | { readonly kind: 'faulty'; readonly fieldErrors: readonly FieldError[] };

const scopesMax = 50;
const redirectUrisMax = 10;
const exchangedAppsMax = 20;
const nameLengthMax = 100;

/** Creates a client from a draft, or returns all errors of the draft. */
export function register(
  draft: ClientDraft,
  { bankId, now }: { readonly bankId: string; readonly now: Temporal.Instant },
): Registration {
  const { authentication, fieldErrors: ofAuthentication } = readAuthentication(draft.authentication);
  const fieldErrors = [
    ...nameFieldErrors(draft),
    ...scopeFieldErrors(draft),
    ...redirectFieldErrors(draft, 'redirectUris'),
    ...redirectFieldErrors(draft, 'postLogoutRedirectUris'),
    ...ofAuthentication,
    ...tokenFieldErrors(draft),
    ...exchangeFieldErrors(draft),
  ];
  if (fieldErrors.length > 0) return { kind: 'faulty', fieldErrors };
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
    exchangesTokensOf: draft.exchangesTokensOf,
  };
}

function nameFieldErrors({ clientId, name }: ClientDraft): readonly FieldError[] {
  const fieldErrors: FieldError[] = [];
  if (!isClientId(clientId))
    fieldErrors.push(
      fieldError(
        ['clientId'],
        'pattern',
        'must be 3 to 64 letters, digits, . _ or -, start with a letter or digit, and not with usr_',
      ),
    );
  // Customers decide by this name which client they trust, so it must not contain invisible or bidirectional control
  // characters.
  if (name.trim() !== name || name === '' || name.length > nameLengthMax || /[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    fieldErrors.push(
      fieldError(
        ['name'],
        'format',
        `must be 1 to ${nameLengthMax} visible characters, without leading or trailing spaces`,
      ),
    );
  return fieldErrors;
}

function scopeFieldErrors({ introspects, kind, scopes }: ClientDraft): readonly FieldError[] {
  if (scopes.length > scopesMax)
    return [fieldError(['scopes'], 'too-many', `must have at most ${scopesMax} items`)];
  const fieldErrors = scopes.flatMap((scope, index) => {
    if (!isScope(scope)) return [fieldError(['scopes', index], 'enum', 'is not a known scope')];
    if (!mayHoldScope(kind, scope))
      return [
        fieldError(
          ['scopes', index],
          'combination-not-allowed',
          `is not allowed for clients of kind ${kind}`,
        ),
      ];
    return scopes.indexOf(scope) < index
      ? [fieldError(['scopes', index], 'duplicate', 'is a duplicate')]
      : [];
  });
  // A client that only introspects tokens of other clients needs no scope.
  if (scopes.length === 0 && introspects === 'own-tokens')
    return [fieldError(['scopes'], 'too-few', 'must have at least one item')];
  if (scopes.includes('offline_access') && !scopes.includes('openid'))
    return [
      ...fieldErrors,
      fieldError(['scopes'], 'combination-required', 'must contain openid together with offline_access'),
    ];
  return fieldErrors;
}

function redirectFieldErrors(
  draft: ClientDraft,
  field: 'redirectUris' | 'postLogoutRedirectUris',
): readonly FieldError[] {
  const uris = draft[field];
  const fieldErrors = uris.slice(0, redirectUrisMax).flatMap((uri, index) => {
    const wrong = redirectUriError(uri);
    if (wrong !== undefined) return [fieldError([field, index], 'format', wrong)];
    return uris.indexOf(uri) < index ? [fieldError([field, index], 'duplicate', 'is a duplicate')] : [];
  });
  // Applications act without a user, so no browser returns to them.
  if (draft.kind === 'application')
    return uris.length === 0
      ? []
      : [fieldError([field], 'combination-not-allowed', 'are not allowed for applications')];
  if (uris.length > redirectUrisMax)
    return [...fieldErrors, fieldError([field], 'too-many', `must have at most ${redirectUrisMax} items`)];
  if (uris.length === 0 && field === 'redirectUris')
    return [fieldError([field], 'too-few', 'must have at least one item for clients with user sign-in')];
  return fieldErrors;
}

function tokenFieldErrors({
  authentication,
  binding,
  introspects,
  kind,
}: ClientDraft): readonly FieldError[] {
  const fieldErrors: FieldError[] = [];
  if (authentication.method === 'tls_client_auth' && binding !== 'certificate')
    fieldErrors.push(
      fieldError(
        ['binding'],
        'combination-not-allowed',
        'must be certificate for a client that authenticates with a certificate',
      ),
    );
  if (introspects === 'all-tokens' && kind !== 'application')
    fieldErrors.push(
      fieldError(['introspects'], 'combination-not-allowed', 'can be all-tokens for applications only'),
    );
  return fieldErrors;
}

/** Returns what is wrong with the apps whose tokens a client may exchange. They need not be registered yet. */
export function exchangeFieldErrors({
  exchangesTokensOf,
  kind,
}: Pick<ClientDraft, 'exchangesTokensOf' | 'kind'>): readonly FieldError[] {
  const field = 'exchangesTokensOf';
  if (exchangesTokensOf.length > 0 && kind !== 'application')
    return [fieldError([field], 'combination-not-allowed', 'is allowed for applications only')];
  if (exchangesTokensOf.length > exchangedAppsMax)
    return [fieldError([field], 'too-many', `must have at most ${exchangedAppsMax} items`)];
  return exchangesTokensOf.flatMap((app, index) => {
    if (!isClientId(app)) return [fieldError([field, index], 'pattern', 'is not the id of a client')];
    return exchangesTokensOf.indexOf(app) < index
      ? [fieldError([field, index], 'duplicate', 'is a duplicate')]
      : [];
  });
}

function fieldError(path: FieldError['path'], code: FieldErrorCode, message: string): FieldError {
  return { part: 'body', path, code, message };
}
