import { cookieText } from '#platform/http/browser-cookie.ts';
import { networkOfOrigin } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import type { BrowserRequest, BrowserResponse } from '../engine/browser-response.ts';
import { consumeResumeRepeat, findResumeResponse, saveResumeResponse } from '../engine/resume-responses.ts';
import { interactionPathOf } from '../engine/server-deps.ts';
import {
  type ApprovalEnd,
  type BegunApproval,
  begunIn,
  endInteraction,
  resourceOfInteraction,
  saveBegun,
} from '../engine/third-party-codes.ts';
import { problems } from '../problems.ts';

type Ctx = Context & { readonly server: AuthorizationServer };

/**
 * Leads the browser of a third party to the page of the approval, and back to the third party once it has ended. The page
 * sends the browser to this address again.
 */
export async function respondToThirdParty(
  { server }: Ctx,
  browserRequest: BrowserRequest,
  { isEnded, uid }: PendingInteraction,
): Promise<BrowserResponse> {
  if (isEnded) return repeat(server, browserRequest, uid);
  const { bankId } = browserRequest;
  const context = server.contextFor(bankId);
  const provider = server.providerOf(bankId);
  const interaction = await provider.Interaction.find(uid);
  if (interaction === undefined) throw problems['sign-in-over']();
  const begun = begunIn(interaction);
  const { baseUrl, resources } = server.signIn;
  const returnUri = `${baseUrl}${interactionPathOf(bankId, uid)}`;
  if (begun === undefined) {
    const asked = {
      organisationId: String(interaction.params['client_id']),
      resource: resourceOfInteraction(interaction),
    };
    const waiting = await resources.findWaiting(context, asked);
    const link = waiting && (await resources.link(context, { ...waiting, returnUri }));
    if (waiting === undefined || link === undefined)
      return end(server, browserRequest, uid, { kind: 'failed', description: 'no-longer-waiting' });
    const { authorisationId } = waiting;
    const cookie = cookieText(baseUrl, link.cookie.kind, link.cookie.value);
    const led = { authorisationId, url: link.url, cookie };
    await saveBegun(interaction, led);
    return toPage(led);
  }
  const { authorisationId } = begun;
  const outcome = await resources.outcomeOf(context, { authorisationId, returnUri });
  if (outcome.kind === 'open') return toPage(begun);
  if (outcome.kind === 'replaced') throw problems['sign-in-over']();
  return end(
    server,
    browserRequest,
    uid,
    outcome.kind === 'approved'
      ? { ...outcome, authorisationId }
      : { kind: 'failed', description: outcome.failure },
  );
}

/** The cookie makes the page this browser's own: under a link that is passed on, another browser sees nothing. */
function toPage({ cookie, url }: BegunApproval): BrowserResponse {
  return { kind: 'redirect', to: url, cookies: [cookie] };
}

async function end(
  server: AuthorizationServer,
  browserRequest: BrowserRequest,
  uid: string,
  ended: ApprovalEnd,
): Promise<BrowserResponse> {
  const { bankId, request } = browserRequest;
  const context = server.contextFor(bankId);
  const provider = server.providerOf(bankId);
  const interaction = await provider.Interaction.find(uid);
  const audience = server.signIn.baseUrl;
  const location =
    interaction && (await endInteraction(provider, context, { interaction, end: ended, audience }));
  if (location === undefined) return repeat(server, browserRequest, uid);
  const deps = { context, vault: server.signIn.artefactVault };
  await saveResumeResponse(deps, { uid, provider, request, source: sourceOf(browserRequest), location });
  return { kind: 'redirect', to: location };
}

/** A browser that has lost the response gets the same one for a minute. */
async function repeat(
  server: AuthorizationServer,
  browserRequest: BrowserRequest,
  uid: string,
): Promise<BrowserResponse> {
  const { bankId, request } = browserRequest;
  const deps = { context: server.contextFor(bankId), vault: server.signIn.artefactVault };
  const provider = server.providerOf(bankId);
  const source = sourceOf(browserRequest);
  const found = (await consumeResumeRepeat(deps, uid, 'form'))
    ? await findResumeResponse(deps, { uid, source, provider, request })
    : undefined;
  if (found === undefined) throw problems['sign-in-over']();
  return { kind: 'redirect', to: found.location };
}

function sourceOf({ context, request }: BrowserRequest): {
  readonly network: string;
  readonly userAgent: string;
} {
  return { network: networkOfOrigin(context.origin), userAgent: request.headers['user-agent'] ?? '' };
}
