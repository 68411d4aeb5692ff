import { createRuntime } from '../create-runtime.ts';
import { type Command, defineCommand } from '../program/command.ts';
import { processHost, type RequiredSettings } from '../program/need.ts';
import type { Running } from '../running.ts';
import type { Runtime } from '../runtime.ts';

type Start = (runtime: Runtime) => Promise<Running>;

/** Loaded when it starts: the other commands need neither. */
const startApi: Start = async (runtime) => (await import('../api/start-api.ts')).startApi(runtime);
const startWorker: Start = async (runtime) =>
  (await import('../worker/start-worker.ts')).startWorker(runtime);

const keys = ['masterKeys', 'keyWrapping'] as const;
const workerUrl = ['databaseWorkerUrl'] as const;

/** Commands that run until they are stopped. */
export const processCommands: readonly Command[] = [
  processOf('api', 'serve requests; any number of processes', { parts: [startApi], settings: [keys] }),
  processOf('worker', 'relay events, run jobs, seal the audit trail; any number of processes', {
    parts: [startWorker],
    settings: [workerUrl],
  }),
  processOf('all', 'run the API and the worker in one process', {
    parts: [startApi, startWorker],
    settings: [keys, workerUrl],
  }),
];

interface Process {
  readonly parts: readonly Start[];
  readonly settings: RequiredSettings;
}

function processOf(name: string, summary: string, { parts, settings }: Process): Command {
  return defineCommand({
    name,
    summary,
    examples: [name],
    needs: processHost,
    settings,
    isProcess: true,
    async run({ config, onStopSignal }) {
      const runtime = await createRuntime(config);
      const running = await Promise.all(parts.map((start) => start(runtime)));
      onStopSignal(async (signal) => {
        runtime.log.info({ signal }, 'stopping');
        await Promise.all(running.map((part) => part.stop()));
        await runtime.tracing.close();
        runtime.metrics.close();
        runtime.log.info({ signal }, 'stopped');
      });
    },
  });
}
