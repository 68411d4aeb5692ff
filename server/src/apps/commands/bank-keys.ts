import { createSeedVault } from '#capabilities/authorization/index.ts';
import type { Database } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { usualKeyPace } from '#platform/key-ring/replacement.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/failure.ts';
import { type BankKeys, bankKeys } from '../program/need.ts';
import { bank, count, withDefault } from '../program/option.ts';
import type { Output } from '../program/output.ts';
import { keysStatusLines, readKeysStatus } from './keys-status.ts';
import { type ReplaceDeps, reindex, reseal } from './replace-keys.ts';

const paced = {
  bank,
  'announce-seconds': withDefault(
    count('SECONDS', 'how long new keys are announced before their first use', { min: 1, max: 86_400 }),
    usualKeyPace.announceSeconds,
  ),
  'rows-per-second': withDefault(
    count('ROWS', 'limit that leaves room for requests', { min: 1, max: 99_999 }),
    usualKeyPace.rowsPerSecond,
  ),
};

interface Call {
  readonly app: Database;
  readonly keys: BankKeys;
  readonly options: {
    readonly bank: string;
    readonly 'announce-seconds': number;
    readonly 'rows-per-second': number;
  };
  readonly out: Output;
}

function depsOf({ app: database, keys, options, out }: Call): ReplaceDeps {
  const { bank: bankId, 'announce-seconds': announceSeconds, 'rows-per-second': rowsPerSecond } = options;
  const seedVault = createSeedVault({ database, clock: systemClock, wrapping: keys.wrapping });
  return { bankId, database, keys, seedVault, pace: { announceSeconds, rowsPerSecond }, out };
}

const status = defineCommand({
  name: 'status',
  summary: 'show which keys encrypt how much, and whether old master keys can be removed',
  options: { bank },
  examples: ['keys status --bank 01'],
  needs: bankKeys,
  async run({ app: database, keys, options, out }) {
    const seedVault = createSeedVault({ database, clock: systemClock, wrapping: keys.wrapping });
    const found = await readKeysStatus({ bankId: options.bank, database, keys, seedVault });
    out.result(found, keysStatusLines(found));
    return found.mayRemoveOldMasterKeys ? exitCodes.done : exitCodes.refused;
  },
});

const resealCommand = defineCommand({
  name: 'reseal',
  summary: 'encrypt everything with new keys; run it again after an interruption',
  options: paced,
  examples: ['keys reseal --bank 01'],
  needs: bankKeys,
  async run(call) {
    await reseal(depsOf(call));
  },
});

const reindexCommand = defineCommand({
  name: 'reindex',
  summary: 'build look-up indexes with new keys; run it again after an interruption',
  options: paced,
  examples: ['keys reindex --bank 01'],
  needs: bankKeys,
  async run(call) {
    await reindex(depsOf(call));
  },
});

/** Commands that manage the keys of all capabilities of a bank. */
export const bankKeyCommands: CommandGroup = {
  name: 'keys',
  summary: 'manage data encryption and index keys',
  commands: [status, resealCommand, reindexCommand],
};
