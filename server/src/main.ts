import { readFileSync } from 'node:fs';
import { startApi } from '#apps/api/start-api.ts';
import { auditHeads } from '#apps/commands/audit-heads.ts';
import { clients } from '#apps/commands/clients.ts';
import { deadLetters } from '#apps/commands/dead-letters.ts';
import { keys } from '#apps/commands/keys.ts';
import { migrate } from '#apps/commands/migrate.ts';
import { parties } from '#apps/commands/parties.ts';
import type { Print } from '#apps/commands/print.ts';
import { restored } from '#apps/commands/restored.ts';
import { setAside } from '#apps/commands/set-aside.ts';
import { showConfig } from '#apps/commands/show-config.ts';
import { signingRules } from '#apps/commands/signing-rules.ts';
import { staff } from '#apps/commands/staff.ts';
import { templates } from '#apps/commands/templates.ts';
import { tokens } from '#apps/commands/tokens.ts';
import { users } from '#apps/commands/users.ts';
import { verifyAuditTrail } from '#apps/commands/verify-audit.ts';
import { createRuntime } from '#apps/create-runtime.ts';
import type { Running } from '#apps/running.ts';
import { startWorker } from '#apps/worker/start-worker.ts';
import { ConfigInvalid } from '#platform/config/config-invalid.ts';
import { type Config, loadConfig } from '#platform/config/load-config.ts';

type Command = (config: Config, action: string, print: Print, rest: readonly string[]) => Promise<number>;

const starts: Readonly<
  Record<string, readonly ((runtime: Awaited<ReturnType<typeof createRuntime>>) => Promise<Running>)[]>
> = {
  api: [startApi],
  worker: [startWorker],
  all: [startApi, startWorker],
};

const commands: Readonly<Record<string, Command>> = {
  migrate,
  config: showConfig,
  'audit-verify': verifyAuditTrail,
  'audit-heads': auditHeads,
  'dead-letters': deadLetters,
  'set-aside': setAside,
  keys,
  clients,
  parties,
  templates,
  tokens,
  'signing-rules': signingRules,
  restored,
  users,
  staff,
};

const usage = `usage: node server/src/main.ts COMMAND
  api | worker | all             answer requests, work off what was decided, or both
  migrate plan | status | apply  bring the database up to date
  config                         print the settings in force, secrets hidden
  audit-verify [--seals=LOG] [KEY.pem …]   walk the audit chain of every bank
  audit-heads show | accept      where the sealer stands, and how it goes on after a restore
  dead-letters list | replay | discard
  set-aside list | retry          rows that timed work could not process
  clients add | show | list | rotate | update | disable | enable   who may ask for tokens
  keys list | rotate             what tokens are signed with
  keys status | reseal | reindex what data is sealed and indexed with
  parties erase | merge | units | restored   what is done to parties by hand
  restored plan | apply          end again what a restored backup has brought back
  templates publish | render     what messages and documents are made of
  tokens import | assign | unblock | rewrap   second factors that people hold in their hands
  signing-rules check | activate | list | groups | absence | explain   who must sign what
  users show | unlock | suspend | reinstate | close   manage user accounts
  staff cut-off | reinstate | list   keep members of staff out at once`;

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const print: Print = (line) => void process.stdout.write(`${line}\n`);

async function main([name = '', action = '', ...rest]: readonly string[]): Promise<number | undefined> {
  const command = commands[name];
  const parts = starts[name];
  if (command === undefined && parts === undefined) {
    print(usage);
    return 2;
  }
  const config = loadConfig(process.env, (path) => readFileSync(path, 'utf8'));
  if (command !== undefined) return command(config, action, print, rest);
  await runUntilStopped(config, parts ?? []);
  return undefined;
}

async function runUntilStopped(config: Config, parts: (typeof starts)[string]): Promise<void> {
  const runtime = await createRuntime(config);
  const running = await Promise.all(parts.map((start) => start(runtime)));
  const stop = async (signal: string): Promise<void> => {
    runtime.log.info({ signal }, 'stopping');
    await Promise.all(running.map((part) => part.stop()));
    await runtime.tracing.close();
    runtime.metrics.close();
    runtime.log.info({ signal }, 'stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal));
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ?? 0;
  // The process is the last place where a failure can be told: to whoever started it.
} catch (error) {
  const lines =
    error instanceof ConfigInvalid
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${lines}\n`);
  process.exit(1);
}
