import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MountedEndpoint } from './mounted-endpoint.ts';
import { certificateOf } from './request-certificate.ts';
import { contextOf } from './request-context.ts';
import { commonHeaders } from './send-response.ts';
import type { Services } from './services.ts';

/** Lets an endpoint hand the request on. What goes wrong before it does is thrown and answered as usual. */
export async function delegateRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { mounted, services }: { readonly mounted: MountedEndpoint; readonly services: Services },
): Promise<void> {
  const { state: visit } = request;
  try {
    await mounted.pass?.(contextOf(request, visit, mounted.contract, services), {
      params: textsOf(request.params),
      certificate: certificateOf(request.raw, visit.listener, services.certificates),
      tell({ bankId, clientId, problem, reason }) {
        visit.problem = problem;
        visit.reason = reason;
        visit.bankId = bankId;
        if (clientId !== undefined)
          visit.caller = { kind: 'application', clientId, bankId, scopes: new Set(), binding: 'none' };
      },
      handOver() {
        reply.hijack();
        for (const [name, value] of Object.entries(commonHeaders(visit))) reply.raw.setHeader(name, value);
        return { request: request.raw, response: reply.raw };
      },
    });
  } catch (error) {
    if (!reply.sent) throw error;
    // Out of our hands, and dropped: the caller must at least not wait for ever.
    services.log.error(
      { requestId: visit.requestId, operationId: mounted.contract.operationId, error },
      'a request that was handed on met a bug',
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
