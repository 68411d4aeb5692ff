import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MountedEndpoint } from './mounted-endpoint.ts';
import { certificateOf } from './request-certificate.ts';
import { contextOf } from './request-context.ts';
import { commonHeaders } from './send-response.ts';
import type { Services } from './services.ts';

/** Lets an endpoint delegate the request. Errors before that are thrown and handled as usual. */
export async function delegateRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { mounted, services }: { readonly mounted: MountedEndpoint; readonly services: Services },
): Promise<void> {
  const { state: requestState } = request;
  try {
    const context = await contextOf(request, requestState, mounted.contract, services);
    await mounted.pass?.(context, {
      params: textsOf(request.params),
      certificate: certificateOf(request.raw, requestState.listener, services.certificates),
      recordFacts({ bankId, clientId, problem, reason }) {
        requestState.problem = problem;
        requestState.reason = reason;
        requestState.bankId = bankId;
        if (clientId !== undefined)
          requestState.caller = { kind: 'application', clientId, bankId, scopes: new Set(), binding: 'none' };
      },
      detach() {
        reply.hijack();
        for (const [name, value] of Object.entries(commonHeaders(requestState)))
          reply.raw.setHeader(name, value);
        return { request: request.raw, response: reply.raw };
      },
    });
  } catch (error) {
    if (!reply.sent) throw error;
    // The request was delegated and dropped: the caller must at least not wait for ever.
    services.log.error(
      { requestId: requestState.requestId, operationId: mounted.contract.operationId, error },
      'unhandled error in a delegated request',
    );
    reply.raw.destroy();
  }
}

function textsOf(params: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(params ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}
