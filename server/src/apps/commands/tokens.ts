import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
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
import { Secret } from '#platform/kernel/secret.ts';
import type { Context } from '#platform/work/context.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { exitCodes, refusal, usageError } from '../program/failure.ts';
import { portsOf } from '../program/need.ts';
import { bank, required, text } from '../program/option.ts';
import type { Output } from '../program/output.ts';
import { deliveryOf } from './token-delivery.ts';

/** Number of tokens per transaction. */
const batchTokens = 500;
/** Further errors are counted, not printed. */
const errorsMax = 20;

type Deps = Context & AuthorizationPorts;

const needs = portsOf(authorizationCapability);
const user = required(text('USER', 'username or user id'));

const importCommand = defineCommand({
  name: 'import',
  summary: 'import the tokens of a PSKC file into the stock',
  operands: { file: required(text('FILE', 'PSKC file from the supplier')) },
  options: {
    bank,
    sha256: required(text('HASH', 'SHA-256 of the file, received separately from it')),
    'key-file': text('FILE', 'file with the transport key in hexadecimal digits'),
    'passphrase-file': text('FILE', 'file with the passphrase'),
  },
  rules: [{ count: 'at most one', of: ['key-file', 'passphrase-file'] }],
  examples: ['tokens import delivery.xml --bank 01 --sha256 HASH --key-file transport-key.hex'],
  needs,
  async run({ contextFor, operands, options, out }) {
    const transport = await transportOf(options['key-file'], options['passphrase-file']);
    const bytes = await readFile(operands.file);
    // The file's own claims prove nothing: only the hash of the whole file binds seeds to serial numbers.
    if (hash('sha256', bytes, 'hex') !== options.sha256.toLowerCase())
      throw refusal(
        'The file is not the one that the supplier sent: its SHA-256 differs. Nothing was imported.',
      );
    await importFile(contextFor(options.bank), fileFrom(bytes, transport), out);
  },
});

const assign = defineCommand({
  name: 'assign',
  summary: 'assign a token of the stock to a user, with the code it shows now',
  operands: { serial: required(text('SERIAL', 'serial number of the token')), user },
  options: {
    bank,
    code: required(text('CODE', 'code that the token shows; for OCRA its response to the challenge')),
    challenge: text('DIGITS', 'challenge of your choice, for OCRA'),
  },
  examples: ['tokens assign SN-004711 anna --bank 01 --code 123456'],
  needs,
  async run({ contextFor, operands, options, out }) {
    const { serial, user: userName } = operands;
    const { bank: bankId, challenge, code } = options;
    const outcome = await assignToken(contextFor(bankId), { serial, userName, code, challenge });
    out.result({ bank: bankId, serial, user: userName, outcome }, [`${serial}: ${outcome}`]);
    return outcome === 'assigned' ? exitCodes.done : exitCodes.refused;
  },
});

const unblock = defineCommand({
  name: 'unblock',
  summary: 'unblock the second factors of a user',
  operands: { user },
  options: { bank },
  examples: ['tokens unblock anna --bank 01'],
  needs,
  async run({ contextFor, operands: { user: name }, options, out }) {
    const deps = contextFor(options.bank);
    const known = await deps.users.find(deps.db, { bankId: deps.bankId, name });
    await liftFactorLockout(deps, { userId: known?.userId ?? name });
    out.result({ bank: options.bank, user: name, outcome: 'unblocked' }, [`${name}: unblocked`]);
  },
});

const rewrap = defineCommand({
  name: 'rewrap',
  summary: 'wrap the seed keys again, after the wrapping key has changed',
  options: { bank },
  examples: ['tokens rewrap --bank 01'],
  needs,
  async run({ contextFor, options, out }) {
    const keys = await contextFor(options.bank).seedVault.rewrap(options.bank);
    out.result({ bank: options.bank, keys }, [
      keys === 1 ? 'one key was wrapped again' : `${keys} keys were wrapped again`,
    ]);
  },
});

/** Commands with which operators manage hardware tokens. They read secrets from files and never print them. */
export const tokenCommands: CommandGroup = {
  name: 'tokens',
  summary: 'manage hardware tokens',
  commands: [importCommand, assign, unblock, rewrap],
};

function fileFrom(bytes: Uint8Array, transport: TransportKey): PskcFile {
  try {
    return readPskc(bytes, transport);
    // Other errors are failures.
  } catch (error) {
    if (!(error instanceof PskcError)) throw error;
    throw nothingImported([`line ${error.line}: ${error.reason}`]);
  }
}

/** The errors come first: they are what the operator needs. */
function nothingImported(errors: readonly string[]): Error {
  const more = errors.length - errorsMax;
  return refusal('', [
    ...errors.slice(0, errorsMax),
    ...(more > 0 ? [`and ${more} more`] : []),
    'Nothing was imported.',
  ]);
}

async function importFile(deps: Deps, { keys, pins, signature }: PskcFile, out: Output): Promise<void> {
  const delivery = deliveryOf(keys, deps.clock.now());
  if (delivery.kind === 'errors')
    throw nothingImported(delivery.errors.map(({ line, reason }) => `line ${line}: ${reason}`));
  if (signature === 'not-verified')
    out.hint('The file is signed. The signature was not verified; the SHA-256 replaces it.');
  if (pins.length > 0)
    out.hint(`${pins.length} PINs are checked by the tokens themselves and were not imported.`);
  const ending = keys.filter(({ expiry }) => expiry !== undefined).length;
  if (ending > 0) out.hint(`${ending} keys have an expiry date, which is not enforced here.`);
  const twins = await findEqualSeeds(deps, delivery.tokens);
  if (twins.length > 0)
    throw nothingImported(twins.map((serial) => `${serial}: another known token has the same seed`));
  const { imported, known } = await importBatches(deps, delivery.tokens, out);
  const facts = { bank: deps.bankId, imported, known, signature, pins: pins.length, expiring: ending };
  out.result(facts, [`${imported} tokens imported, ${known} already known`]);
}

/** Imports the tokens in batches. An interrupted run can be repeated: existing tokens stay unchanged. */
async function importBatches(
  deps: Deps,
  all: readonly ImportedToken[],
  out: Output,
): Promise<{ readonly imported: number; readonly known: number }> {
  let imported = 0;
  let known = 0;
  for (let from = 0; from < all.length; from += batchTokens) {
    const batch = all.slice(from, from + batchTokens);
    const outcome = await importTokens(deps, batch);
    imported += outcome.imported;
    known += outcome.known.length;
    const done = from + batch.length;
    if (all.length > batchTokens) out.progress({ done, total: all.length }, `${done} of ${all.length}`);
  }
  return { imported, known };
}

async function transportOf(
  keyFile: string | undefined,
  passphraseFile: string | undefined,
): Promise<TransportKey> {
  if (passphraseFile !== undefined) {
    const content = await readFile(passphraseFile, 'utf8');
    return { kind: 'passphrase', passphrase: new Secret(content.replace(/\r?\n$/, '')) };
  }
  if (keyFile === undefined) return { kind: 'none' };
  const digits = (await readFile(keyFile, 'utf8')).trim();
  if (!/^(?:[0-9a-f]{32}|[0-9a-f]{48}|[0-9a-f]{64})$/i.test(digits))
    throw usageError('The key file contains no key: 32, 48 or 64 hexadecimal digits.');
  return { kind: 'pre-shared-key', key: new Secret<Uint8Array>(Buffer.from(digits, 'hex')) };
}
