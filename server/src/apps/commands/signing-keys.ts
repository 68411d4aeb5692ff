import {
  listSigningKeys,
  rotateSigningKeys,
  type SigningKey,
  signingKeyAt,
  tokenClasses,
  usualPace,
} from '#capabilities/oauth/index.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { bankKeys, database } from '../program/need.ts';
import { bank, choice, count, required, withDefault } from '../program/option.ts';
import { signingKeyVaultFrom } from '../vaults.ts';

const seconds = { min: 1, max: 86_400 };

const list = defineCommand({
  name: 'list',
  summary: 'list the token signing keys of a bank',
  options: { bank },
  examples: ['keys list --bank 01'],
  needs: database,
  async run({ contextFor, options, out }) {
    const context = contextFor(options.bank);
    const now = context.clock.now();
    const all = await listSigningKeys(context);
    const rows = all.map((key) => ({ key, state: stateOf(key, all, now) }));
    out.result({ bank: options.bank, keys: rows.map(({ key, state }) => factsOf(key, state)) }, [
      ...rows.map(({ key, state }) => lineOf(key, state)),
      all.length === 0 ? 'no keys yet; the api creates them when it starts' : `${all.length} keys`,
    ]);
  },
});

const rotate = defineCommand({
  name: 'rotate',
  summary: 'announce a new token signing key, and let the old one end',
  options: {
    bank,
    class: required(choice('CLASS', tokenClasses, 'tokens that the key signs')),
    'announce-seconds': withDefault(
      count('SECONDS', 'how long the key is announced before it signs', seconds),
      usualPace.announceSeconds,
    ),
    'overlap-seconds': withDefault(
      count('SECONDS', 'how long the old key is valid afterwards', seconds),
      usualPace.overlapSeconds,
    ),
  },
  examples: ['keys rotate --bank 01 --class access-token'],
  needs: bankKeys,
  async run({ contextFor, keys, options, out }) {
    const { bank: bankId, class: tokenClass, 'overlap-seconds': overlapSeconds } = options;
    const context = { ...contextFor(bankId), signingKeyVault: signingKeyVaultFrom(keys.ring) };
    const pace = { announceSeconds: options['announce-seconds'], overlapSeconds };
    const { keyId, signsFrom } = await rotateSigningKeys(context, { tokenClass, pace });
    out.result({ bank: bankId, keyId, tokenClass, signsFrom, overlapSeconds }, [
      `${keyId} signs from ${toWireTimestamp(signsFrom)}; the old key ends ${overlapSeconds} s later`,
    ]);
  },
});

/** Commands that manage token signing keys. */
export const signingKeyCommands: CommandGroup = {
  name: 'keys',
  summary: 'manage token signing keys',
  commands: [list, rotate],
};

function stateOf(
  key: SigningKey,
  all: readonly SigningKey[],
  now: ReturnType<Context['clock']['now']>,
): string {
  if (signingKeyAt(all, key.tokenClass, now)?.keyId === key.keyId) return 'signs';
  if (key.verifiesUntil === undefined) return 'signs soon';
  return key.verifiesUntil.epochMilliseconds > now.epochMilliseconds ? 'in overlap' : 'gone';
}

function factsOf({ keyId, signsFrom, tokenClass, verifiesUntil }: SigningKey, state: string): object {
  return { keyId, tokenClass, state, signsFrom, verifiesUntil: verifiesUntil ?? null };
}

function lineOf({ keyId, signsFrom, tokenClass, verifiesUntil }: SigningKey, state: string): string {
  const until = verifiesUntil === undefined ? '' : `  valid until ${toWireTimestamp(verifiesUntil)}`;
  return `${keyId}  ${tokenClass.padEnd(12)}  ${state.padEnd(10)}  signs from ${toWireTimestamp(signsFrom)}${until}`;
}
