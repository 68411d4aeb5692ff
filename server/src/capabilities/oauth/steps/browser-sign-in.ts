import { networkOfOrigin } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import type { AdapterDeps } from '../engine/artefact-adapter.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import type { BrowserRequest, BrowserResponse } from '../engine/browser-response.ts';
import {
  endedInteractionOf,
  finishConsent,
  finishInteractionRefused,
  finishSignIn,
  hasResult,
  interactionOf,
  isStillSignedIn,
} from '../engine/interactions.ts';
import { consumeResumeRepeat, findResumeResponse } from '../engine/resume-responses.ts';
import { interactionPathOf } from '../engine/server-deps.ts';
import type { CustomerResponse } from '../ports/customer-pages.ts';
import { problems } from '../problems.ts';

type Ctx = Context & { readonly server: AuthorizationServer };

/** Returns the interaction of this browser, including one that was resumed a moment ago. */
export async function findInteraction(
  { server }: Ctx,
  { bankId, context, params, request, response }: BrowserRequest,
): Promise<PendingInteraction | undefined> {
  const uid = params['uid'] ?? '';
  const provider = server.providerOf(bankId);
  const open = await interactionOf(provider, request, response);
  if (open !== undefined) return open.uid === uid ? open : undefined;
  return endedInteractionOf(
    provider,
    { context, vault: server.signIn.artefactVault },
    { request, response, uid },
  );
}

type CustomerFormRequest = BrowserRequest & { readonly fields: ReadonlyMap<string, string> | undefined };

function adapterDepsOf(server: AuthorizationServer, context: Context): AdapterDeps {
  return { context, vault: server.signIn.artefactVault };
}

/** Responds to a customer who signs in or consents: with the next page, or with a redirect to the client. */
export async function respondToCustomer(
  ctx: Ctx,
  formRequest: CustomerFormRequest,
  interaction: PendingInteraction,
): Promise<BrowserResponse> {
  const path = interactionPathOf(formRequest.bankId, interaction.uid);
  const customerResponse = await ctx.server.signIn.customerPages.respond(interaction, {
    ...formRequest,
    path,
  });
  const { cookies = [] } = customerResponse;
  switch (customerResponse.kind) {
    case 'page':
      return { ...customerResponse, cookies };
    // The interaction is still open: a customer who waited too long can start again.
    case 'over':
      return signInOver(interaction.isEnded ? undefined : path);
    case 'reload':
      return { kind: 'redirect', to: path, cookies };
    case 'signed-in':
    case 'agreed':
    case 'refused': {
      const next = await resumeClient(ctx, formRequest, { customerResponse, interaction });
      // The cookies belong to state that was saved: the browser must get them.
      if (next === undefined) return { ...signInOver(undefined), cookies };
      return { kind: 'redirect', to: next.location, cookies: [...next.cookies, ...cookies] };
    }
  }
}

function signInOver(
  tryAgainAt: string | undefined,
): Extract<BrowserResponse, { readonly kind: 'sign-in-failure' }> {
  return { kind: 'sign-in-failure', problem: problems['sign-in-over'](), tryAgainAt };
}

type FinalResponse = Extract<CustomerResponse, { readonly kind: 'signed-in' | 'agreed' | 'refused' }>;

/** Returns where the browser continues. Repeats the response for a browser that has lost it. */
async function resumeClient(
  { server }: Ctx,
  { bankId, context, request }: CustomerFormRequest,
  final: { readonly customerResponse: FinalResponse; readonly interaction: PendingInteraction },
): Promise<{ readonly location: string; readonly cookies: readonly string[] } | undefined> {
  const { isEnded, uid } = final.interaction;
  const deps = adapterDepsOf(server, context);
  const provider = server.providerOf(bankId);
  const isRepeat = isEnded || (await hasResult(provider, uid));
  if (isRepeat && !(await consumeResumeRepeat(deps, uid, 'form'))) return undefined;
  const location = isEnded ? undefined : await finishInteraction(server, bankId, final);
  if (location !== undefined) return { location, cookies: [] };
  const source = {
    network: networkOfOrigin(context.origin),
    userAgent: request.headers['user-agent'] ?? '',
  };
  return findResumeResponse(deps, { uid, source: source, provider, request });
}

async function finishInteraction(
  server: AuthorizationServer,
  bankId: string,
  {
    customerResponse,
    interaction: { isStepUp, uid },
  }: {
    readonly customerResponse: FinalResponse;
    readonly interaction: PendingInteraction;
  },
): Promise<string | undefined> {
  const provider = server.providerOf(bankId);
  switch (customerResponse.kind) {
    case 'signed-in': {
      const { userId, ...proven } = customerResponse.customer;
      // The session of a step-up must still exist: the customer may have ended it on another device.
      if (isStepUp && !(await isStillSignedIn(provider, uid, server.contextFor(bankId)))) return undefined;
      return finishSignIn(provider, uid, { accountId: userId, ...proven });
    }
    case 'agreed':
      return finishConsent(provider, uid, server.signIn.baseUrl);
    case 'refused':
      return finishInteractionRefused(provider, uid, 'access_denied');
  }
}
