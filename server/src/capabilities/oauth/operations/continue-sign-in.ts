import { readBrowserForm } from '#platform/http/browser-form.ts';
import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import { answerBrowser } from '../engine/browser-response.ts';
import { problems } from '../problems.ts';
import { answerCustomer } from '../steps/answer-customer.ts';
import { interactionAt } from '../steps/interaction-at.ts';

/** Takes what a customer has filled in on the way to sign in. Staff fill in nothing here. */
export async function continueSignIn(
  ctx: Context & { readonly server: AuthorizationServer },
  delegated: DelegatedRequest,
): Promise<void> {
  await answerBrowser(ctx, delegated, async (visit) => {
    const fields = await readBrowserForm(visit.request, ctx.server.signIn.baseUrl);
    const interaction = await interactionAt(ctx, visit);
    if (interaction === undefined || interaction.clientKind === 'console') throw problems['sign-in-over']();
    return answerCustomer(ctx, { ...visit, fields }, interaction);
  });
}
