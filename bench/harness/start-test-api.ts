import { readFileSync } from 'node:fs';
import { startApi } from '../../server/src/apps/api/start-api.ts';
import { createRuntime } from '../../server/src/apps/create-runtime.ts';
import { contracts } from '../../server/src/apps/wiring.ts';
import { loadConfig } from '../../server/src/platform/config/load-config.ts';
import { createMetrics } from '../../server/src/platform/log/metrics.ts';

type Routes = NonNullable<Parameters<typeof startApi>[1]>;
type ApprovalParts = NonNullable<Parameters<typeof startApi>[2]>;

/** Starts the API of the product with further routes and parts of approvals; everything else is as in production. */
export async function startTestApi(routes: Routes, parts: ApprovalParts): Promise<void> {
  const config = loadConfig(process.env, (path) => readFileSync(path, 'utf8'));
  const runtime = await createRuntime(config);
  const further = routes.map(({ contract }) => contract);
  const metrics = createMetrics({
    operationIds: [...[...contracts, ...further].map(({ operationId }) => operationId), 'none'],
    jobKinds: [],
    bankIds: config.banks,
  });
  const running = await startApi({ ...runtime, metrics }, routes, parts);
  process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
}
