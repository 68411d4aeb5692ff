import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { describe, expect, onTestFinished, test } from 'vitest';
import { processorCost } from '#platform/testing/processor-time.ts';
import type { Tracing } from './request-span.ts';
import { parseTraceparent, printTraceparent } from './traceparent.ts';
import { startTracing } from './tracing.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const incoming = `00-${traceId}-${parentId}-01`;

const exportedSpan = Type.Object({
  traceId: Type.String(),
  spanId: Type.String(),
  parentSpanId: Type.Optional(Type.String()),
  name: Type.String(),
  kind: Type.Integer(),
  attributes: Type.Array(
    Type.Object({ key: Type.String(), value: Type.Record(Type.String(), Type.Unknown()) }),
  ),
  events: Type.Optional(Type.Array(Type.Unknown())),
  status: Type.Object({ code: Type.Optional(Type.Integer()), message: Type.Optional(Type.String()) }),
});
const exportedBatch = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      resource: Type.Object({ attributes: Type.Array(Type.Unknown()) }),
      scopeSpans: Type.Array(Type.Object({ spans: Type.Array(exportedSpan) })),
    }),
  ),
});

interface Collector {
  readonly url: string;
  readonly requests: { readonly path: string; readonly body: string }[];
  readonly spans: () => Static<typeof exportedSpan>[];
}

/** A collector on the network, as the exporter sees it. */
async function startCollector(status = 200): Promise<Collector> {
  const requests: Collector['requests'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      requests.push({ path: request.url ?? '', body });
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/v1/traces`,
    requests,
    spans: () =>
      requests
        .flatMap(({ body }) => Parse(exportedBatch, JSON.parse(body)).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
  };
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function tracingTo(exporterUrl: string | undefined, failures: unknown[] = []): Promise<Tracing> {
  return startTracing({
    exporterUrl,
    serviceName: 'portico',
    version: '1.2.3',
    onExportFailed: (error) => failures.push(error),
  });
}

describe('with a collector', () => {
  test('a span continues the trace of its caller and has the caller as parent', async () => {
    const collector = await startCollector();
    const tracing = await tracingTo(collector.url);
    const span = tracing.requestSpan({ traceparent: incoming, operationId: 'readConsent', method: 'GET' });
    span.end({ status: 200 });
    await tracing.close();

    expect(collector.requests.map(({ path }) => path)).toEqual(['/v1/traces']);
    const [arrived] = collector.spans();
    expect(arrived).toMatchObject({ traceId, parentSpanId: parentId, name: 'readConsent', kind: 2 });
    expect(arrived?.attributes).toEqual([
      { key: 'http.request.method', value: { stringValue: 'GET' } },
      { key: 'portico.operation_id', value: { stringValue: 'readConsent' } },
      { key: 'http.response.status_code', value: { intValue: 200 } },
    ]);
    expect(span.traceId).toBe(traceId);
    expect(parseTraceparent(span.traceparent())).toEqual({ traceId, parentId: arrived?.spanId, flags: 1 });
    expect(collector.requests[0]?.body).toContain('"service.version","value":{"stringValue":"1.2.3"}');
  });

  test('a span without a valid caller starts a new trace', async () => {
    const collector = await startCollector();
    const tracing = await tracingTo(collector.url);
    for (const traceparent of [undefined, `00-${'0'.repeat(32)}-${parentId}-01`, 'nonsense'])
      tracing.requestSpan({ traceparent, operationId: 'readConsent', method: 'GET' }).end({ status: 200 });
    await tracing.close();
    const arrived = collector.spans();
    expect(new Set(arrived.map((span) => span.traceId)).size).toBe(3);
    expect(arrived.every((span) => span.parentSpanId === undefined)).toBe(true);
  });

  test('a caller that does not sample is not sampled, and the flag is passed on', async () => {
    const collector = await startCollector();
    const tracing = await tracingTo(collector.url);
    const traceparent = `00-${traceId}-${parentId}-00`;
    const span = tracing.requestSpan({ traceparent, operationId: 'readConsent', method: 'GET' });
    span.end({ status: 200 });
    await tracing.close();
    expect(collector.requests).toEqual([]);
    expect(parseTraceparent(span.traceparent())).toMatchObject({ traceId, flags: 0 });
  });

  test('an error marks the span by its name and never by its message', async () => {
    const collector = await startCollector();
    const tracing = await tracingTo(collector.url);
    const span = tracing.requestSpan({ operationId: 'initiatePayment', method: 'POST' });
    span.end({ status: 500, error: new TypeError('of Jan de Vries') });
    await tracing.close();
    const [arrived] = collector.spans();
    expect(arrived?.status).toEqual({ code: 2 });
    expect(arrived?.events ?? []).toEqual([]);
    expect(arrived?.attributes).toContainEqual({ key: 'error.type', value: { stringValue: 'TypeError' } });
    expect(collector.requests[0]?.body).not.toContain('Vries');
  });

  test('a collector that refuses is reported and does not delay the end', async () => {
    const collector = await startCollector(400);
    const failures: unknown[] = [];
    const tracing = await tracingTo(collector.url, failures);
    tracing.requestSpan({ operationId: 'readConsent', method: 'GET' }).end({ status: 200 });
    await tracing.close();
    expect(failures).toHaveLength(1);
  });
});

describe('without a collector', () => {
  test('a span has no trace, and ending it does nothing', async () => {
    const tracing = await tracingTo(undefined);
    const span = tracing.requestSpan({ operationId: 'readConsent', method: 'GET' });
    expect([span.traceId, span.traceparent()]).toEqual([undefined, undefined]);
    span.end({ status: 200 });
    await tracing.close();
  });

  test('the trace of a caller is passed on unchanged', async () => {
    const tracing = await tracingTo(undefined);
    const span = tracing.requestSpan({ traceparent: incoming, operationId: 'readConsent', method: 'GET' });
    expect([span.traceId, span.traceparent()]).toEqual([traceId, incoming]);
  });

  test('a span costs at most half of the JSON text of a small object', async () => {
    const { requestSpan } = await tracingTo(undefined);
    const cost = processorCost(
      () => requestSpan({ operationId: 'readConsent', method: 'GET' }).end({ status: 200 }),
      20_000,
    );
    expect(cost).toBeLessThan(0.5);
  });
});

describe('traceparent', () => {
  test.each([
    '',
    `01-${traceId}-${parentId}-01`,
    `ff-${traceId}-${parentId}-01`,
    `00-${traceId.toUpperCase()}-${parentId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${parentId}-1`,
    `00-${traceId}-${parentId}-01-more`,
    ` ${incoming}`,
    `${incoming}\n`,
    `${incoming},${incoming}`,
  ])('"%s" is invalid', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });

  test('any text is parsed without an error', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(parseTraceparent(header)).toBeUndefined();
      }),
    );
  });

  test('a formatted header is parsed to the same values', () => {
    const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length - 1}}[1-9a-f]$`));
    fc.assert(
      fc.property(hex(32), hex(16), fc.integer({ min: 0, max: 255 }), (id, parent, flags) => {
        const written = { traceId: id, parentId: parent, flags };
        expect(parseTraceparent(printTraceparent(written))).toEqual(written);
      }),
    );
  });
});
