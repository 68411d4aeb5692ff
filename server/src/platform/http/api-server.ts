import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { bankOf, callerId } from '#platform/auth/caller.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { isRefusalCause, type Refusal } from '#platform/kernel/refusal-cause.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { createAdmission, isTooOpen } from './admission.ts';
import { awaitBody, bodyPaceDefault, readBody } from './body-arrival.ts';
import { bodyLimitBytes, bodySizeDefault } from './body-limits.ts';
import type { Contract } from './contract.ts';
import { delegateRequest } from './delegate-request.ts';
import type { Endpoint } from './endpoint.ts';
import { listenerOf } from './listeners.ts';
import { methodsFor } from './method-table.ts';
import { type MountedEndpoint, mountEndpoint } from './mounted-endpoint.ts';
import { parametersOf, routedPath } from './path-parameters.ts';
import { parseBody } from './request-body.ts';
import { contextOf } from './request-context.ts';
import { slotOf } from './request-slot.ts';
import { type RequestState, requestIdOf } from './request-state.ts';
import { dialectOf, sendFailure, sendResponse, sendToHttps } from './send-response.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState;
  }
  interface FastifyContextConfig {
    mounted?: MountedEndpoint;
  }
}

/** The HTTP side of the product: endpoints are mounted, then requests may come. */
export interface Api {
  mount<Ports>(endpoints: readonly Endpoint<Ports>[], ports: Ports): void;
  /** Ready to answer; no endpoint can be added afterwards. */
  ready(): Promise<(request: IncomingMessage, response: ServerResponse) => void>;
  /** Answers without a network, for tests. */
  readonly inject: FastifyInstance['inject'];
  readonly contracts: readonly Contract[];
  close(): Promise<void>;
}

const parameterLengthMax = 256;

/** Builds the server. Everything a request can meet on its way is in this file or named in it. */
export function createApi(services: Services): Api {
  const app = fastify({
    logger: false,
    exposeHeadRoutes: true,
    bodyLimit: bodyLimitBytes[bodySizeDefault],
    routerOptions: { maxParamLength: parameterLengthMax, caseSensitive: true },
    // An address that cannot even be read: no hook has run for it, and none will.
    frameworkErrors: (error, request, reply) => {
      request.state = visitOf(request, services);
      void sendFailure(request, reply, error, services);
      slotOf(request.raw).release();
      tell(request, reply, services);
    },
  });
  const contracts: Contract[] = [];
  prepare(app, services, contracts);
  return {
    contracts,
    inject: app.inject.bind(app),
    mount(endpoints, ports) {
      for (const endpoint of endpoints) {
        const mounted = mountEndpoint(endpoint, ports, {
          mode: services.responseGuard,
          onUndeclared: (operationId, what) => services.metrics.undeclared(operationId, what),
        });
        contracts.push(endpoint.contract);
        route(app, mounted, services);
      }
    },
    async ready() {
      await app.ready();
      return (request, response) => app.routing(request, response);
    },
    close: () => app.close(),
  };
}

/** What happens to every request, whatever it asks for. */
function prepare(app: FastifyInstance, services: Services, contracts: readonly Contract[]): void {
  const admit = createAdmission(services);
  const arrival = { metrics: services.metrics, pace: services.bodyPace ?? bodyPaceDefault };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', ({ raw, routeOptions }: FastifyRequest) =>
    readBody(raw, { ...arrival, bytesMax: routeOptions.bodyLimit }),
  );
  app.addHook('onRequest', async (request, reply) => {
    const visit = visitOf(request, services);
    request.state = visit;
    // Answered at once: the body of a request to nowhere is not read.
    if (visit.mounted === undefined)
      return sendFailure(request, reply, noRoute(request, contracts), services);
    const { contract } = visit.mounted;
    visit.span = services.tracing.requestSpan({
      traceparent: headerText(request, 'traceparent'),
      operationId: contract.operationId,
      method: request.method,
    });
    if (isTooOpen(visit, contract, services) && mayBeMoved(request))
      return sendToHttps(request, reply, services);
    await admit(request, visit, contract);
    if (visit.mounted.pass === undefined) return undefined;
    await awaitBody(request.raw, arrival);
    await delegateRequest(request, reply, { mounted: visit.mounted, services });
    slotOf(request.raw).release();
    // What the endpoint did not read must not stay in the way of the next request.
    request.raw.resume();
    return reply;
  });
  // From here on the client is waited for, and that is no work.
  app.addHook('onSend', async (request) => slotOf(request.raw).release());
  app.addHook('onResponse', async (request, reply) => tell(request, reply, services));
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error, services));
  app.setNotFoundHandler((request, reply) =>
    sendFailure(request, reply, noRoute(request, contracts), services),
  );
}

