import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compileCache } from './server/src/platform/testing/compile-cache.ts';

// oxlint-disable-next-line no-restricted-globals -- the workers that run the tests inherit the environment
Object.assign(process.env, compileCache);

/** Each worker may hold a dozen connections, and PostgreSQL allows a hundred by default. */
const workersMax = 6;

/** Tests that need a PostgreSQL: operations through HTTP, stores, and whatever says so in its name. */
const integration = [
  '{server,bench}/**/*.db.test.ts',
  'server/src/**/{operations,steps}/**/*.test.ts',
  'server/src/**/store/*.test.ts',
];
/** They count processor time, which what others left in memory would add to. */
const timed = [
  'server/src/platform/log/*.test.ts',
  'server/src/capabilities/payments/operations/large-bulk-payees.test.ts',
];
const never = ['**/node_modules/**', '**/.node/**', '**/.cache/**'];

export default defineConfig({
  test: {
    maxWorkers: Math.min(workersMax, Math.max(2, availableParallelism())),
    allowOnly: false,
    // Modules are read once per worker, not once per file: reading them took a third of the time. No file leaves
    // anything behind that another one could notice.
    isolate: false,
    // Node loads the modules, as in production; its compile cache serves all runs and all started programs.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: 'tools/test-seed.ts',
    // A limit for tests that hang, not for slow machines; no test waits this long.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['server/src/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...never, ...integration, ...timed],
        },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          include: timed,
          exclude: never,
          isolate: true,
          globalSetup: 'tools/test-databases.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: integration,
          exclude: [...never, ...timed],
          globalSetup: 'tools/test-databases.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          include: ['tools/**/*.test.ts'],
          exclude: never,
          globalSetup: 'tools/test-databases.ts',
        },
      },
    ],
  },
});
