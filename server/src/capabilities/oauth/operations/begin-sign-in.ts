import { randomBytes } from 'node:crypto';
import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { upstreamAcrValues } from '../domain/employee.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import { lifetimes, signInAgeMaxSeconds } from '../domain/lifetimes.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import { hashOfBinding, tieBrowser } from '../engine/browser-binding.ts';
import { answerBrowser, type BrowserRequest, type BrowserResponse } from '../engine/browser-response.ts';
import { finishConsent } from '../engine/interactions.ts';
import { interactionPathOf, staffCallbackOf } from '../engine/server-deps.ts';
import { rememberStaffSignIn } from '../engine/staff-sign-ins.ts';
import type { SignInSecrets } from '../ports/staff-provider.ts';
import { problems } from '../problems.ts';
import { answerCustomer } from '../steps/answer-customer.ts';
import { interactionAt } from '../steps/interaction-at.ts';

type Ctx = Context & { readonly server: AuthorizationServer };

/** Sends somebody to where they sign in: staff to their bank's own provider, customers to their pages. */
export async function beginSignIn(ctx: Ctx, delegated: DelegatedRequest): Promise<void> {
  await answerBrowser(ctx, delegated, async (visit) => {
    const provider = ctx.server.providerOf(visit.bankId);
    const interaction = await interactionAt(ctx, visit);
    if (interaction === undefined) throw problems['sign-in-over']();
    if (interaction.clientKind !== 'console')
      return answerCustomer(ctx, { ...visit, fields: undefined }, interaction);
    if (interaction.isEnded) throw problems['sign-in-over']();
    if (interaction.asks === 'login') return sendToProvider(ctx, visit, interaction);
    // Staff use the bank's own consoles: there is nothing they could disagree to.
    const returnTo = await finishConsent(provider, interaction.uid, ctx.server.signIn.baseUrl);
    if (returnTo === undefined) throw problems['sign-in-over']();
    return { kind: 'redirect', to: returnTo };
  });
}

async function sendToProvider(
  { server }: Ctx,
  { bankId, context, request }: BrowserRequest,
  interaction: PendingInteraction,
): Promise<BrowserResponse> {
  const { artefactVault, baseUrl, staff } = server.signIn;
  const provider = staff.of(bankId);
  if (provider === undefined) throw problems['staff-provider-absent']();
  const { acrValues: assurances, mustSignInAnew, uid } = interaction;
  const secrets = newSecrets();
  const maxAgeSeconds = Math.min(interaction.maxAgeSeconds ?? signInAgeMaxSeconds, signInAgeMaxSeconds);
  const start = await provider.begin({
    secrets,
    redirectUri: staffCallbackOf(baseUrl, bankId),
    acrValues: upstreamAcrValues(provider.rules, assurances),
    maxAgeSeconds,
    mustSignInAnew,
  });
  if (start.kind === 'away')
    return {
      kind: 'trouble',
      problem: problems['staff-provider-away'](),
      tryAgainAt: interactionPathOf(bankId, uid),
    };
  const binding = tieBrowser(request, { baseUrl, bankId, lifeSeconds: lifetimes.interaction });
  await rememberStaffSignIn({ context, vault: artefactVault }, secrets.state, {
    interactionUid: uid,
    tieHash: hashOfBinding(binding),
    nonce: secrets.nonce,
    verifier: secrets.verifier,
    startedAtSeconds: epochSeconds(context.clock.now()),
    assurances: [...assurances],
    maxAgeSeconds,
    freshness: mustSignInAnew ? 'anew' : 'session-will-do',
  });
  return { kind: 'redirect', to: start.url.href, cookies: [binding.cookie] };
}

const secretBytes = 32;

function newSecrets(): SignInSecrets {
  const secret = (): string => randomBytes(secretBytes).toString('base64url');
  return { state: secret(), nonce: secret(), verifier: secret() };
}
