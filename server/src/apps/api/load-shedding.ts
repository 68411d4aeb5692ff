import type { IncomingMessage, ServerResponse } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import type { RenderedPage } from '#platform/html/layout.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import type { EarlyRefusal } from '#platform/http/early-refusals.ts';
import type { Handler } from '#platform/http/listeners.ts';
import type { OpenRequests } from '#platform/http/open-requests.ts';
import { acquireSlot } from '#platform/http/request-slot.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Metrics, ShedReason } from '#platform/log/metrics.ts';
import { arrivalOf, priorityOf } from './arrival.ts';
import { type Lanes, laneOf } from './lanes.ts';

export interface LoadShedderOptions {
  readonly handler: Handler;
  readonly lanes: Lanes;
  readonly openRequests: OpenRequests;
  readonly metrics: Metrics;
  readonly dialectFor: (path: string) => Dialect;
  /** Returns the page that a browser gets instead of a JSON body. */
  readonly busyPage: () => RenderedPage;
}

export interface LoadShedder {
  readonly handle: Handler;
  /** Refuses without parsing what is certain to be refused. */
  readonly refuseEarly: EarlyRefusal;
  /** Adds `connection: close` to every response from now on, so that callers reconnect elsewhere. */
  drain(): void;
}

const probePaths: ReadonlySet<string> = new Set(
  ['liveness', 'readiness', 'metrics'].map((name) => `/v1/monitoring/${name}`),
);
const probeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const forBrowser = /\r\naccept:[^\r]*text\/html/i;
const requestIdField = /\r\nx-request-id: ?([0-9a-f-]{36})\r\n/i;
const nilUuid = '00000000-0000-0000-0000-000000000000';

/**
 * Handles each request first. Returns 503 at capacity, and when the caller's network has too many open requests, before
 * any other work: under three times the load, a refusal must cost next to nothing. A request uses a slot only while the
 * server works on it; waiting for the client is limited per network and by deadlines.
 */
export function withLoadShedding({
  busyPage,
  dialectFor,
  handler,
  lanes,
  metrics,
  openRequests,
}: LoadShedderOptions): LoadShedder {
  let isDraining = false;
  const forPeople = refusalFor(busyPage());
  const refusals = new Map<Dialect['name'], Refusal>();

  const refusalAt = (path: string): Refusal => {
    const dialect = dialectFor(path);
    const refusal = refusals.get(dialect.name) ?? refusalIn(dialect);
    refusals.set(dialect.name, refusal);
    return refusal;
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, reason: ShedReason): void => {
    metrics.shed(reason);
    const isBrowser = request.headers.accept?.includes('text/html');
    const refusal = isBrowser ? forPeople : refusalAt(request.url ?? '');
    const requestId = request.headers['x-request-id'];
    response.writeHead(
      refusal.status,
      typeof requestId === 'string' && isUuid(requestId)
        ? { ...refusal.headers, 'x-request-id': requestId }
        : refusal.headers,
    );
    response.end(refusal.body);
  };

  return {
    drain: () => {
      isDraining = true;
    },
    refuseEarly({ head, method, target }) {
      if (isDraining || isProbePath(target) || forBrowser.test(head)) return undefined;
      const priority = priorityOf({ method, url: target });
      if (!laneOf(target, lanes).shedder.refuses(performance.now(), priority)) return undefined;
      metrics.shed('in-flight');
      const { body, lines } = refusalAt(target);
      const requestId = requestIdField.exec(head)?.[1] ?? '';
      return `${lines}${isUuid(requestId) ? `x-request-id: ${requestId}\r\n` : ''}\r\n${body}`;
    },
    handle(request, response) {
      if (isDraining) response.setHeader('connection', 'close');
      openRequests.watch(request, response);
      if (isProbe(request)) return handler(request, response);
      if (!openRequests.enter(request, response)) return refuse(request, response, 'network');
      const slot = acquireSlot(request, laneOf(request.url ?? '', lanes), arrivalOf(request));
      if (slot === undefined) return refuse(request, response, 'in-flight');
      response.once('close', () => slot.release());
      return handler(request, response);
    },
  };
}

/**
 * Returns whether the request is a probe, which is always accepted: it brings nothing that costs memory or a signature
 * check. With a body or a token it counts as an ordinary request.
 */
function isProbe({ headers, method = '', url = '' }: IncomingMessage): boolean {
  const isBare =
    headers.authorization === undefined &&
    headers['transfer-encoding'] === undefined &&
    (headers['content-length'] ?? '0') === '0';
  return isBare && probeMethods.has(method) && isProbePath(url);
}

function isProbePath(url: string): boolean {
  return probePaths.has(url.split('?', 1)[0] ?? '');
}

interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Status line and headers as they are sent, without the empty line. */
  readonly lines: string;
}

/** Builds the refusal for browsers. */
function refusalFor({ contentSecurityPolicy, html }: RenderedPage): Refusal {
  return withLines({
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(html)),
      'content-security-policy': contentSecurityPolicy,
      'x-frame-options': 'DENY',
      'retry-after': '1',
      'cache-control': 'no-store',
    },
    body: html,
  });
}

function withLines(refusal: Omit<Refusal, 'lines'>): Refusal {
  const fields = Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return { ...refusal, lines: `HTTP/1.1 ${refusal.status} Service Unavailable\r\n${fields.join('')}` };
}

/** Builds the refusal once per dialect: the usual problem, without rendering it per request. */
function refusalIn(dialect: Dialect): Refusal {
  const problem = standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
  const { status, contentType, body } = dialect.render(problem, {
    requestId: nilUuid,
    path: '',
    method: '',
    accept: undefined,
    traceId: undefined,
  });
  const text = body === undefined ? '' : JSON.stringify(body);
  return withLines({
    status,
    headers: {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(text)),
      'retry-after': '1',
      'cache-control': 'no-store',
    },
    body: text,
  });
}
