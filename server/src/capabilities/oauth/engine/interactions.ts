import type { IncomingMessage, ServerResponse } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import { isDeepStrictEqual } from 'node:util';
import { errors, type Interaction, type Provider } from 'oidc-provider';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { Assurance } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import { organizationIn, organizationOf } from '../domain/acting-for.ts';
import { clientKinds } from '../domain/client.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import { isAccountEnded } from '../store/revocations.store.ts';
import type { AdapterDeps } from './artefact-adapter.ts';
import { grantScopes } from './grants.ts';
import { consumedInteraction } from './interaction-adapter.ts';
import { endSession } from './sign-out.ts';
import { isThirdParty, thirdPartyKind } from './third-party-clients.ts';
import { resourceOf } from './third-party-requests.ts';

/** Returns the interaction of this browser; undefined if it has none, or it has expired. */
export async function interactionOf(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<PendingInteraction | undefined> {
  try {
    return await pendingOf(provider, await provider.interactionDetails(request, response));
    // A missing cookie, another browser's cookie and an expired interaction look the same to the caller.
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/** Returns the interaction of this browser that was resumed a moment ago. */
export async function endedInteractionOf(
  provider: Provider,
  deps: AdapterDeps,
  { request, response, uid }: InteractionRequest,
): Promise<PendingInteraction | undefined> {
  const { cookies } = provider.createContext(request, response);
  if (cookies.get(provider.cookieName('interaction'), { signed: true }) !== uid) return undefined;
  const found: unknown = await consumedInteraction(deps, uid);
  if (!Check(resumed, found)) return undefined;
  const pending = await pendingOf(provider, { ...found, uid });
  return pending && { ...pending, isEnded: true };
}

/** Browser request to an interaction. */
interface InteractionRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly uid: string;
}

const resumed = Type.Object({
  params: Type.Record(Type.String(), Type.Unknown()),
  prompt: Type.Object({ name: Type.String(), reasons: Type.Array(Type.String()) }),
  session: Type.Optional(
    Type.Object({ accountId: Type.String(), amr: Type.Optional(Type.Array(Type.String())) }),
  ),
});

/** Parts of an interaction that decide a sign-in. */
interface InteractionFacts extends Pick<Static<typeof resumed>, 'params' | 'prompt'> {
  readonly uid: string;
  readonly session?: { readonly accountId: string; readonly amr?: readonly string[] | undefined } | undefined;
}

function isForResource(client: unknown, params: object): boolean {
  return isThirdParty(client) && resourceOf(params) !== undefined;
}

function secondsIn(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}

function requiresNewSignIn({ prompt, session }: InteractionFacts, wanted: readonly string[]): boolean {
  return prompt.name === 'login' && (session?.accountId !== undefined || wanted.includes('login'));
}

async function pendingOf(
  provider: Provider,
  interaction: InteractionFacts,
): Promise<PendingInteraction | undefined> {
  const { params, prompt, session, uid } = interaction;
  const text = (name: string): string => (typeof params[name] === 'string' ? params[name] : '');
  const list = (name: string): readonly string[] => text(name).split(' ').filter(Boolean);
  const client = await provider.Client.find(text('client_id'));
  const clientKind = [...clientKinds, thirdPartyKind].find((kind) => kind === client?.['portico_kind']);
  // The client was disabled in the meantime.
  if (client === undefined || clientKind === undefined) return undefined;
  return {
    uid,
    requires: prompt.name === 'consent' ? 'consent' : 'login',
    clientId: client.clientId,
    clientKind,
    approvesResource: isForResource(client, params),
    ...accountOf(session),
    scopes: list('scope').filter((scope) => organizationIn(scope) === undefined),
    organization: organizationOf(list('scope')),
    acrValues: list('acr_values'),
    maxAgeSeconds: secondsIn(text('max_age')),
    requiresNewSignIn: requiresNewSignIn(interaction, list('prompt')),
    languages: text('ui_locales') || undefined,
    clientName: client.clientName ?? client.clientId,
    returnOrigin: URL.parse(text('redirect_uri'))?.origin,
    loginHint: text('login_hint') || undefined,
    loginHintToken: text('login_hint_token') || undefined,
    isStepUp: isStepUpOnly(interaction),
    isEnded: false,
  };
}

function accountOf(
  session: InteractionFacts['session'],
): Pick<PendingInteraction, 'accountId' | 'accountMethods'> {
  return { accountId: session?.accountId, accountMethods: session?.amr };
}

/** Returns whether the user is signed in, but with too weak an assurance. */
function isStepUpOnly({ prompt: { reasons }, session }: InteractionFacts): boolean {
  const isSignedIn = session?.accountId !== undefined;
  return isSignedIn && reasons.length > 0 && reasons.every((reason) => reason === 'weaker_assurance');
}

/** Signed-in account and the assurance of its sign-in. */
export interface SignedIn {
  readonly accountId: string;
  readonly assurance: Assurance;
  readonly methods: readonly string[];
  readonly atSeconds: number;
}

/** Sets the signed-in account and returns where the browser continues. */
export async function finishSignIn(
  provider: Provider,
  uid: string,
  signedIn: SignedIn,
): Promise<string | undefined> {
  const { accountId, assurance, atSeconds, methods } = signedIn;
  const login = { accountId, acr: assurance, amr: [...methods], ts: atSeconds, remember: false };
  const interaction = await provider.Interaction.find(uid);
  // Same result as before: save nothing, because the first request may be resuming already.
  if (isDeepStrictEqual(interaction?.result?.login, login)) return interaction?.returnTo;
  await detachOldSession(provider, uid, accountId);
  return finish(provider, uid, { login });
}

/** Returns whether the interaction has a result, and the browser has not resumed it yet. */
export async function hasResult(provider: Provider, uid: string): Promise<boolean> {
  return (await provider.Interaction.find(uid))?.result !== undefined;
}

/**
 * Detaches the interaction from its old session if another account has signed in, or if that session has ended. The
 * library would sign the old account out with a page that posts itself, or refuse the sign-in; here both start a new
 * session.
 */
async function detachOldSession(provider: Provider, uid: string, accountId: string): Promise<void> {
  const interaction = await provider.Interaction.find(uid);
  if (interaction?.session === undefined) return;
  const session = await provider.Session.findByUid(interaction.session.uid);
  if (session?.accountId === accountId) return;
  if (session !== undefined) await endSession(provider, session);
  interaction.session = undefined;
  await interaction.persist();
}

/** Returns whether the session that an interaction started with has neither expired nor been ended. */
export async function isStillSignedIn(provider: Provider, uid: string, context: Context): Promise<boolean> {
  const interaction = await provider.Interaction.find(uid);
  const sessionUid = interaction?.session?.uid;
  const session = sessionUid === undefined ? undefined : await provider.Session.findByUid(sessionUid);
  const { accountId, loginTs } = session ?? {};
  if (accountId === undefined || loginTs === undefined) return false;
  const { bankId, db } = context;
  return !(await isAccountEnded(db, { bankId, accountId, signedInAtSeconds: loginTs }));
}

/** Records the consent to the requested scopes and returns where the browser continues. */
export async function finishConsent(
  provider: Provider,
  uid: string,
  resource: string,
): Promise<string | undefined> {
  const interaction = await provider.Interaction.find(uid);
  const accountId = interaction?.session?.accountId;
  if (interaction === undefined || accountId === undefined) return undefined;
  if (interaction.result?.consent !== undefined) return interaction.returnTo;
  const clientId = String(interaction.params['client_id']);
  // The server has already refused scopes that the client is not registered with.
  const { scope } = interaction.params;
  const requested = typeof scope === 'string' ? scope.split(' ') : [];
  const grant = await grantOf(provider, { accountId, clientId, grantId: interaction.grantId });
  grantScopes(grant, requested, resource);
  return finish(provider, uid, { consent: { grantId: await grant.save() } });
}

/** Returns the one grant of a session and a client, so that ending the session ends all of it. */
async function grantOf(
  provider: Provider,
  {
    accountId,
    clientId,
    grantId,
  }: { readonly accountId: string; readonly clientId: string; readonly grantId: string | undefined },
): Promise<InstanceType<Provider['Grant']>> {
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  return known?.accountId === accountId && known.clientId === clientId
    ? known
    : new provider.Grant({ accountId, clientId });
}

/** Ends an interaction without success; the client gets the error code. */
export async function finishInteractionRefused(
  provider: Provider,
  uid: string,
  error: 'access_denied' | 'temporarily_unavailable',
): Promise<string | undefined> {
  return finish(provider, uid, { error });
}

async function finish(
  provider: Provider,
  uid: string,
  result: NonNullable<Interaction['result']>,
): Promise<string | undefined> {
  const interaction = await provider.Interaction.find(uid);
  if (interaction === undefined) return undefined;
  interaction.result = { ...interaction.lastSubmission, ...result };
  await interaction.persist();
  return interaction.returnTo;
}
