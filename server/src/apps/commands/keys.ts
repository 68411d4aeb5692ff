import { parseArgs } from 'node:util';
import {
  listSigningKeys,
  rotateSigningKeys,
  type SigningKey,
  signingKeyAt,
  type TokenClass,
  tokenClasses,
  usualPace,
} from '#capabilities/oauth/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { signingKeyVaultFrom } from '../vaults.ts';
import type { Print } from './print.ts';

const usage = `usage: keys ACTION --bank BANK
  list
  rotate  --class access-token | id-token [--announce-seconds 60] [--overlap-seconds 360]`;

interface Options {
  readonly bankId: string;
  readonly tokenClass: TokenClass | undefined;
  readonly announceSeconds: number;
  readonly overlapSeconds: number;
}

/** `keys list`, `keys rotate`: what a bank signs its tokens with. */
export async function keys(
  config: Config,
  action: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const options = optionsFrom(config, rest);
  if (options === undefined || (action !== 'list' && action !== 'rotate')) {
    print(usage);
    return 2;
  }
  const url = config.databaseUrl.reveal();
  await using app = openDatabase({ url, poolSize: 1, applicationName: 'portico-keys' });
  const ground = {
    app,
    clock: systemClock,
    ids: systemIds(systemClock),
    log: createLogger({ level: 'warn' }),
  };
  const context = systemContext(ground, { job: 'keys', bankId: options.bankId, requestId: 'keys' });
  // Awaited here: the connection is closed on the way out.
  return action === 'list'
    ? await list(context, print)
    : await rotate(config, context, { ...options, print });
}

function optionsFrom({ banks }: Config, rest: readonly string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args: [...rest],
      options: {
        bank: { type: 'string' },
        class: { type: 'string' },
        'announce-seconds': { type: 'string', default: String(usualPace.announceSeconds) },
        'overlap-seconds': { type: 'string', default: String(usualPace.overlapSeconds) },
      },
    });
    const bankId = banks.find((known) => known === values.bank);
    const [announceSeconds, overlapSeconds] = [values['announce-seconds'], values['overlap-seconds']].map(
      secondsFrom,
    );
    if (bankId === undefined || announceSeconds === undefined || overlapSeconds === undefined)
      return undefined;
    const tokenClass = tokenClasses.find((known) => known === values.class);
    return { bankId, tokenClass, announceSeconds, overlapSeconds };
    // Options that do not exist: the usage says which do.
  } catch {
    return undefined;
  }
}

const secondsMax = 86_400;

function secondsFrom(text: string): number | undefined {
  const seconds = Number(text);
  return /^\d{1,5}$/.test(text) && seconds > 0 && seconds <= secondsMax ? seconds : undefined;
}

async function list(context: Context, print: Print): Promise<number> {
  const now = context.clock.now();
  const all = await listSigningKeys(context);
  for (const key of all) print(lineOf(key, stateOf(key, all, now)));
  print(all.length === 0 ? 'no keys yet; the api makes them when it starts' : `${all.length} keys`);
  return 0;
}

function stateOf(
  key: SigningKey,
  all: readonly SigningKey[],
  now: ReturnType<Context['clock']['now']>,
): string {
  if (signingKeyAt(all, key.tokenClass, now)?.keyId === key.keyId) return 'signs';
  if (key.verifiesUntil === undefined) return 'signs soon';
  return key.verifiesUntil.epochMilliseconds > now.epochMilliseconds ? 'fades out' : 'gone';
}

function lineOf({ keyId, signsFrom, tokenClass, verifiesUntil }: SigningKey, state: string): string {
  const until = verifiesUntil === undefined ? '' : `  believed until ${toWireTimestamp(verifiesUntil)}`;
  return `${keyId}  ${tokenClass.padEnd(12)}  ${state.padEnd(10)}  signs from ${toWireTimestamp(signsFrom)}${until}`;
}

async function rotate(
  config: Config,
  context: Context,
  { announceSeconds, overlapSeconds, print, tokenClass }: Options & { readonly print: Print },
): Promise<number> {
  const signingKeyVault = signingKeyVaultFrom(config);
  if (signingKeyVault === undefined || tokenClass === undefined) {
    print(signingKeyVault === undefined ? 'keys rotate needs PORTICO_MASTER_KEYS.' : usage);
    return 2;
  }
  try {
    const key = await rotateSigningKeys(
      { ...context, signingKeyVault },
      { tokenClass, pace: { announceSeconds, overlapSeconds } },
    );
    print(
      `${key.keyId} signs from ${toWireTimestamp(key.signsFrom)}; the old key is gone ${overlapSeconds} s later`,
    );
    return 0;
    // A refusal has a sentence of its own; anything else is for whoever reads the stack.
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    print(error.message);
    return 1;
  }
}
