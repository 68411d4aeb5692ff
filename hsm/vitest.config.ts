import { defineConfig } from 'vitest/config';

/** Native code reads the environment once per process, so every test file runs in its own process. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/*.test.ts'],
    pool: 'forks',
    isolate: true,
    maxWorkers: 2,
    allowOnly: false,
    testTimeout: 20_000,
  },
});
