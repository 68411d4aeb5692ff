import { readFileSync } from 'node:fs';
import { startApi } from '../../server/src/apps/api/start-api.ts';
import { createRuntime } from '../../server/src/apps/create-runtime.ts';
import { contracts } from '../../server/src/apps/wiring.ts';
import { deviceAnswerRoute } from '../../server/src/capabilities/sca/testing/test-device-route.suite.ts';
import { devicesOfTable } from '../../server/src/capabilities/sca/testing/test-device-table.suite.ts';
import { testRoutes } from '../../server/src/capabilities/sca/testing/test-routes.suite.ts';
import { allTestSubjects } from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import { loadConfig } from '../../server/src/platform/config/load-config.ts';
import { createMetrics } from '../../server/src/platform/log/metrics.ts';

/**
 * The API of the product, whose customers approve payments and consents of a test table, also on simulated devices:
 * everything else is as in production. `test-third-party.ts` creates the tables; `test-bank.ts` and the browser runs start
 * this process.
 */
const config = loadConfig(process.env, (path) => readFileSync(path, 'utf8'));
const runtime = await createRuntime(config);
const routes = [...testRoutes, deviceAnswerRoute];
const further = routes.map(({ contract }) => contract);
const metrics = createMetrics({
  operationIds: [...[...contracts, ...further].map(({ operationId }) => operationId), 'none'],
  jobKinds: [],
  bankIds: config.banks,
});
const running = await startApi({ ...runtime, metrics }, routes, {
  subjects: allTestSubjects(),
  devices: devicesOfTable,
});
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
