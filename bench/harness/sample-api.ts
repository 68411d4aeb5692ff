import { readFileSync } from 'node:fs';
import { startApi } from '../../server/src/apps/api/start-api.ts';
import { createRuntime } from '../../server/src/apps/create-runtime.ts';
import { xs2a } from '../../server/src/dialects/xs2a/xs2a.ts';
import { callers } from '../../server/src/platform/auth/access.ts';
import { loadConfig } from '../../server/src/platform/config/load-config.ts';
import { createMetrics } from '../../server/src/platform/log/metrics.ts';
import { testContract, testEndpoint, testInterface } from '../../server/src/platform/testing/endpoints.ts';

/** The API of the product with one more route, which every third party may call. */
const sample = testContract({
  interface: testInterface(xs2a, '/v1/sample'),
  operationId: 'Sample_Read',
  at: '/things',
  access: callers({ tpp: { roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'] } }),
  rate: 'tpp-read',
});

const config = loadConfig(process.env, (path) => readFileSync(path, 'utf8'));
const runtime = await createRuntime(config);
const metrics = createMetrics({
  operationIds: [sample.operationId, 'none'],
  jobKinds: [],
  bankIds: config.banks,
});
const running = await startApi({ ...runtime, metrics }, [testEndpoint(sample)]);
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