function noRoute({ url }: FastifyRequest, contracts: readonly Contract[]): Problem {
  const methods = methodsFor(contracts, url);
  return methods.length === 0
    ? standardProblems['not-found']()
    : standardProblems['method-not-allowed']({ headers: { allow: methods.join(', ') } });
}

/** A plain question may be asked again over https; one that carried a secret has already given it away. */
function mayBeMoved({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

/** Requests without an id of their own get one of ours; which shard it names is of no importance. */
const requestShard = virtualShard('', 'request');

function visitOf(request: FastifyRequest, { ids }: Services): RequestState {
  return {
    requestId: requestIdOf(request.raw, () => ids.uuid(requestShard)),
    startedAtMs: performance.now(),
    listener: listenerOf(request.raw),
    mounted: request.routeOptions.config.mounted,
    caller: { kind: 'anonymous' },
    span: undefined,
    problem: undefined,
    refusal: undefined,
    reason: undefined,
    bankId: undefined,
  };
}

function route(app: FastifyInstance, mounted: MountedEndpoint, services: Services): void {
  const { contract } = mounted;
  app.route({
    method: contract.method,
    url: routedPath(contract.path),
    config: { mounted },
    bodyLimit: bodyLimitBytes[contract.bodySize ?? bodySizeDefault],
    handler: async (request, reply) => {
      const context = contextOf(request, request.state, contract, services);
      const validated = mounted.validate({
        params: parametersOf(contract.path, request.params),
        query: request.query,
        headers: request.headers,
        body: parseBody(request, contract),
      });
      if (validated.kind === 'invalid') throw standardProblems.invalid({ faults: validated.faults });
      const answer = await mounted.run(context, validated.request);
      return sendResponse(request, reply, mounted.guard.check(answer), services);
    },
  });
}

/** One line and one count per request, when everything is over. */
function tell(request: FastifyRequest, reply: FastifyReply, services: Services): void {
  const { state: visit } = request;
  const { statusCode: status } = reply;
  const contract = visit.mounted?.contract;
  const operationId = contract?.operationId ?? 'none';
  const durationMs = performance.now() - visit.startedAtMs;
  const dialect = dialectOf(request, services).name;
  visit.span?.end({ status });
  services.metrics.request({ operationId, dialect, status, seconds: durationMs / 1_000 });
  const line = {
    requestId: visit.requestId,
    operationId,
    method: request.method,
    status,
    ...whoCalled(visit),
    problem: visit.problem ?? null,
    ...refusalOf(visit, status),
    reason: visit.reason ?? null,
    durationMs: Math.round(durationMs * 1_000) / 1_000,
  };
  // Probes come every second and say nothing new.
  const isProbe = contract?.rate === 'unlimited' && status < 400;
  services.log[isProbe ? 'debug' : 'info'](line, 'request');
}

const refusalStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Why a caller was turned away; every such line has a cause. */
function refusalOf({ problem = '', refusal }: RequestState, status: number): Partial<Refusal> {
  if (!refusalStatuses.has(status)) return {};
  return refusal ?? { cause: isRefusalCause(problem) ? problem : 'operation-refused' };
}

/** A customer is known by the audit trail, never by the log. */
function whoCalled({ bankId, caller }: RequestState): {
  callerKind: string;
  callerId: string | null;
  bankId: string | null;
} {
  return {
    callerKind: caller.kind,
    callerId: caller.kind === 'customer' ? null : callerId(caller),
    bankId: bankOf(caller) ?? bankId ?? null,
  };
}

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
