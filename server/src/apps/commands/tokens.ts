import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { PskcError } from '#adapters/pskc/pskc-error.ts';
import { type PskcFile, readPskc } from '#adapters/pskc/read-pskc.ts';
import type { TransportKey } from '#adapters/pskc/value-protection.ts';
import {
  type AuthorizationPorts,
  assignToken,
  authorizationCapability,
  findEqualSeeds,
  type ImportedToken,
  importTokens,
  liftFactorLockout,
} from '#capabilities/authorization/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { Secret } from '#platform/kernel/secret.ts';
import type { Context } from '#platform/work/context.ts';
import type { Print } from './print.ts';
import { deliveryOf } from './token-delivery.ts';
import { withPorts } from './with-ports.ts';

const usage = `usage: tokens ACTION
  import FILE --bank BANK --sha256 HASH [--key-file FILE | --passphrase-file FILE]
                                       import the tokens of a PSKC file into the stock; the SHA-256 from the supplier,
                                       received separately from the file, the key in hexadecimal digits
  assign SERIAL USER --bank BANK --code CODE [--challenge DIGITS]
                                       assign a token of the stock to a user, with the code it shows now; for OCRA its
                                       response to a challenge of your choice
  unblock USER --bank BANK             unblock the second factors of a user
  rewrap --bank BANK                   wrap the seed keys again, after the wrapping key has changed`;

/** Number of tokens per transaction. */
const batchTokens = 500;
/** Further errors are counted, not printed. */
const errorsMax = 20;

interface Options {
  readonly bank: string;
  readonly operands: readonly string[];
  readonly keyFile: string | undefined;
  readonly passphraseFile: string | undefined;
  readonly sha256: string | undefined;
  readonly code: string | undefined;
  readonly challenge: string | undefined;
}

type Deps = Context & AuthorizationPorts;
type Action = (deps: Deps, options: Options, print: Print) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  async import(deps, options, print) {
    const { operands } = options;
    const [path] = operands;
    const { sha256 } = options;
    if (path === undefined || operands.length > 1 || sha256 === undefined) return wrong(print);
    const transport = await transportOf(options);
    if (transport === undefined) {
      print('The key file contains no key: 32, 48 or 64 hexadecimal digits.');
      return 2;
    }
    const bytes = await readFile(path);
    // The file's own claims prove nothing: only the hash of the whole file binds seeds to serial numbers.
    if (hash('sha256', bytes, 'hex') !== sha256.toLowerCase()) {
      print('The file is not the one that the supplier sent: its SHA-256 differs. Nothing was imported.');
      return 1;
    }
    const file = fileFrom(bytes, transport, print);
    return file === undefined ? 1 : importFile(deps, file, print);
  },
  async assign(deps, { challenge, code, operands }, print) {
    const [serial, userName] = operands;
    if (serial === undefined || userName === undefined || operands.length > 2 || code === undefined)
      return wrong(print);
    const outcome = await assignToken(deps, { serial, userName, code, challenge });
    print(`${serial}: ${outcome}`);
    return outcome === 'assigned' ? 0 : 1;
  },
  async unblock(deps, { operands }, print) {
    const [name] = operands;
    if (name === undefined || operands.length > 1) return wrong(print);
    const { bankId, db, users } = deps;
    const user = await users.find(db, { bankId, name });
    await liftFactorLockout(deps, { userId: user?.userId ?? name });
    print(`${name}: unblocked`);
    return 0;
  },
  async rewrap({ bankId, seedVault }, { operands }, print) {
    if (operands.length > 0) return wrong(print);
    const count = await seedVault.rewrap(bankId);
    print(count === 1 ? 'one key was wrapped again' : `${count} keys were wrapped again`);
    return 0;
  },
};

/**
 * Runs `tokens import`, `assign`, `unblock` and `rewrap`, with which operators manage hardware tokens. Reads secrets
 * from files and never prints them.
 */
