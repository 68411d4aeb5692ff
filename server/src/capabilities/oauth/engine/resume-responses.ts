import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { slotOf } from '#platform/http/request-slot.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { pollWithoutSlot } from '#platform/work/poll-without-slot.ts';
import { lifetimes } from '../domain/lifetimes.ts';
import { hashOfName } from '../store/artefact-names.ts';
import { insertReplayMarker } from '../store/replay-markers.store.ts';
import { type AdapterDeps, artefactAdapter } from './artefact-adapter.ts';
import { consumedInteraction } from './interaction-adapter.ts';
import { requestContextOf } from './request-context.ts';

/**
 * Redirect and cookies with which an interaction was resumed. The library resumes an interaction once; a browser that
 * has lost the response repeats the request and gets the same one.
 */
const kind = 'ResumeAnswer';

const resumeResponse = Type.Object({
  /** Empty if resuming failed: repeated requests do not wait for it. */
  location: Type.String(),
  /** Hash of the session cookie in the first request. */
  sessionBefore: Type.String(),
  cookies: Type.Array(Type.String()),
  network: Type.String(),
  userAgent: Type.String(),
  untilSeconds: Type.Number(),
});

type ResumeResponse = Static<typeof resumeResponse>;

/** Origin of a browser request. A response is repeated only to the same network and user agent. */
export interface BrowserSource {
  /** Network of the source address. */
  readonly network: string;
  readonly userAgent: string;
}

/** Maximum number of repeats, of the form and of the address it redirects to. */
const repeatsMax = 3;

/** Consumes one repeat of an interaction's response. Returns false if none is left. */
export async function consumeResumeRepeat(
  { context }: AdapterDeps,
  uid: string,
  of: 'form' | 'address',
): Promise<boolean> {
  const { bankId, clock, db } = context;
  const expiresAt = clock.now().add({ seconds: lifetimes.interaction });
  for (let repeat = 0; repeat < repeatsMax; repeat += 1) {
    const marker = hashOfName(JSON.stringify(['interaction repeat', of, uid, repeat]));
    if (await insertReplayMarker(db, { bankId, marker, expiresAt })) return true;
  }
  return false;
}

const waitMaxMs = 5_000;

/** Repeated request of a browser. */
export interface RepeatedRequest {
  readonly uid: string;
  readonly source: BrowserSource;
  readonly provider: Provider;
  readonly request: IncomingMessage;
}

/**
 * Returns the response with which an interaction was resumed, for a repeated request. Waits while the first request is
 * still running. Returns undefined if it was not resumed, too long ago, or from another network or user agent, or if
 * its code was redeemed.
 */
export async function findResumeResponse(
  deps: AdapterDeps,
  repeated: RepeatedRequest,
): Promise<Pick<ResumeResponse, 'location' | 'cookies'> | undefined> {
  const { source, provider, request, uid } = repeated;
  if ((await consumedInteraction(deps, uid)) === undefined) return undefined;
  if (!(await consumeResumeRepeat(deps, uid, 'address'))) return undefined;
  const load = async (): Promise<ResumeResponse | undefined> => {
    const stored: unknown = await artefactAdapter(kind, deps).find(uid);
    return Check(resumeResponse, stored) ? stored : undefined;
  };
  const found = (await load()) ?? (await pollWithoutSlot(slotOf(request), waitMaxMs, load));
  if (found === undefined || !(await isStillGood(deps, provider, { found, source }))) return undefined;
  // A browser that has another session by now keeps it: the stored cookies would replace it with the older one.
  const isSameSession = found.sessionBefore === sessionHash(provider, request);
  return { location: found.location, cookies: isSameSession ? found.cookies : [] };
}

function sessionHash(provider: Provider, request: IncomingMessage): string {
  const name = `${provider.cookieName('session')}=`;
  const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return hash('sha256', cookies.find((pair) => pair.startsWith(name)) ?? '', 'base64url');
}

async function isStillGood(
  { context }: AdapterDeps,
  provider: Provider,
  { found, source }: { readonly found: ResumeResponse; readonly source: BrowserSource },
): Promise<boolean> {
  if (found.location === '') return false;
  const isSameSource = found.network === source.network && found.userAgent === source.userAgent;
  if (!isSameSource || epochSeconds(context.clock.now()) >= found.untilSeconds) return false;
  const code = URL.parse(found.location, provider.issuer)?.searchParams.get('code') ?? undefined;
  // Do not send a code twice that the client has redeemed: using it again would end the whole grant.
  return code === undefined || (await provider.AuthorizationCode.find(code))?.isValid === true;
}

const unresumable = new WeakSet<object>();

/** Marks requests whose interaction was already resumed. */
export function watchResumes(provider: Provider): void {
  provider.on('authorization.error', (ctx, error) => {
    if (error instanceof errors.SessionNotFound) unresumable.add(ctx);
  });
}

/** Saves the response of the request that resumed an interaction, and repeats it to later requests. */
export async function repeatResume(ctx: KoaContextWithOIDC, deps: AdapterDeps): Promise<void> {
  const { provider, route } = ctx.oidc;
  if (route !== 'resume') return;
  const uid = ctx.cookies.get(provider.cookieName('resume'), { signed: true });
  if (uid === undefined) return;
  const source = sourceOf(ctx);
  if (!unresumable.has(ctx)) return saveResponse(ctx, deps, { uid, source });
  const resumed = await findResumeResponse(deps, { uid, source, provider, request: ctx.req });
  if (resumed === undefined) return;
  ctx.status = 303;
  ctx.set('location', resumed.location);
  ctx.set('set-cookie', resumed.cookies);
  ctx.body = '';
}

function sourceOf({ req }: KoaContextWithOIDC): BrowserSource {
  return { network: requestContextOf(req).network, userAgent: req.headers['user-agent'] ?? '' };
}

/** Saves the response of a request that ended an interaction without the library, to be repeated likewise. */
export async function saveResumeResponse(
  deps: AdapterDeps,
  { location, provider, request, source, uid }: RepeatedRequest & { readonly location: string },
): Promise<void> {
  const stored: ResumeResponse = {
    location,
    sessionBefore: sessionHash(provider, request),
    cookies: [],
    ...source,
    untilSeconds: epochSeconds(deps.context.clock.now()) + lifetimes.repeat,
  };
  await artefactAdapter(kind, deps).upsert(uid, { ...stored }, lifetimes.repeat);
}

async function saveResponse(
  ctx: KoaContextWithOIDC,
  deps: AdapterDeps,
  { source, uid }: { readonly uid: string; readonly source: BrowserSource },
): Promise<void> {
  const stored: ResumeResponse = {
    location: ctx.response.get('location'),
    sessionBefore: sessionHash(ctx.oidc.provider, ctx.req),
    cookies: [ctx.res.getHeader('set-cookie') ?? []].flat().map(String),
    ...source,
    untilSeconds: epochSeconds(deps.context.clock.now()) + lifetimes.repeat,
  };
  await artefactAdapter(kind, deps).upsert(uid, { ...stored }, lifetimes.repeat);
}
