import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runCommand } from '#platform/work/command.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { replaceIdentifier } from './party-lookups.store.ts';
import { createPartyVault, type PartyVault } from './party-vault.ts';

let database: TestDatabase;
const [newer, older] = [randomBytes(32), randomBytes(32)];
const vaults = {
  before: createPartyVault(createLocalKeys([older])),
  announced: createPartyVault(createLocalKeys([older, newer])),
  current: createPartyVault(createLocalKeys([newer, older])),
};
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

async function storeNumber(vault: PartyVault, partyNumber: string, idNumber: string): Promise<void> {
  const parts = { clock: systemClock, ids: systemIds(systemClock), log: createLogger({ level: 'fatal' }) };
  const job = { job: 'test', bankId: '01', requestId: 'test' };
  await runCommand(systemContext({ app: database.app, ...parts }, job), async (work) => {
    const numberIndexes = vault.indexes('01', 'id-number', idNumber);
    replaceIdentifier(
      work,
      { bankId: '01', partyNumber },
      { idKind: 'passport', issuingCountry: 'DE', numberIndexes },
    );
    work.audit({ aggregateKind: 'party', aggregateId: partyNumber, changes: [] });
  });
}

describe('while two index keys are in use, an identification number', () => {
  it('belongs to one party, whichever key it is stored under', async () => {
    await storeNumber(vaults.before, '1', 'C01X');
    await expect(storeNumber(vaults.current, '2', 'C01X')).rejects.toThrow(
      expect.objectContaining({ literal: 'id-number-already-registered' }),
    );
    await storeNumber(vaults.current, '3', 'C02X');
    await expect(storeNumber(vaults.announced, '4', 'C02X')).rejects.toThrow(
      expect.objectContaining({ literal: 'id-number-already-registered' }),
    );
  });

  it('may be stored again by its own party, and then has the new index', async () => {
    await storeNumber(vaults.before, '5', 'C03X');
    await storeNumber(vaults.current, '5', 'C03X');
    const rows = await database.query(
      'select number_index from party.party_identifier where party_number = $1',
      ['5'],
    );
    expect(rows).toEqual([{ number_index: vaults.current.indexes('01', 'id-number', 'C03X')[0] }]);
  });

  it('goes to one of many parties that store it concurrently under either key', async () => {
    for (let round = 0; round < 10; round += 1) {
      const results = await Promise.allSettled(
        [vaults.announced, vaults.current, vaults.announced, vaults.current].map((vault, nth) =>
          storeNumber(vault, `race-${round}-${nth}`, `R${round}`),
        ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});