export async function tokens(
  config: Config,
  action: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const run = actions[action];
  const options = optionsFrom(config, rest);
  if (run === undefined || options === undefined) return wrong(print);
  return withPorts({ config, command: 'tokens', bank: options.bank, print }, (context, ports) =>
    run({ ...context, ...ports.of(authorizationCapability) }, options, print),
  );
}

function fileFrom(bytes: Uint8Array, transport: TransportKey, print: Print): PskcFile | undefined {
  try {
    return readPskc(bytes, transport);
  } catch (error) {
    if (!(error instanceof PskcError)) throw error;
    print(`line ${error.line}: ${error.reason}`);
    print('Nothing was imported.');
    return undefined;
  }
}

async function importFile(deps: Deps, { keys, pins, signature }: PskcFile, print: Print): Promise<number> {
  const delivery = deliveryOf(keys, deps.clock.now());
  if (delivery.kind === 'errors') {
    const { errors } = delivery;
    for (const { line, reason } of errors.slice(0, errorsMax)) print(`line ${line}: ${reason}`);
    if (errors.length > errorsMax) print(`and ${errors.length - errorsMax} more`);
    print('Nothing was imported.');
    return 1;
  }
  if (signature === 'not-verified')
    print('The file is signed. The signature was not verified; the SHA-256 replaces it.');
  if (pins.length > 0)
    print(`${pins.length} PINs are checked by the tokens themselves and were not imported.`);
  const ending = keys.filter(({ expiry }) => expiry !== undefined).length;
  if (ending > 0) print(`${ending} keys have an expiry date, which is not enforced here.`);
  const twins = await findEqualSeeds(deps, delivery.tokens);
  if (twins.length > 0) {
    for (const serial of twins.slice(0, errorsMax)) print(`${serial}: another known token has the same seed`);
    print('Nothing was imported.');
    return 1;
  }
  await importBatches(deps, delivery.tokens, print);
  return 0;
}

/** Imports the tokens in batches. An interrupted run can be repeated: existing tokens stay unchanged. */
async function importBatches(deps: Deps, all: readonly ImportedToken[], print: Print): Promise<void> {
  let entered = 0;
  const known: string[] = [];
  for (let from = 0; from < all.length; from += batchTokens) {
    const batch = all.slice(from, from + batchTokens);
    const outcome = await importTokens(deps, batch);
    entered += outcome.imported;
    known.push(...outcome.known);
    if (all.length > batchTokens) print(`${from + batch.length} of ${all.length}`);
  }
  print(`${entered} tokens imported, ${known.length} already known`);
}

async function transportOf({ keyFile, passphraseFile }: Options): Promise<TransportKey | undefined> {
  if (passphraseFile !== undefined) {
    const text = await readFile(passphraseFile, 'utf8');
    return { kind: 'passphrase', passphrase: new Secret(text.replace(/\r?\n$/, '')) };
  }
  if (keyFile === undefined) return { kind: 'none' };
  const digits = (await readFile(keyFile, 'utf8')).trim();
  return /^(?:[0-9a-f]{32}|[0-9a-f]{48}|[0-9a-f]{64})$/i.test(digits)
    ? { kind: 'pre-shared-key', key: new Secret<Uint8Array>(Buffer.from(digits, 'hex')) }
    : undefined;
}

function optionsFrom({ banks }: Config, rest: readonly string[]): Options | undefined {
  const text = { type: 'string' } as const;
  try {
    const { positionals, values } = parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: {
        bank: text,
        'key-file': text,
        'passphrase-file': text,
        sha256: text,
        code: text,
        challenge: text,
      },
    });
    const { bank, challenge, code, 'key-file': keyFile, 'passphrase-file': passphraseFile, sha256 } = values;
    if (bank === undefined || !banks.includes(bank)) return undefined;
    if (keyFile !== undefined && passphraseFile !== undefined) return undefined;
    return { bank, challenge, code, keyFile, passphraseFile, sha256, operands: positionals };
    // Unknown option: the caller prints the usage.
  } catch {
    return undefined;
  }
}

function wrong(print: Print): number {
  print(usage);
  return 2;
}
