import { createSeedVault } from '#capabilities/authorization/index.ts';
import {
  listSigningKeys,
  rotateSigningKeys,
  type SigningKey,
  signingKeyAt,
  usualPace,
} from '#capabilities/oauth/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { openProductKeys } from '../product-keys.ts';
import { signingKeyVaultFrom } from '../vaults.ts';
import { commandContext, commandDeps } from './command-context.ts';
import { type KeysOptions, keysOptionsFrom } from './keys-options.ts';
import { keysStatus } from './keys-status.ts';
import type { Print } from './print.ts';
import { type ReplaceDeps, reindex, reseal } from './replace-keys.ts';

const usage = `usage: keys ACTION --bank BANK
  list                                  list the token signing keys
  rotate  --class access-token | id-token [--announce-seconds 60] [--overlap-seconds 360]
  status  [--json]                      show which keys encrypt how much, and whether old master keys can be removed
  reseal  [--announce-seconds 60] [--rows-per-second 2000] [--json]   encrypt everything with new keys; resumable
  reindex [--announce-seconds 60] [--rows-per-second 2000] [--json]   build look-up indexes with new keys; resumable`;

const replacing: Readonly<Record<string, (deps: ReplaceDeps) => Promise<number>>> = {
  status: keysStatus,
  reseal,
  reindex,
};
/** One for the work, one for the lock, two for parallel reads. */
const poolSize = 4;

/**
 * Runs `keys list` and `rotate`, which manage token signing keys, and `status`, `reseal` and `reindex`, which manage
 * encryption and index keys.
 */
export async function keys(
  config: Config,
  action: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const options = keysOptionsFrom(config, rest);
  const replace = replacing[action];
  if (options === undefined || (replace === undefined && action !== 'list' && action !== 'rotate')) {
    print(usage);
    return 2;
  }
  const url = config.databaseUrl.reveal();
  await using app = openDatabase({ url, poolSize, applicationName: 'portico-keys' });
  const context = commandContext(app, 'keys', options.bankId);
  // Awaited here, because the connection is closed on return.
  return action === 'list'
    ? await list(context, print)
    : await withKeys({ action, config, context, database: app, options, print }, replace);
}

interface KeysCommand {
  readonly action: string;
  readonly config: Config;
  readonly context: Context;
  readonly database: Database;
  readonly options: KeysOptions;
  readonly print: Print;
}

async function withKeys(
  command: KeysCommand,
  replace: ((deps: ReplaceDeps) => Promise<number>) | undefined,
): Promise<number> {
  const { action, config, context, database, options, print } = command;
  const productKeys = await openProductKeys(commandDeps(config), database);
  if (productKeys === undefined) {
    print(`keys ${action} needs PORTICO_MASTER_KEYS.`);
    return 2;
  }
  try {
    if (replace === undefined)
      return await rotate({ ...context, signingKeyVault: signingKeyVaultFrom(productKeys.ring) }, command);
    const seedVault = createSeedVault({ database, clock: systemClock, wrapping: productKeys.wrapping });
    return await replace({ database, productKeys, seedVault, options, print });
  } finally {
    await productKeys.close();
  }
}

async function list(context: Context, print: Print): Promise<number> {
  const now = context.clock.now();
  const all = await listSigningKeys(context);
  for (const key of all) print(lineOf(key, stateOf(key, all, now)));
  print(all.length === 0 ? 'no keys yet; the api creates them when it starts' : `${all.length} keys`);
  return 0;
}

function stateOf(
  key: SigningKey,
  all: readonly SigningKey[],
  now: ReturnType<Context['clock']['now']>,
): string {
  if (signingKeyAt(all, key.tokenClass, now)?.keyId === key.keyId) return 'signs';
  if (key.verifiesUntil === undefined) return 'signs soon';
  return key.verifiesUntil.epochMilliseconds > now.epochMilliseconds ? 'in overlap' : 'gone';
}

function lineOf({ keyId, signsFrom, tokenClass, verifiesUntil }: SigningKey, state: string): string {
  const until = verifiesUntil === undefined ? '' : `  valid until ${toWireTimestamp(verifiesUntil)}`;
  return `${keyId}  ${tokenClass.padEnd(12)}  ${state.padEnd(10)}  signs from ${toWireTimestamp(signsFrom)}${until}`;
}

async function rotate(
  context: Parameters<typeof rotateSigningKeys>[0],
  { options, print }: Pick<KeysCommand, 'options' | 'print'>,
): Promise<number> {
  const { announceSeconds = usualPace.announceSeconds, overlapSeconds, tokenClass } = options;
  if (tokenClass === undefined) {
    print(usage);
    return 2;
  }
  try {
    const key = await rotateSigningKeys(context, { tokenClass, pace: { announceSeconds, overlapSeconds } });
    print(
      `${key.keyId} signs from ${toWireTimestamp(key.signsFrom)}; the old key ends ${overlapSeconds} s later`,
    );
    return 0;
    // Print problems as a message; other errors keep their stack trace.
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    print(error.message);
    return 1;
  }
}
