import { expect, test } from 'vitest';
import { keptSealsIn } from './kept-seals.ts';

const seal = '{"level":"info","bankId":"01","count":7,"sealHash":"ab12","message":"audit chain sealed"}';

test('seals are read from an archived log, whatever else stands in it', () => {
  const log = [
    'not json',
    '{"level":"info","message":"request"}',
    seal,
    '{"bankId":"02","sealHash":"cd',
    '',
  ].join('\n');
  expect(keptSealsIn(log)).toEqual([{ bankId: '01', entryNo: 7n, hash: 'ab12' }]);
});

test('a line that only looks like a seal is passed over', () => {
  expect(keptSealsIn('{"bankId":"01","count":"7","sealHash":"ab12"}')).toEqual([]);
});
