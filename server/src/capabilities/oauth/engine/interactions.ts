import type { IncomingMessage, ServerResponse } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import { isDeepStrictEqual } from 'node:util';
import { errors, type Interaction, type Provider } from 'oidc-provider';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { Assurance } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import { clientKinds } from '../domain/client.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import { isAccountEnded } from '../store/revocations.store.ts';
import type { AdapterDeps } from './artefact-adapter.ts';
import { grantScopes } from './grants.ts';
import { consumedInteraction } from './interaction-adapter.ts';
import { endSession } from './sign-out.ts';

/** The interaction this browser has; undefined for a stranger, or when its time is over. */
export async function interactionOf(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<PendingInteraction | undefined> {
  try {
    return await pendingOf(provider, await provider.interactionDetails(request, response));
    // No cookie, another browser's, or too late: all the same to whoever asks.
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/** The interaction of this browser that was resumed a moment ago. */
export async function endedInteractionOf(
  provider: Provider,
  deps: AdapterDeps,
  { request, response, uid }: BrowserAt,
): Promise<PendingInteraction | undefined> {
  const { cookies } = provider.createContext(request, response);
  if (cookies.get(provider.cookieName('interaction'), { signed: true }) !== uid) return undefined;
  const found: unknown = await consumedInteraction(deps, uid);
  if (!Check(resumed, found)) return undefined;
  const pending = await pendingOf(provider, { ...found, uid });
  return pending && { ...pending, isEnded: true };
}

/** A browser at the address of an interaction. */
interface BrowserAt {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly uid: string;
}

const resumed = Type.Object({
  params: Type.Record(Type.String(), Type.Unknown()),
  prompt: Type.Object({ name: Type.String(), reasons: Type.Array(Type.String()) }),
  session: Type.Optional(Type.Object({ accountId: Type.String() })),
});

/** What a sign-in is decided by. */
interface InteractionFacts extends Pick<Static<typeof resumed>, 'params' | 'prompt'> {
  readonly uid: string;
  readonly session?: { readonly accountId: string } | undefined;
}

function secondsIn(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}

function mustSignInAnew({ prompt, session }: InteractionFacts, wanted: readonly string[]): boolean {
  return prompt.name === 'login' && (session?.accountId !== undefined || wanted.includes('login'));
}

async function pendingOf(
  provider: Provider,
  interaction: InteractionFacts,
): Promise<PendingInteraction | undefined> {
  const { params, prompt, session, uid } = interaction;
  const text = (name: string): string => (typeof params[name] === 'string' ? params[name] : '');
  const words = (name: string): readonly string[] => text(name).split(' ').filter(Boolean);
  const client = await provider.Client.find(text('client_id'));
  const clientKind = clientKinds.find((kind) => kind === client?.['portico_kind']);
  // Switched off meanwhile: then there is nobody to sign in for.
  if (client === undefined || clientKind === undefined) return undefined;
  return {
    uid,
    asks: prompt.name === 'consent' ? 'consent' : 'login',
    clientId: client.clientId,
    clientKind,
    accountId: session?.accountId,
    scopes: words('scope'),
    acrValues: words('acr_values'),
    maxAgeSeconds: secondsIn(text('max_age')),
    mustSignInAnew: mustSignInAnew(interaction, words('prompt')),
    languages: text('ui_locales') || undefined,
    clientName: client.clientName ?? client.clientId,
    returnOrigin: URL.parse(text('redirect_uri'))?.origin,
    loginHint: text('login_hint') || undefined,
    isStepUp: asksOnlyForMore(interaction),
    isEnded: false,
  };
}

/** Whether whoever is signed in is only not signed in strongly enough. */
function asksOnlyForMore({ prompt: { reasons }, session }: InteractionFacts): boolean {
  const isIn = session?.accountId !== undefined;
  return isIn && reasons.length > 0 && reasons.every((reason) => reason === 'weaker_assurance');
}

/** Who has signed in, and how strongly. */
export interface SignedIn {
  readonly accountId: string;
  readonly assurance: Assurance;
  readonly methods: readonly string[];
  readonly atSeconds: number;
}

/** Says who signed in; the answer is where the browser goes on. */
export async function finishSignIn(
  provider: Provider,
  uid: string,
  signedIn: SignedIn,
): Promise<string | undefined> {
  const { accountId, assurance, atSeconds, methods } = signedIn;
  const login = { accountId, acr: assurance, amr: [...methods], ts: atSeconds, remember: false };
  const interaction = await provider.Interaction.find(uid);
  // Said before: nothing is saved again, for the first one may be going on already.
  if (isDeepStrictEqual(interaction?.result?.login, login)) return interaction?.returnTo;
  await leaveOldSession(provider, uid, accountId);
  return finish(provider, uid, { login });
}

/** Whether it was answered, and the browser has not gone on yet. */
export async function isAnswered(provider: Provider, uid: string): Promise<boolean> {
  return (await provider.Interaction.find(uid))?.result !== undefined;
}

/**
 * Somebody else has signed in than whose session it was, or that session ended meanwhile. The library would sign the
 * one out by a page that posts itself, and refuse the other; both simply begin a session of their own.
 */
async function leaveOldSession(provider: Provider, uid: string, accountId: string): Promise<void> {
  const interaction = await provider.Interaction.find(uid);
  if (interaction?.session === undefined) return;
  const session = await provider.Session.findByUid(interaction.session.uid);
  if (session?.accountId === accountId) return;
  if (session !== undefined) await endSession(provider, session);
  interaction.session = undefined;
  await interaction.persist();
}

/** Whether the session that an interaction began with is neither over nor ended with everything of its account. */
export async function isStillSignedIn(provider: Provider, uid: string, context: Context): Promise<boolean> {
  const interaction = await provider.Interaction.find(uid);
  const sessionUid = interaction?.session?.uid;
  const session = sessionUid === undefined ? undefined : await provider.Session.findByUid(sessionUid);
  const { accountId, loginTs } = session ?? {};
  if (accountId === undefined || loginTs === undefined) return false;
  const { bankId, db } = context;
  return !(await isAccountEnded(db, { bankId, accountId, signedInAtSeconds: loginTs }));
}

/** Says that somebody agreed to what the client asked for. */
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
  // Only what the client was registered for got this far.
  const { scope } = interaction.params;
  const asked = typeof scope === 'string' ? scope.split(' ') : [];
  const grant = await grantOf(provider, { accountId, clientId, grantId: interaction.grantId });
  grantScopes(grant, asked, resource);
  return finish(provider, uid, { consent: { grantId: await grant.save() } });
}

/** One grant for all that was agreed to in a session: whoever ends the session ends all of it. */
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

/** Says that it ended without success; the client learns the word. */
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
