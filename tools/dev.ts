import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { urlFor } from '../server/src/platform/testing/database.ts';
import { CannotStart, cloneName, devFiles } from './dev/clone.ts';
import { printMessage, startMessageServers } from './dev/messages.ts';
import { reservePorts } from './dev/ports.ts';
import { prepareClone, productEnv, settingsFor } from './dev/prepare-clone.ts';
import { publishTemplates, seedDemoBank, startProduct, waitForAnswer } from './dev/product.ts';
import { mintTokens } from './dev/tokens.ts';
import { tourScript, welcome } from './dev/welcome.ts';

/**
 * `npm run dev` starts the api and the worker on the local PostgreSQL and NATS. Each clone has its own database, keys,
 * stream and ports. `--reset` deletes the database and the keys of this clone first.
 */
async function start(): Promise<void> {
  const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } });
  const { mint, server } = await prepareClone(values);
  const [api = 0, worker = 0] = await reservePorts(server, 2);
  const delivery = await startMessageServers(printMessage);
  const settings = await settingsFor({ api, worker, delivery });
  const { PORTICO_BASE_URL: base = '', PORTICO_NATS_SERVERS: nats = '' } = settings;
  const env = await productEnv(settings);
  const variables = { base, database: urlFor(cloneName, 'postgres'), ...(await mintTokens(mint)) };
  await writeFile(devFiles.tour, tourScript(variables), { mode: 0o600 });
  const product = startProduct(env, { watch: true });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => product.kill(signal));
  product.on('exit', (code) => process.exit(code ?? 0));
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
