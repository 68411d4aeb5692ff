import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Type from 'typebox';
import { plain } from '../../server/src/dialects/plain/plain.ts';
import { documentReader } from '../../server/src/platform/documents/document-reader.ts';
import { createDocuments } from '../../server/src/platform/documents/documents.ts';
import { contract } from '../../server/src/platform/http/contract.ts';
import { endpoint } from '../../server/src/platform/http/endpoint.ts';
import { testContract, testInterface } from '../../server/src/platform/testing/endpoints.ts';
import { createTestServer } from '../../server/src/platform/testing/test-server.ts';
import type { ServerFigures } from './documents-harness.ts';
import type { read } from './documents-reader.ts';

// Serves one operation that reads payment files. See documents.ts.
const reader = documentReader<typeof read>(new URL('./documents-reader.ts', import.meta.url));
const documents = createDocuments();
const readFile = contract({
  ...testContract({ interface: testInterface(plain), at: '/files', method: 'POST' }),
  bodySize: 'bulk',
  request: {
    query: Type.Object({ client: Type.String() }),
    body: { kind: 'document', mediaTypes: ['application/xml'] },
  },
  responses: { 200: { description: 'What was read.', body: Type.Object({ outcome: Type.String() }) } },
});
const server = await createTestServer({
  routes: [
    endpoint(readFile, {
      toCommand: ({ body, query }) => ({ bytes: body.bytes, caller: query.client, options: undefined }),
      operation: async (_context, task) => documents.read(reader, task),
      toResponse: (read) => ({
        status: 200 as const,
        body: { outcome: read.kind === 'refused' ? read.reason : String(read.result.transfers) },
      }),
    }),
  ],
  ports: () => ({}),
  dialectFor: () => plain,
});
const listener = createServer(server.handler).listen(0, '127.0.0.1');
const resolutionMs = 5;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();

/** Responds with the figures since the last question. */
process.on('message', () => {
  const { system, user } = process.threadCpuUsage();
  const figures: ServerFigures = {
    // The monitor counts its own interval as delay.
    stallMs: Math.max(0, delay.max / 1e6 - resolutionMs),
    rssBytes: process.memoryUsage.rss(),
    peakRssBytes: process.resourceUsage().maxRSS * 1_024,
    loopCpuMs: (user + system) / 1_000,
  };
  delay.reset();
  process.send?.(figures);
});
// Ends with the run that started it.
process.on('disconnect', () => process.exit(0));
listener.once('listening', () => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a TCP listener
  process.send?.((listener.address() as AddressInfo).port);
});
