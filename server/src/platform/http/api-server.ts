import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { bankOf, type Caller, callerId } from '#platform/auth/caller.ts';
import { freeMemory } from '#platform/kernel/free-memory.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { isRefusalCause, type Refusal } from '#platform/kernel/refusal-cause.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { chooseMediaType } from './accept.ts';
import { createAdmission, isTooOpen } from './admission.ts';
import { awaitBody, bodyPaceDefault, readBody } from './body-arrival.ts';
import { isLargeBody } from './body-buffer.ts';
import { bodyLimitBytes, bodySizeDefault } from './body-limits.ts';
import { type Contract, isHeadAnswered, offeredTypes } from './contract.ts';
import { delegateRequest } from './delegate-request.ts';
import type { Endpoint } from './endpoint.ts';
import { listenerOf } from './listeners.ts';
import { createMethodTable, type MethodTable } from './method-table.ts';
import { type MountedEndpoint, mountEndpoint } from './mounted-endpoint.ts';
import { parametersOf, type RoutedPath, routedPaths } from './path-parameters.ts';
import { parseBody } from './request-body.ts';
import { contextOf } from './request-context.ts';
import { checkMessage } from './request-message.ts';
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

/** The HTTP server of the product: endpoints are mounted, then requests are served. */
export interface Api {
  mount<Ports>(endpoints: readonly Endpoint<Ports>[], ports: Ports): void;
  /** Finishes the setup; no endpoint can be added afterwards. */
  ready(): Promise<(request: IncomingMessage, response: ServerResponse) => void>;
  /** Serves a request without a network, for tests. */
  readonly inject: FastifyInstance['inject'];
  readonly contracts: readonly Contract[];
  close(): Promise<void>;
}

/** Links to downloads name their report in the path. */
const parameterLengthMax = 1_000;

/** Builds the server. Every step of a request is in this file or called from it. */
export function createApi(services: Services): Api {
  const app = fastify({
    logger: false,
    bodyLimit: bodyLimitBytes[bodySizeDefault],
    routerOptions: { maxParamLength: parameterLengthMax, caseSensitive: true },
    // A malformed address: no hook has run for it, and none will.
    frameworkErrors: (error, request, reply) => {
      request.state = stateOf(request, services);
      void sendFailure(request, reply, error, services);
      slotOf(request.raw).release();
      logRequest(request, reply, services);
    },
  });
  const contracts: Contract[] = [];
  const methods = createMethodTable();
  prepare(app, services, methods);
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
        methods.add(endpoint.contract);
        for (const path of routedPaths(endpoint.contract)) route(app, path, mounted, services);
      }
    },
    async ready() {
      await app.ready();
      return (request, response) => app.routing(request, response);
    },
    close: () => app.close(),
  };
}

/** The hooks that run for every request. */
function prepare(app: FastifyInstance, services: Services, methods: MethodTable): void {
  const admit = createAdmission(services);
  const arrival = { metrics: services.metrics, pace: services.bodyPace ?? bodyPaceDefault };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', ({ raw, routeOptions }: FastifyRequest) =>
    readBody(raw, { ...arrival, bytesMax: routeOptions.bodyLimit }),
  );
  app.addHook('onRequest', async (request, reply) => {
    const requestState = stateOf(request, services);
    request.state = requestState;
    // Responded to at once: the body of a request to an unknown address is not read.
    if (requestState.mounted === undefined)
      return sendFailure(request, reply, noRoute(request, methods), services);
    const { contract } = requestState.mounted;
    requestState.span = services.tracing.requestSpan({
      traceparent: headerText(request, 'traceparent'),
      operationId: contract.operationId,
      method: request.method,
    });
    if (isTooOpen(requestState, contract, services) && mayBeRedirected(request))
      return sendToHttps(request, reply, services);
    await admit(request, requestState, contract);
    requestState.responseType = responseTypeOf(request, contract);
    if (requestState.mounted.pass === undefined) return undefined;
    await awaitBody(request.raw, arrival);
    await delegateRequest(request, reply, { mounted: requestState.mounted, services });
    slotOf(request.raw).release();
    // Whatever the endpoint did not read must not block the next request.
    request.raw.resume();
    return reply;
  });
  // From here on the process only waits for the client, which is not work.
  app.addHook('onSend', async (request) => slotOf(request.raw).release());
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply, services));
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error, services));
  app.setNotFoundHandler((request, reply) =>
    sendFailure(request, reply, noRoute(request, methods), services),
  );
}

