import { readBrowserForm } from '#platform/http/browser-form.ts';
import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import { respondToBrowser } from '../engine/browser-response.ts';
import { problems } from '../problems.ts';
import { findInteraction, respondToCustomer } from '../steps/browser-sign-in.ts';

/** Processes a form of a customer's sign-in. Staff have no forms here. */
export async function continueSignIn(
  ctx: Context & { readonly server: AuthorizationServer },
  delegated: DelegatedRequest,
): Promise<void> {
  await respondToBrowser(ctx, delegated, async (browserRequest) => {
    const fields = await readBrowserForm(browserRequest.request, ctx.server.signIn.baseUrl);
    const interaction = await findInteraction(ctx, browserRequest);
    if (interaction === undefined || interaction.clientKind === 'console' || interaction.approvesResource)
      throw problems['sign-in-over']();
    return respondToCustomer(ctx, { ...browserRequest, fields }, interaction);
  });
}
