import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createRuntime } from '../../server/src/apps/create-runtime.ts';
import { startWorker } from '../../server/src/apps/worker/start-worker.ts';
import { loadConfig } from '../../server/src/platform/config/load-config.ts';
import { effectEvents, effectHandler } from './work-effects.ts';
import { upLine } from './worker-program.ts';

/** Runs the worker of the product with an additional event handler whose effects can be counted. */
const config = loadConfig(process.env, (path) => readFileSync(path, 'utf8'));
const workMs = Number(process.env['TORTURE_WORK_MS'] ?? 0);
// Node writes the compile cache when a process exits; this process is killed before.
flushCompileCache();
await startWorker(await createRuntime(config), { eventHandlers: [effectHandler(effectEvents, workMs)] });
console.log(upLine);
