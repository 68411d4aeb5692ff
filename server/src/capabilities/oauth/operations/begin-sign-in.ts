import { randomBytes } from 'node:crypto';
import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { upstreamAcrValues } from '../domain/employee.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import { lifetimes, signInAgeMaxSeconds } from '../domain/lifetimes.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import { bindBrowser, hashOfBinding } from '../engine/browser-binding.ts';
import { type BrowserRequest, type BrowserResponse, respondToBrowser } from '../engine/browser-response.ts';
import { finishConsent } from '../engine/interactions.ts';
import { interactionPathOf, staffCallbackOf } from '../engine/server-deps.ts';
import { saveStaffSignIn } from '../engine/staff-sign-ins.ts';
import type { SignInSecrets } from '../ports/staff-provider.ts';
import { problems } from '../problems.ts';
import { respondToThirdParty } from '../steps/browser-approval.ts';
import { findInteraction, respondToCustomer } from '../steps/browser-sign-in.ts';

type Ctx = Context & { readonly server: AuthorizationServer };

/** Starts a sign-in: redirects staff to their bank's own provider, and shows customers the sign-in page. */
export async function beginSignIn(ctx: Ctx, delegated: DelegatedRequest): Promise<void> {
  await respondToBrowser(ctx, delegated, async (browserRequest) => {
    const provider = ctx.server.providerOf(browserRequest.bankId);
    const interaction = await findInteraction(ctx, browserRequest);
    if (interaction === undefined) throw problems['sign-in-over']();
    if (interaction.approvesResource) return respondToThirdParty(ctx, browserRequest, interaction);
    if (interaction.clientKind !== 'console')
      return respondToCustomer(ctx, { ...browserRequest, fields: undefined }, interaction);
    if (interaction.isEnded) throw problems['sign-in-over']();
    if (interaction.requires === 'login') return sendToProvider(ctx, browserRequest, interaction);
    // Staff use the bank's own consoles, so their consent is implied.
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
  const { acrValues: assurances, requiresNewSignIn, uid } = interaction;
  const secrets = newSecrets();
  const maxAgeSeconds = Math.min(interaction.maxAgeSeconds ?? signInAgeMaxSeconds, signInAgeMaxSeconds);
  const start = await provider.begin({
    secrets,
    redirectUri: staffCallbackOf(baseUrl, bankId),
    acrValues: upstreamAcrValues(provider.rules, assurances),
    maxAgeSeconds,
    requiresNewSignIn,
  });
  if (start.kind === 'away')
    return {
      kind: 'sign-in-failure',
      problem: problems['staff-provider-away'](),
      tryAgainAt: interactionPathOf(bankId, uid),
    };
  const binding = bindBrowser(request, { baseUrl, bankId, lifeSeconds: lifetimes.interaction });
  await saveStaffSignIn({ context, vault: artefactVault }, secrets.state, {
    interactionUid: uid,
    tieHash: hashOfBinding(binding),
    nonce: secrets.nonce,
    verifier: secrets.verifier,
    startedAtSeconds: epochSeconds(context.clock.now()),
    assurances: [...assurances],
    maxAgeSeconds,
    freshness: requiresNewSignIn ? 'anew' : 'session-will-do',
  });
  return { kind: 'redirect', to: start.url.href, cookies: [binding.cookie] };
}

const secretBytes = 32;

function newSecrets(): SignInSecrets {
  const secret = (): string => randomBytes(secretBytes).toString('base64url');
  return { state: secret(), nonce: secret(), verifier: secret() };
}
