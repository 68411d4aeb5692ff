import { expect, test } from 'vitest';
import { sealsInLog } from './logged-seals.ts';

const seal = '{"level":"info","bankId":"01","count":7,"sealHash":"ab12","message":"audit chain sealed"}';

test('seals are read from an archived log, among other lines', () => {
  const log = [
    'not json',
    '{"level":"info","message":"request"}',
    seal,
    '{"bankId":"02","sealHash":"cd',
    '',
  ].join('\n');
  expect(sealsInLog(log)).toEqual([{ bankId: '01', entryNo: 7n, hash: 'ab12' }]);
});

test('a line that only looks like a seal is ignored', () => {
  expect(sealsInLog('{"bankId":"01","count":"7","sealHash":"ab12"}')).toEqual([]);
});
