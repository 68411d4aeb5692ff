import { expect, onTestFinished, test } from 'vitest';
import { virtualShard } from '#platform/kernel/ids.ts';
import { createCell } from '../ports/cell.ts';
import { createPartyTestApp } from '../testing/party-test-app.suite.ts';
import { newPartyNumber } from './new-party-number.ts';

test('two cells whose sequences start alike give different numbers, each of its own shards', async () => {
  const app = await createPartyTestApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  const cells = [createCell([{ first: 0, last: 99 }]), createCell([{ first: 100, last: 255 }])];
  const given: string[] = [];
  for (const cell of cells) {
    await app.database.query(`select setval('party.party_serial', 200000000)`);
    const ctx = { ...app.context(), cell };
    for (let round = 0; round < 30; round += 1) {
      const partyNumber = await newPartyNumber(ctx);
      expect(cell.serves(virtualShard(ctx.bankId, partyNumber))).toBe(true);
      given.push(partyNumber);
    }
  }
  expect(new Set(given).size).toBe(60);
});
