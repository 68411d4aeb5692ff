import { readFile, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { compileCache } from '../../server/src/platform/testing/compile-cache.ts';
import { urlFor } from '../../server/src/platform/testing/database.ts';
import type { TokenMint } from '../../server/src/platform/testing/token-mint.ts';
import { CannotStart, cloneName, cloneRoot, devFiles } from './clone.ts';
import { connectToServer, type DevServer } from './database.ts';
import { envFile } from './env-file.ts';
import { prepareKeys, storedMasterKeys } from './keys.ts';
import { isReachable } from './ports.ts';
import { devIssuers } from './tokens.ts';

const natsUrl = process.env['DEV_NATS_URL'] ?? 'nats://127.0.0.1:4222';

export type Settings = Readonly<Record<string, string>>;

/** The database and the keys of this clone, ready for the product. */
export interface PreparedClone {
  readonly server: DevServer;
  readonly mint: TokenMint;
}

/** Locks this clone, and creates its database and its keys where they are missing. `reset` deletes both first. */
export async function prepareClone({ reset }: { readonly reset: boolean }): Promise<PreparedClone> {
  const server = await connectToServer();
  await lockClone(server);
  if (reset) await server.reset();
  await server.checkKeys(await storedMasterKeys());
  const { masterKeys, mint } = await prepareKeys();
  await server.prepareDatabase(masterKeys);
  return { server, mint };
}

/** Refuses a second process of this clone before anything is written. */
async function lockClone(server: DevServer): Promise<void> {
  if (await server.tryLock(`clone ${cloneRoot}`)) return;
  const running = parseEnv(await readFile(devFiles.env, 'utf8').catch(() => ''))['PORTICO_BASE_URL'];
  throw new CannotStart(
    `npm run dev or npm run demo already runs in this clone${running === undefined ? '' : `, at ${running}`}. Stop it first.`,
  );
}

/** Where the product listens, and the setting `PORTICO_DELIVERY`. */
export interface DevPlaces {
  readonly api: number;
  readonly worker: number;
  readonly delivery: string;
}

/** Returns the settings of the product in this clone; `more` adds some. Settings of the caller's environment replace them. */
export async function settingsFor(
  { api, delivery, worker }: DevPlaces,
  more: Settings = {},
): Promise<Settings> {
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
    PORTICO_DELIVERY: delivery,
    PORTICO_RESPONSE_GUARD: 'refuse',
    PORTICO_HTTP_LISTEN: `127.0.0.1:${api}`,
    PORTICO_WORKER_LISTEN: `127.0.0.1:${worker}`,
    // A host name: browsers create no passkeys for an IP address.
    PORTICO_BASE_URL: `http://localhost:${api}`,
    PORTICO_DRAIN_SECONDS: '1',
    ...more,
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
    throw new CannotStart(`This clone has its own database and keys. Unset ${foreign.join(', ')}.`);
  return Object.fromEntries(own.map(([name, value = '']) => [name, value]));
}

/** Writes the settings for `npm run portico`; returns the environment of the product's processes. */
export async function productEnv(settings: Settings): Promise<NodeJS.ProcessEnv> {
  await writeFile(devFiles.env, envFile(settings), { mode: 0o600 });
  return { PATH: process.env['PATH'], ...compileCache, ...settings };
}
