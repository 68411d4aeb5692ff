import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { startApi } from '../../server/src/apps/api/start-api.ts';
import { createRuntime } from '../../server/src/apps/create-runtime.ts';
import { xs2a } from '../../server/src/dialects/xs2a/xs2a.ts';
import { callers } from '../../server/src/platform/auth/access.ts';
import { loadConfig } from '../../server/src/platform/config/load-config.ts';
import { createMetrics } from '../../server/src/platform/log/metrics.ts';
import { testContract, testEndpoint, testInterface } from '../../server/src/platform/testing/endpoints.ts';

/** The API of the product with routes of third parties: a read, a change with a body, and a large response. */
const sampled = {
  interface: testInterface(xs2a, '/v1/sample'),
  access: callers({ tpp: { roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'] } }),
} as const;
const read = testContract({ ...sampled, operationId: 'Sample_Read', at: '/things', rate: 'tpp-read' });
const change = testContract({
  ...sampled,
  operationId: 'Sample_Change',
  method: 'POST',
  at: '/things',
  request: { body: Type.Object({}) },
  bodySize: 'normal',
  rate: 'tpp-change',
});
const large = testContract({
  ...sampled,
  operationId: 'Sample_Large',
  at: '/large',
  responses: { 200: { description: 'Done.', files: ['application/pdf'] } },
  rate: 'tpp-read',
});
/** More than the kernel buffers for a client that does not read. */
const file = { contentType: 'application/pdf', name: 'large.pdf', content: Buffer.alloc(8_000_000, 'x') };

const config = loadConfig(process.env, (path) => readFileSync(path, 'utf8'));
const runtime = await createRuntime(config);
const metrics = createMetrics({
  operationIds: [...[read, change, large].map(({ operationId }) => operationId), 'none'],
  jobKinds: [],
  bankIds: config.banks,
});
const running = await startApi({ ...runtime, metrics }, [
  testEndpoint(read),
  testEndpoint(change),
  testEndpoint(large, () => ({ status: 200, file })),
]);
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
