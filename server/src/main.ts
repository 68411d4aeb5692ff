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
  api | worker | all             start the API, the worker, or both
  migrate plan | status | apply  update the database schema
  config                         print the effective settings, secrets hidden
  audit-verify [--seals=LOG] [KEY.pem …]   verify the audit chain of every bank
  audit-heads show | accept      show the sealer's position, accept it after a restore
  dead-letters list | replay | discard   manage events whose handler failed
  set-aside list | retry         manage rows that timed work could not process
  clients add | show | list | rotate | update | disable | enable   manage OAuth clients
  keys list | rotate             manage token signing keys
  keys status | reseal | reindex manage data encryption and index keys
  parties erase | merge | units | restored   administer parties
  restored plan | apply          end again what a restored backup has brought back
  templates publish | render     manage message and document templates
  tokens import | assign | unblock | rewrap   manage hardware tokens
  signing-rules check | activate | list | groups | absence | explain   manage signing rules
  users show | unlock | suspend | reinstate | close   manage user accounts
  staff cut-off | reinstate | list   cut off employees at once`;

// A reader that closes the pipe early, such as `head`, is not a failure.
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
  // Last place to report a failure to the operator.
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
