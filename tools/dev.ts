import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs, parseEnv } from 'node:util';
import { compileCache } from '../server/src/platform/testing/compile-cache.ts';
import { urlFor } from '../server/src/platform/testing/database.ts';
import { CannotStart, cloneName, cloneRoot, devFiles } from './dev/clone.ts';
import { connectToServer, type DevServer } from './dev/database.ts';
import { envFile } from './dev/env-file.ts';
import { prepareKeys, storedMasterKeys } from './dev/keys.ts';
import { startMessageServers } from './dev/messages.ts';
import { isReachable, reservePorts } from './dev/ports.ts';
import { devIssuers, mintTokens } from './dev/tokens.ts';
import { tourScript, welcome } from './dev/welcome.ts';

/**
 * `npm run dev` starts the api and the worker on the local PostgreSQL and NATS. Each clone has its own database, keys,
 * stream and ports. `--reset` deletes the database and the keys of this clone first.
 */
const natsUrl = process.env['DEV_NATS_URL'] ?? 'nats://127.0.0.1:4222';
const hintAfterMs = 30_000;
const pollMs = 100;

type Settings = Readonly<Record<string, string>>;

/** Refuses a second process of this clone before anything is written. */
async function lockClone(server: DevServer): Promise<void> {
  if (await server.tryLock(`clone ${cloneRoot}`)) return;
  const running = parseEnv(await readFile(devFiles.env, 'utf8').catch(() => ''))['PORTICO_BASE_URL'];
  throw new CannotStart(
    `npm run dev already runs in this clone${running === undefined ? '' : `, at ${running}`}. Stop it first.`,
  );
}

async function settingsFor(server: DevServer): Promise<Settings> {
  const { api, worker } = await reservePorts(server);
  const nats = (await isReachable(natsUrl)) ? natsUrl : '';
  return {
    PORTICO_DATABASE_URL: urlFor(cloneName, 'portico_app'),
    PORTICO_DATABASE_WORKER_URL: urlFor(cloneName, 'portico_worker'),
    PORTICO_DATABASE_OWNER_URL: urlFor(cloneName, 'postgres'),
    PORTICO_DATABASE_CHECKSUMS: 'optional',
    PORTICO_CORES: JSON.stringify({ '01': { kind: 'ledger' } }),
    PORTICO_DEMO_BANK: '01',
    PORTICO_NATS_SERVERS: nats,
    PORTICO_NATS_STREAM: cloneName,
    PORTICO_NATS_SUBJECT_PREFIX: `${cloneName}.events`,
    PORTICO_TOKEN_ISSUERS: devIssuers,
    PORTICO_AUDIT_KEY_FILE: devFiles.auditKey,
    PORTICO_MASTER_KEYS_FILE: devFiles.masterKeys,
    PORTICO_AUDIT_HEADS: devFiles.auditHeads,
    PORTICO_ERASURE_LEDGER: devFiles.erasedParties,
    PORTICO_DELIVERY: await startMessageServers(),
    PORTICO_RESPONSE_GUARD: 'refuse',
    PORTICO_HTTP_LISTEN: `127.0.0.1:${api}`,
    PORTICO_WORKER_LISTEN: `127.0.0.1:${worker}`,
    // A host name: browsers create no passkeys for an IP address.
    PORTICO_BASE_URL: `http://localhost:${api}`,
    PORTICO_DRAIN_SECONDS: '1',
    ...ownSettings(),
  };
}

/** Settings of the caller's environment take precedence, except those that would open a database of others. */
function ownSettings(): Settings {
  const own = Object.entries(process.env).filter(([name]) => name.startsWith('PORTICO_'));
  const foreign = own
    .map(([name]) => name)
    .filter((name) => /^PORTICO_(?:DATABASE_\w*URL|MASTER_KEYS)/.test(name));
  if (foreign.length > 0)
    throw new CannotStart(`npm run dev has its own database and keys. Unset ${foreign.join(', ')}.`);
  return Object.fromEntries(own.map(([name, value = '']) => [name, value]));
}

/** Publishes the templates as in production; publishing the same ones again changes nothing. */
async function publishTemplates(env: NodeJS.ProcessEnv): Promise<void> {
  const code = await runPortico(env, ['templates', 'publish', '--bank', '01']);
  if (code !== 0) console.error(`The templates were not published (exit code ${String(code)}); see above.`);
}

/** Makes the demo bank, or adds the days that have passed; the product answers meanwhile. */
async function seedDemoBank(env: NodeJS.ProcessEnv): Promise<void> {
  const startedAt = performance.now();
  const code = await runPortico(env, ['personas', 'seed']);
  if (code !== 0) {
    console.error('The demo bank is not complete; see above. Again: npm run portico -- personas seed');
    return;
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`The demo bank is there, after ${seconds} s: npm run portico -- personas list`);
}

/** Runs a command of the product; returns its exit code. */
async function runPortico(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, ['server/src/main.ts', ...args], {
    cwd: cloneRoot,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code]: unknown[] = await once(child, 'exit');
  return code;
}

/** Starts the product, and again when a file changes. Ends with it. */
function startProduct(env: NodeJS.ProcessEnv): void {
  const child = spawn(
    process.execPath,
    ['--watch-path=server/src', '--watch-preserve-output', 'server/src/main.ts', 'all'],
    { cwd: cloneRoot, stdio: 'inherit', env },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 0));
}

/** Waits until the product answers. One that cannot start is started again when a file changes, so there is no end. */
async function waitForAnswer(base: string): Promise<void> {
  const hint = setTimeout(
    () => console.error(`Portico does not answer at ${base} yet. An error above may say why.`),
    hintAfterMs,
  );
  while (!(await isAnswering(base))) await new Promise((resolve) => setTimeout(resolve, pollMs));
  clearTimeout(hint);
}

async function isAnswering(base: string): Promise<boolean> {
  return fetch(`${base}/v1/monitoring/readiness`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function start(): Promise<void> {
  const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } });
  const server = await connectToServer();
  await lockClone(server);
  if (values.reset) await server.reset();
  await server.checkKeys(await storedMasterKeys());
  const { masterKeys, mint } = await prepareKeys();
  await server.prepareDatabase(masterKeys);
  const settings = await settingsFor(server);
  const { PORTICO_BASE_URL: base = '', PORTICO_NATS_SERVERS: nats = '' } = settings;
  await writeFile(devFiles.env, envFile(settings), { mode: 0o600 });
  const variables = { base, database: urlFor(cloneName, 'postgres'), ...(await mintTokens(mint)) };
  await writeFile(devFiles.tour, tourScript(variables), { mode: 0o600 });
  const env = { PATH: process.env['PATH'], ...compileCache, ...settings };
  startProduct(env);
  await Promise.all([waitForAnswer(base), publishTemplates(env)]);
  console.log(welcome({ base, database: cloneName, natsUrl: nats === '' ? undefined : nats }));
  await seedDemoBank(env);
}

try {
  await start();
  // The person who typed the command can remove the cause.
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exit(1);
}
