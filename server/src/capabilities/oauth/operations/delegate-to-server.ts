import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import { networkOfOrigin } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import { problems } from '../problems.ts';

/** Hands a request to the bank's server, which knows the protocol. */
export async function delegateToServer(
  ctx: Context & { readonly server: AuthorizationServer },
  delegated: DelegatedRequest,
): Promise<void> {
  const bankId = delegated.params['bank'] ?? '';
  if (!ctx.server.serves(bankId)) throw problems['bank-unknown']();
  const { request, response } = delegated.detach();
  await ctx.server.answer(bankId, request, response, {
    certificate: delegated.certificate,
    requestId: ctx.origin.requestId,
    network: networkOfOrigin(ctx.origin),
    tell: (facts) => delegated.recordFacts(facts),
  });
}
