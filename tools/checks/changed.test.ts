import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSince, selectFor } from './changed.ts';
import { run } from './command.ts';

describe('a change', () => {
  let root: string;
  const git = async (...args: readonly string[]): Promise<void> => {
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@bank.test'];
    const { code, output } = await run('git', [...author, ...args], { cwd: root });
    expect({ code, output }).toMatchObject({ code: 0 });
  };
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-changed-'));
    await git('init', '--quiet', '--initial-branch=main');
    for (const name of ['edited', 'deleted', 'moved', 'replaced', 'unchanged'])
      await writeFile(join(root, `${name}.ts`), `export const ${name} = 1;\n`);
    await git('add', '.');
    await git('commit', '--quiet', '--message=first');
    await git('checkout', '--quiet', '-b', 'work');
  });
  afterAll(() => rm(root, { recursive: true }));

  it('has present and deleted files, committed or not; a moved file is in both lists', async () => {
    await git('rm', '--quiet', 'deleted.ts');
    await git('commit', '--quiet', '--message=second');
    await writeFile(join(root, 'edited.ts'), 'export const edited = 2;\n');
    await writeFile(join(root, 'added.ts'), 'export const added = 1;\n');
    await rename(join(root, 'moved.ts'), join(root, 'elsewhere.ts'));
    await git('rm', '--quiet', '--cached', 'replaced.ts');
    const { deleted, present } = await changeSince(root, 'main');
    expect(present.toSorted()).toEqual(['added.ts', 'edited.ts', 'elsewhere.ts', 'replaced.ts']);
    expect(deleted.toSorted()).toEqual(['deleted.ts', 'moved.ts']);
  });

  it('is compared with the point where the branch began', async () => {
    await git('stash', '--quiet', '--include-untracked');
    await git('checkout', '--quiet', 'main');
    await writeFile(join(root, 'unchanged.ts'), 'export const unchanged = 2;\n');
    await git('commit', '--quiet', '--all', '--message=third');
    await git('checkout', '--quiet', 'work');
    expect(await changeSince(root, 'main')).toEqual({ present: [], deleted: ['deleted.ts'] });
  });
});

describe('the selection', () => {
  const store = 'server/src/capabilities/party/store/parties.store.ts';
  const test = 'server/src/capabilities/party/operations/reading/get-party.test.ts';
  const importers = new Map([[store, [test]]]);
  const everyFile = ['types', 'boundaries', 'unused'];

  it('of a changed store has its statements, the generated files and the tests that reach it', () => {
    expect(selectFor({ present: [store], deleted: [] }, importers)).toEqual({
      checks: ['lint', 'types', 'statements', 'generated', 'boundaries', 'unused', 'format'],
      code: [store],
      tests: [test],
    });
  });

  it('of a deleted store has the same checks and tests, without the programs that would read it', () => {
    expect(selectFor({ present: [], deleted: [store] }, importers)).toEqual({
      checks: ['types', 'statements', 'generated', 'boundaries', 'unused'],
      code: [],
      tests: [test],
    });
  });

  it('of a deleted test does not run it', () => {
    expect(selectFor({ present: [store], deleted: [test] }, importers).tests).toEqual([]);
  });

  it.each([
    ['server/migrations/0001_platform.sql', ['statements', 'generated', 'migrations']],
    ['docs/commands.md', ['generated']],
    ['package-lock.json', ['supply-chain']],
    ['README.md', []],
  ])('of the deleted file %s has the checks of its kind', (path, checks) => {
    const selection = selectFor({ present: [], deleted: [path] }, importers);
    expect(selection.checks.toSorted()).toEqual([...everyFile, ...checks].toSorted());
    expect(selection.tests).toEqual([]);
  });

  it('of a changed document formats and lints no code', () => {
    const { checks, code } = selectFor({ present: ['README.md'], deleted: [] }, importers);
    expect(checks).toEqual(['types', 'boundaries', 'unused', 'format']);
    expect(code).toEqual([]);
  });

  it('is empty without a change', () => {
    expect(selectFor({ present: [], deleted: [] }, importers)).toEqual({ checks: [], code: [], tests: [] });
  });
});
