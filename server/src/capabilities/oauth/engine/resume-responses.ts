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
 * Where the browser was sent when an interaction was resumed, and the cookies it was given. The library resumes an
 * interaction once. A browser that lost that response comes again, and gets the same one.
 */
const kind = 'ResumeAnswer';

const resumeAnswer = Type.Object({
  /** Empty when resuming led nowhere: whoever comes again need not wait. */
  location: Type.String(),
  /** Hash of the session cookie that the browser had when it came first. */
  sessionBefore: Type.String(),
  cookies: Type.Array(Type.String()),
  network: Type.String(),
  userAgent: Type.String(),
  untilSeconds: Type.Number(),
});

type ResumeAnswer = Static<typeof resumeAnswer>;

/** From where a browser comes. A response is repeated only to the place it was made for. */
export interface BrowserLocation {
  /** The network of the source address. */
  readonly network: string;
  readonly userAgent: string;
}

/** At most this many repeats, of the form and of the address it leads to. */
const repeatsMax = 3;

/** Takes one repeat of what an interaction was answered with; false when none is left. */
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

/** A browser that comes again. */
export interface ComingAgain {
  readonly uid: string;
  readonly place: BrowserLocation;
  readonly provider: Provider;
  readonly request: IncomingMessage;
}

/**
 * The response that an interaction was resumed with, for a browser that comes again. Waits while the first request is
 * still under way. Nothing when it was never resumed, too long ago, from another place, or when its code was redeemed.
 */
export async function findResumeResponse(
  deps: AdapterDeps,
  coming: ComingAgain,
): Promise<Pick<ResumeAnswer, 'location' | 'cookies'> | undefined> {
  const { place, provider, request, uid } = coming;
  if ((await consumedInteraction(deps, uid)) === undefined) return undefined;
  if (!(await consumeResumeRepeat(deps, uid, 'address'))) return undefined;
  const ask = async (): Promise<ResumeAnswer | undefined> => {
    const kept: unknown = await artefactAdapter(kind, deps).find(uid);
    return Check(resumeAnswer, kept) ? kept : undefined;
  };
  const found = (await ask()) ?? (await pollWithoutSlot(slotOf(request), waitMaxMs, ask));
  if (found === undefined || !(await isStillGood(deps, provider, { found, place }))) return undefined;
  // A browser that has another session by now keeps it: the kept cookies would put the older one in its place.
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
  { found, place }: { readonly found: ResumeAnswer; readonly place: BrowserLocation },
): Promise<boolean> {
  if (found.location === '') return false;
  const isSameLocation = found.network === place.network && found.userAgent === place.userAgent;
  if (!isSameLocation || epochSeconds(context.clock.now()) >= found.untilSeconds) return false;
  const code = URL.parse(found.location, provider.issuer)?.searchParams.get('code') ?? undefined;
  // A code that comes twice ends everything it has led to: the client has it already.
  return code === undefined || (await provider.AuthorizationCode.find(code))?.isValid === true;
}

const unresumable = new WeakSet<object>();

/** Notes which requests found that their interaction was resumed already. */
export function watchResumes(provider: Provider): void {
  provider.on('authorization.error', (ctx, error) => {
    if (error instanceof errors.SessionNotFound) unresumable.add(ctx);
  });
}

/** Keeps the response of the request that resumed an interaction, and repeats it to requests that came later. */
export async function repeatResume(ctx: KoaContextWithOIDC, deps: AdapterDeps): Promise<void> {
  const { provider, route } = ctx.oidc;
  if (route !== 'resume') return;
  const uid = ctx.cookies.get(provider.cookieName('resume'), { signed: true });
  if (uid === undefined) return;
  const place = placeOf(ctx);
  if (!unresumable.has(ctx)) return keepAnswer(ctx, deps, { uid, place });
  const answer = await findResumeResponse(deps, { uid, place, provider, request: ctx.req });
  if (answer === undefined) return;
  ctx.status = 303;
  ctx.set('location', answer.location);
  ctx.set('set-cookie', answer.cookies);
  ctx.body = '';
}

function placeOf({ req }: KoaContextWithOIDC): BrowserLocation {
  return { network: requestContextOf(req).network, userAgent: req.headers['user-agent'] ?? '' };
}

async function keepAnswer(
  ctx: KoaContextWithOIDC,
  deps: AdapterDeps,
  { place, uid }: { readonly uid: string; readonly place: BrowserLocation },
): Promise<void> {
  const kept: ResumeAnswer = {
    location: ctx.response.get('location'),
    sessionBefore: sessionHash(ctx.oidc.provider, ctx.req),
    cookies: [ctx.res.getHeader('set-cookie') ?? []].flat().map(String),
    ...place,
    untilSeconds: epochSeconds(deps.context.clock.now()) + lifetimes.repeat,
  };
  await artefactAdapter(kind, deps).upsert(uid, { ...kept }, lifetimes.repeat);
}
