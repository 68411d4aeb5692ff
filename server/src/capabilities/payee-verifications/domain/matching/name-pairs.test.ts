import { expect, test } from 'vitest';
import { drawsFrom, namePairs } from '../../testing/name-pairs.suite.ts';
import { matchPayee } from './match-payee.ts';

const seed = Number(process.env['SEED'] ?? 20_261_118);

test('generated pairs get the result that a person expects', () => {
  const ranks = { MTCH: 2, CMTC: 1, NMTC: 0 };
  const pairs = [...namePairs(1_300, drawsFrom(seed))];
  const wrong = pairs.flatMap(({ change, expected, given, holders }) => {
    const { code } = matchPayee(holders, given);
    return code === expected
      ? []
      : [{ change, expected, code, given, isBetter: ranks[code] > ranks[expected] }];
  });
  // A typo can be another spelling of the same name.
  expect(wrong.filter(({ isBetter }) => !isBetter)).toEqual([]);
  expect(wrong.filter(({ expected }) => expected === 'NMTC')).toEqual([]);
  expect(wrong.length).toBeLessThan(pairs.length / 100);
});
