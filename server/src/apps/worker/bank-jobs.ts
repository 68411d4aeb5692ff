import type { Database } from '#platform/db/database.ts';
import type { Context } from '#platform/work/context.ts';
import { forEachBank } from '#platform/work/each-bank.ts';
import type { CronJob } from '#platform/work/jobs.ts';
import { runForBank } from '#platform/work/set-aside.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { ProductPorts } from '../compose/build-ports.ts';
import type { Composition } from '../compose/composition.ts';
import type { Runtime } from '../runtime.ts';
import { compositions } from '../wiring.ts';

/** Timed work with its ports bound. */
interface BoundJob {
  readonly name: string;
  readonly cron: string;
  readonly run: (context: Context) => Promise<unknown>;
}

/** Returns the timed work of all capabilities; each run goes through all banks. */
export function bankCronJobs(
  runtime: Runtime,
  app: Database,
  ports: ProductPorts | undefined,
): readonly CronJob[] {
  const { banks } = runtime.config;
  return compositions
    .flatMap((composition) => jobsOf(composition, ports))
    .map(({ cron, name, run }) => ({
      name,
      cron,
      async run() {
        await forEachBank({ job: name, banks, log: runtime.log, database: app }, async (bankId) => {
          const context = systemContext({ ...runtime, app }, { job: name, bankId, requestId: name });
          await runForBank(context, name, () => run(context));
          return 1;
        });
      },
    }));
}

/** Binds the jobs of a capability. Without ports, which need a master key, jobs that use them do nothing. */
function jobsOf(
  { capability, jobs = [] }: Composition,
  ports: ProductPorts | undefined,
): readonly BoundJob[] {
  const own = ports?.find(capability);
  return [
    ...capability.jobs.map((job) => ({
      name: job.name,
      cron: job.cron,
      run: async (context: Context) => {
        if (job.needs === 'context') await job.run(context);
        else if (own !== undefined) await job.run({ ...context, ...own });
      },
    })),
    ...jobs.map((job) => ({
      name: job.name,
      cron: job.cron,
      run: async (context: Context) => {
        if (ports !== undefined) await job.run(context, ports.deps, own);
      },
    })),
  ];
}
