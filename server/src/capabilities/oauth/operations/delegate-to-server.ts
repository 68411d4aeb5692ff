import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import { networkOfOrigin } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import { problems } from '../problems.ts';

/** Passes a request to the bank's authorization server, which implements the protocol. */
export async function delegateToServer(
  ctx: Context & { readonly server: AuthorizationServer },
  delegated: DelegatedRequest,
): Promise<void> {
  const bankId = delegated.params['bank'] ?? '';
  if (!ctx.server.serves(bankId)) throw problems['bank-unknown']();
  const thirdParty = await ctx.server.thirdPartyIn(bankId, delegated.certificate);
  const { request, response } = delegated.detach();
  await ctx.server.handle(bankId, request, response, {
    certificate: delegated.certificate,
    thirdParty,
    requestId: ctx.origin.requestId,
    network: networkOfOrigin(ctx.origin),
    addLogFields: (facts) => delegated.recordFacts(facts),
  });
}
