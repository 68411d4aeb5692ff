import { networkOfOrigin } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import type { AdapterDeps } from '../engine/artefact-adapter.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import type { BrowserRequest, BrowserResponse } from '../engine/browser-response.ts';
import {
  finishConsent,
  finishInteractionRefused,
  finishSignIn,
  isAnswered,
  isStillSignedIn,
} from '../engine/interactions.ts';
import { consumeResumeRepeat, findResumeResponse } from '../engine/resume-responses.ts';
import { interactionPathOf } from '../engine/server-deps.ts';
import type { CustomerResponse } from '../ports/customer-pages.ts';
import { problems } from '../problems.ts';

type Ctx = Context & { readonly server: AuthorizationServer };
type CustomerFormRequest = BrowserRequest & { readonly fields: ReadonlyMap<string, string> | undefined };

function groundOf(server: AuthorizationServer, context: Context): AdapterDeps {
  return { context, vault: server.signIn.artefactVault };
}

/** Answers a customer who signs in or is asked to agree: with the next page, or by going on to the client. */
export async function answerCustomer(
  ctx: Ctx,
  visit: CustomerFormRequest,
  interaction: PendingInteraction,
): Promise<BrowserResponse> {
  const path = interactionPathOf(visit.bankId, interaction.uid);
  const answer = await ctx.server.signIn.customerPages.answer(interaction, { ...visit, path });
  const { cookies = [] } = answer;
  switch (answer.kind) {
    case 'page':
      return { ...answer, cookies };
    // The server still waits for an answer: who was away for too long begins anew.
    case 'over':
      return trouble(interaction.isEnded ? undefined : path);
    case 'look-again':
      return { kind: 'redirect', to: path, cookies };
    case 'signed-in':
    case 'agreed':
    case 'refused': {
      const next = await goOn(ctx, visit, { answer, interaction });
      // What was saved on the way stays so: the browser must keep what it was given.
      if (next === undefined) return { ...trouble(undefined), cookies };
      return { kind: 'redirect', to: next.location, cookies: [...next.cookies, ...cookies] };
    }
  }
}

function trouble(tryAgainAt: string | undefined): Extract<BrowserResponse, { readonly kind: 'trouble' }> {
  return { kind: 'trouble', problem: problems['sign-in-over'](), tryAgainAt };
}

type FinalAnswer = Extract<CustomerResponse, { readonly kind: 'signed-in' | 'agreed' | 'refused' }>;

/** Where the browser goes on. One that has gone on before, and lost the response, gets the same one. */
async function goOn(
  { server }: Ctx,
  { bankId, context, request }: CustomerFormRequest,
  given: { readonly answer: FinalAnswer; readonly interaction: PendingInteraction },
): Promise<{ readonly location: string; readonly cookies: readonly string[] } | undefined> {
  const { isEnded, uid } = given.interaction;
  const deps = groundOf(server, context);
  const provider = server.providerOf(bankId);
  const isRepeat = isEnded || (await isAnswered(provider, uid));
  if (isRepeat && !(await consumeResumeRepeat(deps, uid, 'form'))) return undefined;
  const location = isEnded ? undefined : await wayOn(server, bankId, given);
  if (location !== undefined) return { location, cookies: [] };
  const place = {
    network: networkOfOrigin(context.origin),
    userAgent: request.headers['user-agent'] ?? '',
  };
  return findResumeResponse(deps, { uid, place, provider, request });
}

async function wayOn(
  server: AuthorizationServer,
  bankId: string,
  {
    answer,
    interaction: { isStepUp, uid },
  }: {
    readonly answer: FinalAnswer;
    readonly interaction: PendingInteraction;
  },
): Promise<string | undefined> {
  const provider = server.providerOf(bankId);
  switch (answer.kind) {
    case 'signed-in': {
      const { userId, ...proven } = answer.customer;
      // What is made stronger must still be there: somebody may have ended it from another device.
      if (isStepUp && !(await isStillSignedIn(provider, uid, server.contextFor(bankId)))) return undefined;
      return finishSignIn(provider, uid, { accountId: userId, ...proven });
    }
    case 'agreed':
      return finishConsent(provider, uid, server.signIn.baseUrl);
    case 'refused':
      return finishInteractionRefused(provider, uid, 'access_denied');
  }
}