/** Chosen before the body is read: a client that accepts nothing we have learns it first. */
function responseTypeOf({ headers }: FastifyRequest, contract: Contract): string | undefined {
  const offers = offeredTypes(contract);
  if (offers.length === 0) return undefined;
  const chosen = chooseMediaType(headers.accept, offers);
  if (chosen === undefined) throw standardProblems['not-acceptable']();
  return chosen;
}

function noRoute({ url }: FastifyRequest, methods: MethodTable): Problem {
  const allowed = methods.methodsFor(url);
  return allowed.length === 0
    ? standardProblems['not-found']()
    : standardProblems['method-not-allowed']({ headers: { allow: allowed.join(', ') } });
}

/** Whether a request may be repeated over https; one with a secret has already leaked it. */
function mayBeRedirected({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

/** Requests without an id of their own get a generated one; its shard does not matter. */
const requestShard = virtualShard('', 'request');

function stateOf(request: FastifyRequest, { ids }: Services): RequestState {
  return {
    requestId: requestIdOf(request.raw, () => ids.uuid(requestShard)),
    startedAtMs: performance.now(),
    listener: listenerOf(request.raw),
    mounted: request.routeOptions.config.mounted,
    responseType: undefined,
    caller: { kind: 'anonymous' },
    span: undefined,
    problem: undefined,
    refusal: undefined,
    reason: undefined,
    bankId: undefined,
  };
}

function route(app: FastifyInstance, path: RoutedPath, mounted: MountedEndpoint, services: Services): void {
  const { contract } = mounted;
  app.route({
    method: contract.method,
    url: path.url,
    exposeHeadRoute: isHeadAnswered(contract),
    config: { mounted },
    bodyLimit: bodyLimitBytes[contract.bodySize ?? bodySizeDefault],
    handler: async (request, reply) => {
      try {
        await checkMessage(request, services);
        const context = await contextOf(request, request.state, contract, services);
        const validated = mounted.validate({
          params: parametersOf(contract.path, path, request.params),
          query: request.query,
          headers: request.headers,
          body: await parseBody(request, contract, services.documents),
          responseType: request.state.responseType,
        });
        if (validated.kind === 'invalid')
          throw standardProblems.invalid({ fieldErrors: validated.fieldErrors });
        const response = await mounted.run(context, validated.request);
        return await sendResponse(
          request,
          reply,
          mounted.guard.check(response, request.state.responseType),
          services,
        );
      } finally {
        freeBodyAfter(reply);
      }
    },
  });
}

/** Returns the memory of a large body when the response, which may contain parts of it, has ended. */
function freeBodyAfter({ raw, request: { body } }: FastifyReply): void {
  if (!isLargeBody(body)) return;
  if (raw.closed) freeMemory(body);
  else raw.once('close', () => freeMemory(body));
}

/** Writes one log line and one count per request, when it is finished. */
function logRequest(request: FastifyRequest, reply: FastifyReply, services: Services): void {
  const { state: requestState } = request;
  const { statusCode: status } = reply;
  const contract = requestState.mounted?.contract;
  const operationId = contract?.operationId ?? 'none';
  const durationMs = performance.now() - requestState.startedAtMs;
  const dialect = dialectOf(request, services).name;
  requestState.span?.end({ status });
  services.metrics.request({ operationId, dialect, status, seconds: durationMs / 1_000 });
  const line = {
    requestId: requestState.requestId,
    operationId,
    method: request.method,
    status,
    ...whoCalled(requestState),
    problem: requestState.problem ?? null,
    ...refusalOf(requestState, status),
    reason: requestState.reason ?? null,
    durationMs: Math.round(durationMs * 1_000) / 1_000,
  };
  // Probes arrive every second and carry no information.
  const isProbe = contract?.rate === 'unlimited' && status < 400;
  services.log[isProbe ? 'debug' : 'info'](line, 'request');
}

const refusalStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Returns why a caller was refused; every such line has a cause. */
function refusalOf({ problem = '', refusal }: RequestState, status: number): Partial<Refusal> {
  if (!refusalStatuses.has(status)) return {};
  return refusal ?? { cause: isRefusalCause(problem) ? problem : 'operation-refused' };
}

/** Only the audit trail identifies customers, never the log. Of a service for a customer it names the service. */
function whoCalled({ bankId, caller }: RequestState): {
  callerKind: string;
  callerId: string | null;
  bankId: string | null;
} {
  return {
    callerKind: caller.kind,
    callerId: loggedIdOf(caller),
    bankId: bankOf(caller) ?? bankId ?? null,
  };
}

function loggedIdOf(caller: Caller): string | null {
  if (caller.kind === 'delegate') return caller.clientId;
  return caller.kind === 'customer' ? null : callerId(caller);
}

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
