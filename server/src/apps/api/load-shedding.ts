import type { IncomingMessage, ServerResponse } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import type { RenderedPage } from '#platform/html/layout.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import type { Handler } from '#platform/http/listeners.ts';
import type { OpenRequests } from '#platform/http/open-requests.ts';
import { acquireSlot } from '#platform/http/request-slot.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Metrics, ShedReason } from '#platform/log/metrics.ts';
import { type Lanes, laneOf } from './lanes.ts';

export interface LoadShedderOptions {
  readonly handler: Handler;
  readonly lanes: Lanes;
  readonly openRequests: OpenRequests;
  readonly metrics: Metrics;
  readonly dialectFor: (path: string) => Dialect;
  /** What a person is shown in place of an answer for programs. */
  readonly busyPage: () => RenderedPage;
}

export interface LoadShedder {
  readonly handle: Handler;
  /** From now on every answer asks the caller to come back by a new connection. */
  drain(): void;
}

const probePaths: ReadonlySet<string> = new Set(
  ['liveness', 'readiness', 'metrics'].map((name) => `/v1/monitoring/${name}`),
);
const probeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const nilUuid = '00000000-0000-0000-0000-000000000000';

/**
 * The first thing a request meets. At capacity, and when its network has too many requests open, it returns 503 before
 * anything has been spent on the request: under three times the load, refusing must cost next to nothing. A slot is held
 * for work only; who waits for a client is counted per network, and the client has deadlines.
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

  const refuse = (request: IncomingMessage, response: ServerResponse, reason: ShedReason): void => {
    metrics.shed(reason);
    const dialect = dialectFor(request.url ?? '');
    let refusal = request.headers.accept?.includes('text/html') ? forPeople : refusals.get(dialect.name);
    if (refusal === undefined) {
      refusal = refusalIn(dialect);
      refusals.set(dialect.name, refusal);
    }
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
    handle(request, response) {
      if (isDraining) response.setHeader('connection', 'close');
      openRequests.watch(request, response);
      if (isProbe(request)) return handler(request, response);
      if (!openRequests.enter(request, response)) return refuse(request, response, 'network');
      const slot = acquireSlot(request, laneOf(request.url ?? '', lanes));
      if (slot === undefined) return refuse(request, response, 'in-flight');
      response.once('close', () => slot.release());
      return handler(request, response);
    },
  };
}

/**
 * Whether the request is a probe, which is always let in: it brings nothing that costs memory or a signature to check.
 * With a body or a token it is a request like any other.
 */
function isProbe({ headers, method = '', url = '' }: IncomingMessage): boolean {
  const isBare =
    headers.authorization === undefined &&
    headers['transfer-encoding'] === undefined &&
    (headers['content-length'] ?? '0') === '0';
  return isBare && probeMethods.has(method) && probePaths.has(url.split('?', 1)[0] ?? '');
}

interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The same for people. */
function refusalFor({ contentSecurityPolicy, html }: RenderedPage): Refusal {
  return {
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
  };
}

/** Made once per dialect: the same words as everywhere, without the work. */
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
  return {
    status,
    headers: {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(text)),
      'retry-after': '1',
      'cache-control': 'no-store',
    },
    body: text,
  };
}
