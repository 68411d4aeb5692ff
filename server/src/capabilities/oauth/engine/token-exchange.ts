import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { acceptedFacts, type TokenFacts, type TokenVerifier } from '#platform/auth/token-verifier.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { lifetimes } from '../domain/lifetimes.ts';
import { recordExchange } from '../operations/record-exchange.ts';
import type { Accounts } from './accounts.ts';
import { textIn } from './library-values.ts';
import { claimsIn } from './own-tokens.ts';

/** Parameters of an exchange beside those of client credentials. RFC 8693 2.1 */
export const exchangeParameters = [
  'subject_token',
  'subject_token_type',
  'requested_token_type',
  'audience',
  'actor_token',
  'actor_token_type',
] as const;

/** The only type of token that is exchanged, and that is issued. */
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** What decides about exchanges. */
export interface ExchangeDeps {
  readonly context: Context;
  readonly tokens: TokenVerifier;
  readonly accounts: Accounts;
  /** The one audience of the server's tokens. */
  readonly baseUrl: string;
}

/** What the token of a service takes over from the token of the customer. */
interface Exchange {
  readonly userId: string;
  readonly lifeSeconds: number;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The verified token of a customer. */
interface Subject {
  readonly facts: TokenFacts & { readonly customer: NonNullable<TokenFacts['customer']> };
  /** All claims, as this server has written them. */
  readonly claims: Readonly<Record<string, unknown>>;
}

const exchanges = new WeakMap<object, Exchange>();

/** Returns the claims of the token that a request gets for the token of a customer; none in any other request. */
export function exchangeClaims(ctx: object): Readonly<Record<string, unknown>> {
  return exchanges.get(ctx)?.claims ?? {};
}

/** Returns the lifetime of a token that a client gets for itself: at most the rest of the token that it exchanges. */
export function ownTokenLifeSeconds(ctx: object): number {
  return exchanges.get(ctx)?.lifeSeconds ?? lifetimes.accessToken;
}

/** The subject of an exchanged token is the customer. */
export function nameCustomer(ctx: object, { payload }: { readonly payload: Record<string, unknown> }): void {
  const exchange = exchanges.get(ctx);
  if (exchange !== undefined) payload['sub'] = exchange.userId;
}

/**
 * Exchanges the token of a customer for one with which the client acts for the customer. `issue` is the library's grant
 * of client credentials: it checks the proof or the certificate, and issues a token that is bound to it.
 */
export async function exchangeToken(
  ctx: KoaContextWithOIDC,
  deps: ExchangeDeps,
  issue: () => Promise<void>,
): Promise<void> {
  const { client } = ctx.oidc;
  if (client === undefined) throw new errors.InvalidClient('client is missing');
  refuseOtherKinds(ctx, deps);
  const subject = await subjectOf(ctx, client, deps);
  const { facts } = subject;
  const userId = facts.subject;
  const lifeSeconds = remainingSeconds(subject, deps);
  narrowScope(ctx, client, facts);
  exchanges.set(ctx, { userId, lifeSeconds, claims: claimsFor(client, subject) });
  await issue();
  ctx.body = { ...objectIn(ctx.body), issued_token_type: accessTokenType };
  const { ClientCredentials } = ctx.oidc.entities;
  await recordExchange(deps.context, {
    tokenId: ClientCredentials?.jti ?? '',
    serviceId: client.clientId,
    userId,
    exchanged: { clientId: facts.clientId, tokenId: facts.tokenId },
    scope: ClientCredentials?.scope ?? '',
  });
}

/** RFC 8693 2.1: access tokens only, for the interfaces of this installation, and the actor is the client itself. */
function refuseOtherKinds({ oidc: { params } }: KoaContextWithOIDC, { baseUrl }: ExchangeDeps): void {
  if (textIn(params, 'subject_token') === '' || textIn(params, 'subject_token_type') === '')
    throw new errors.InvalidRequest('subject_token and subject_token_type are required');
  if (textIn(params, 'subject_token_type') !== accessTokenType)
    throw new errors.InvalidRequest(`subject_token_type must be ${accessTokenType}`);
  const requested = textIn(params, 'requested_token_type');
  if (requested !== '' && requested !== accessTokenType)
    throw new errors.InvalidRequest(`requested_token_type must be ${accessTokenType}`);
  if (textIn(params, 'actor_token') !== '' || textIn(params, 'actor_token_type') !== '')
    throw new errors.InvalidRequest('actor_token is not supported: the client is the actor');
  const audience = textIn(params, 'audience');
  if (audience !== '' && audience !== baseUrl) throw new errors.InvalidTarget();
}

/**
 * Returns the facts of the token that is exchanged. Throws unless this server issued it, to an app for whose customers
 * the client may act, and the customer may still have tokens. RFC 8693 2.2.2 names the error.
 */
async function subjectOf(
  ctx: KoaContextWithOIDC,
  client: Client,
  { accounts, context, tokens }: ExchangeDeps,
): Promise<Subject> {
  const token = textIn(ctx.oidc.params, 'subject_token');
  const facts = acceptedFacts(await tokens.verify(token));
  // The token of another issuer, or of another bank, looks like none.
  const claims = facts === undefined ? {} : claimsIn(token);
  if (facts === undefined || claims['iss'] !== ctx.oidc.issuer)
    throw new errors.InvalidRequest(
      'subject_token is malformed, expired, revoked, or not issued by this server',
    );
  if (!isOfCustomer(facts))
    throw new errors.InvalidRequest('subject_token must be an access token that a customer signed in for');
  // GAP: the specification does not say which service may act for whom. ADR-0164
  if (!textIn(client, 'portico_exchanges').split(' ').includes(facts.clientId))
    throw new errors.InvalidRequest('the client may not act for customers of the app of the subject_token');
  if ((await accounts.claimsOf(context, facts.subject)) === undefined)
    throw new errors.InvalidRequest('the customer of the subject_token may have no tokens now');
  return { facts, claims };
}

/** Returns whether a customer holds the token: no application, employee, third party, or service for a customer. */
function isOfCustomer(facts: TokenFacts): facts is Subject['facts'] {
  return facts.customer !== undefined && facts.exchanged === undefined;
}

function remainingSeconds({ claims }: Subject, { context }: ExchangeDeps): number {
  const restSeconds = Number(claims['exp']) - epochSeconds(context.clock.now());
  // The verifier tolerates clocks that differ; a token without rest has nothing to pass on.
  if (restSeconds < 1) throw new errors.InvalidRequest('subject_token has expired');
  return Math.min(restSeconds, lifetimes.accessToken);
}

/**
 * Limits the scope of the request to that of the exchanged token; without one, to what both may have. The library then
 * refuses what the client is not registered with.
 */
function narrowScope(ctx: KoaContextWithOIDC, client: Client, { scopes }: TokenFacts): void {
  const { params = {}, requestParamScopes } = ctx.oidc;
  if (textIn(params, 'scope') === '') {
    const own = textIn(client, 'portico_scope').split(' ');
    params['scope'] = own.filter((scope) => scopes.has(scope)).join(' ');
  } else {
    const wider = [...requestParamScopes].find((scope) => !scopes.has(scope));
    if (wider !== undefined)
      throw new errors.InvalidScope('the subject_token lacks a requested scope', wider);
  }
  if (textIn(params, 'scope') === '')
    throw new errors.InvalidScope('the client and the subject_token have no scope in common', '');
}

/**
 * The rights of the customer are taken over. The device is not: it holds the token of the app. With grant, sign-in and
 * exchanged token, whatever revokes the one token revokes the other.
 */
function claimsFor(
  client: Client,
  { claims, facts: { clientId, customer, grantId, tokenId } }: Subject,
): Readonly<Record<string, unknown>> {
  return {
    act: { sub: client.clientId },
    'exchanged-from': { client_id: clientId, jti: tokenId },
    'grant-id': grantId,
    acr: customer.assurance,
    amr: claims['amr'],
    auth_time: epochSeconds(customer.authenticatedAt),
    'customer-number': customer.customerNumber,
    'acting-for': customer.actingFor,
  };
}

function objectIn(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {};
}
