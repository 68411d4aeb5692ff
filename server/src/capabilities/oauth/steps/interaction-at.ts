import type { Context } from '#platform/work/context.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import type { BrowserRequest } from '../engine/browser-response.ts';
import { endedInteractionOf, interactionOf } from '../engine/interactions.ts';

/** The interaction that this browser is at, also when it was resumed a moment ago. */
export async function interactionAt(
  { server }: Context & { readonly server: AuthorizationServer },
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
