import type { IncomingMessage, ServerResponse } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import type { RenderedPage } from '#platform/html/layout.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import type { Handler } from '#platform/http/listeners.ts';
import type { LoadShedder } from '#platform/http/load-shedder.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Metrics } from '#platform/log/metrics.ts';

export interface DoorOptions {
  readonly handler: Handler;
  readonly shedder: LoadShedder;
  readonly metrics: Metrics;
  readonly dialectFor: (path: string) => Dialect;
  /** What a person is shown in place of an answer for programs. */
  readonly busyPage: () => RenderedPage;
}

export interface Door {
  readonly handle: Handler;
  /** From now on every answer asks the caller to come back by a new connection. */
  drain(): void;
}

const probesPath = '/v1/monitoring/';
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * The first thing a request meets. When the house is full it is told so here, before anything has been spent on it:
 * under three times the load, refusing must cost next to nothing.
 */
export function atTheDoor({ busyPage, handler, shedder, metrics, dialectFor }: DoorOptions): Door {
  let isDraining = false;
  const forPeople = refusalFor(busyPage());
  const refusals = new Map<Dialect['name'], Refusal>();

  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    metrics.shed('in-flight');
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
      if (request.url?.startsWith(probesPath)) return handler(request, response);
      const enteredAtMs = performance.now();
      if (!shedder.enter(enteredAtMs)) return refuse(request, response);
      response.once('close', () => {
        const nowMs = performance.now();
        shedder.leave(nowMs, nowMs - enteredAtMs);
      });
      return handler(request, response);
    },
  };
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
    requestId: nobody,
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
