import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createRuntime } from '../../server/src/apps/create-runtime.ts';
import { startWorker } from '../../server/src/apps/worker/start-worker.ts';
import { loadConfig } from '../../server/src/platform/config/load-config.ts';
import { effectEvents, effectHandler } from './work-effects.ts';
import { upLine } from './worker-program.ts';

/** The worker of the product with one reaction more, whose effects can be counted. */
const config = loadConfig(process.env, (path) => readFileSync(path, 'utf8'));
const workMs = Number(process.env['TORTURE_WORK_MS'] ?? 0);
// What was compiled is usually kept when a process ends; this one never gets that far.
flushCompileCache();
await startWorker(await createRuntime(config), { eventHandlers: [effectHandler(effectEvents, workMs)] });
console.log(upLine);
