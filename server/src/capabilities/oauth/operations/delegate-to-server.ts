import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import { networkOfOrigin } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import { problems } from '../problems.ts';

/** Hands a request to the bank's server, which knows the protocol. */
export async function delegateToServer(
  ctx: Context & { readonly server: AuthorizationServer },
  passage: DelegatedRequest,
): Promise<void> {
  const bankId = passage.params['bank'] ?? '';
  if (!ctx.server.serves(bankId)) throw problems['bank-unknown']();
  const { request, response } = passage.handOver();
  await ctx.server.answer(bankId, request, response, {
    certificate: passage.certificate,
    requestId: ctx.origin.requestId,
    network: networkOfOrigin(ctx.origin),
    tell: (facts) => passage.tell(facts),
  });
}
