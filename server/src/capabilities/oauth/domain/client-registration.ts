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

/** A client as somebody wishes it to be. */
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

/** Makes a client of a draft, or names everything that is wrong with it. */
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

/** What a client has as it was drafted, member by member: a draft may come with more. */
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
        'must be 3 to 64 letters, digits, . _ or -, begin with a letter or digit, and not with usr_',
      ),
    );
  // People decide by this name whom they trust, so nothing in it may be invisible or turn the text around.
  if (name.trim() !== name || name === '' || name.length > nameLengthMax || /[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    faults.push(
      fault(
        ['name'],
        'format',
        `must be 1 to ${nameLengthMax} visible characters, without spaces at the ends`,
      ),
    );
  return faults;
}

function scopeFaults({ introspects, kind, scopes }: ClientDraft): readonly FieldError[] {
  if (scopes.length > scopesMax) return [fault(['scopes'], 'too-many', `must be at most ${scopesMax}`)];
  const faults = scopes.flatMap((scope, index) => {
    if (!isScope(scope)) return [fault(['scopes', index], 'enum', 'is no scope of this product')];
    if (!mayHoldScope(kind, scope))
      return [fault(['scopes', index], 'combination-not-allowed', `is not for clients of kind ${kind}`)];
    return scopes.indexOf(scope) < index ? [fault(['scopes', index], 'duplicate', 'is named twice')] : [];
  });
  // Whoever only looks into the tokens of others needs none of its own.
  if (scopes.length === 0 && introspects === 'own-tokens')
    return [fault(['scopes'], 'too-few', 'must be at least one')];
  if (scopes.includes('offline_access') && !scopes.includes('openid'))
    return [...faults, fault(['scopes'], 'combination-required', 'must hold openid beside offline_access')];
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
    return uris.indexOf(uri) < index ? [fault([field, index], 'duplicate', 'is named twice')] : [];
  });
  // Only people come back by way of a browser.
  if (draft.kind === 'application')
    return uris.length === 0 ? [] : [fault([field], 'combination-not-allowed', 'are not for applications')];
  if (uris.length > redirectUrisMax)
    return [...faults, fault([field], 'too-many', `must be at most ${redirectUrisMax}`)];
  if (uris.length === 0 && field === 'redirectUris')
    return [fault([field], 'too-few', 'must be at least one where people sign in')];
  return faults;
}

function tokenFaults({ authentication, binding, introspects, kind }: ClientDraft): readonly FieldError[] {
  const faults: FieldError[] = [];
  if (authentication.method === 'tls_client_auth' && binding !== 'certificate')
    faults.push(
      fault(
        ['binding'],
        'combination-not-allowed',
        'must be certificate for a client that shows a certificate',
      ),
    );
  if (introspects === 'all-tokens' && kind !== 'application')
    faults.push(fault(['introspects'], 'combination-not-allowed', 'may be all-tokens for applications only'));
  return faults;
}

function fault(path: FieldError['path'], code: FieldErrorCode, message: string): FieldError {
  return { part: 'body', path, code, message };
}
