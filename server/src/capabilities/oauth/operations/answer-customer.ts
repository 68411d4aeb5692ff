import type { Context } from '#platform/work/context.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import type { BrowserAnswer, BrowserVisit } from '../engine/browser-answer.ts';
import {
  finishConsent,
  finishInteractionRefused,
  finishSignIn,
  isStillSignedIn,
} from '../engine/interactions.ts';
import { interactionPathOf } from '../engine/server-ground.ts';
import type { CustomerAnswer } from '../ports/customer-pages.ts';
import { problems } from '../problems.ts';

type Ctx = Context & { readonly server: AuthorizationServer };
type Visit = BrowserVisit & { readonly fields: ReadonlyMap<string, string> | undefined };

/** Answers a customer who signs in or is asked to agree: with the next page, or by going on to the client. */
export async function answerCustomer(
  { server }: Ctx,
  visit: Visit,
  interaction: PendingInteraction,
): Promise<BrowserAnswer> {
  const path = interactionPathOf(visit.bankId, interaction.uid);
  const answer = await server.signIn.customerPages.answer(interaction, { ...visit, path });
  const { cookies = [] } = answer;
  if (answer.kind === 'page') return { ...answer, cookies };
  // The server still waits for an answer: who was away for too long begins anew.
  if (answer.kind === 'over')
    return { kind: 'trouble', problem: problems['sign-in-over'](), tryAgainAt: path };
  const to = answer.kind === 'look-again' ? path : await wayOn(server, visit.bankId, { answer, interaction });
  // What was saved on the way stays so: the browser must keep what it was given.
  if (to === undefined)
    return { kind: 'trouble', problem: problems['sign-in-over'](), tryAgainAt: undefined, cookies };
  return { kind: 'redirect', to, cookies };
}

async function wayOn(
  server: AuthorizationServer,
  bankId: string,
  {
    answer,
    interaction: { isStepUp, uid },
  }: {
    readonly answer: Extract<CustomerAnswer, { readonly kind: 'signed-in' | 'agreed' | 'refused' }>;
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
