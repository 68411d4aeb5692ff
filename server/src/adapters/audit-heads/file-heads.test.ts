import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFileHeads } from './file-heads.ts';

let parent: string;
let folder: string;
let nth = 0;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'portico-heads-'));
});
afterAll(() => rm(parent, { recursive: true }));
beforeEach(() => {
  nth += 1;
  folder = join(parent, String(nth));
});

const hashOf = (digit: string): string => digit.repeat(64);

test('a saved head is found again, per bank, and a missing one is undefined', async () => {
  const heads = createFileHeads(folder);
  expect(await heads.find('01')).toBeUndefined();
  await heads.save('01', { entryNo: 7n, hash: hashOf('a') });
  await heads.save('02', { entryNo: 2n ** 62n, hash: hashOf('b') });
  await heads.save('01', { entryNo: 8n, hash: hashOf('c') });
  expect(await createFileHeads(folder).find('01')).toEqual({ entryNo: 8n, hash: hashOf('c') });
  expect(await heads.find('02')).toEqual({ entryNo: 2n ** 62n, hash: hashOf('b') });
  expect((await readdir(folder)).toSorted()).toEqual(['01.json', '02.json']);
});

test.each(['', '{', 'null', '[]', '{"entryNo":"7"}', '{"entryNo":"-1","hash":"00"}'])(
  'an unreadable head is a failure, not a missing head: %j',
  async (text) => {
    const heads = createFileHeads(folder);
    await heads.save('01', { entryNo: 7n, hash: hashOf('a') });
    await writeFile(join(folder, '01.json'), text);
    await expect(heads.find('01')).rejects.toBeInstanceOf(Error);
  },
);

test('accepted heads are logged before the head is replaced', async () => {
  const heads = createFileHeads(folder);
  const before = { entryNo: 9n, hash: hashOf('a') };
  const after = { entryNo: 4n, hash: hashOf('b') };
  const accepted = {
    bankId: '01',
    acceptedAt: '2026-11-15T10:00:00.000Z',
    reason: 'restored',
    before,
    after,
  };
  await heads.save('01', before);
  await heads.accept(accepted);
  expect(await heads.find('01')).toEqual(after);
  const lines = (await readFile(join(folder, 'accepted.jsonl'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    {
      ...accepted,
      before: { entryNo: '9', hash: hashOf('a') },
      after: { entryNo: '4', hash: hashOf('b') },
    },
  ]);
});

test('a process killed while saving leaves a readable head', async () => {
  const program = join(parent, `program-${nth}.ts`);
  await writeFile(
    program,
    `import { createFileHeads } from ${JSON.stringify(new URL('file-heads.ts', import.meta.url).href)};
     const heads = createFileHeads(${JSON.stringify(folder)});
     for (let n = 1n; ; n += 1n) { await heads.save('01', { entryNo: n, hash: 'f'.repeat(64) }); process.send?.('saved'); }`,
  );
  for (let round = 0; round < 5; round += 1) {
    const child = fork(program, { stdio: 'ignore' });
    await once(child, 'message');
    await new Promise((resolve) => setTimeout(resolve, 20 + round * 7));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await createFileHeads(folder).find('01'))?.hash).toBe(hashOf('f'));
  }
});
