import { defineConfig } from 'vitest/config';

/** Native code reads the environment of its process and keeps what it loaded, so every file has a process of its own. */
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
