import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commandTable } from '../commands/command-table.ts';
import { runWith } from '../commands/program.suite.ts';
import { fullNameOf } from './parse-arguments.ts';

const run = promisify(execFile);

async function scriptFor(shell: string): Promise<string> {
  const { code, out } = await runWith({}, ['completion', shell]);
  expect(code).toBe(0);
  return out;
}

test.each([
  ['par', 'parties'],
  ['parties er', 'erase'],
  ['parties erase --pa', '--party'],
  ['parties scr', 'screening'],
  ['parties screening pro', 'propose'],
  ['parties screening propose --out', '--outcome'],
  ['parties erase --bank 01 --y', '--yes'],
  ['completion f', 'fish'],
  ['audit-verify --se', '--seals'],
])('bash completes %j', async (typed, completed) => {
  const words = ['portico', ...typed.split(' ')];
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const call = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _portico; echo "\${COMPREPLY[*]}"`;
  const { stdout } = await run('bash', ['-c', `${await scriptFor('bash')}\n${call}`]);
  expect(stdout.trim()).toBe(completed);
});

test.each(['bash', 'zsh', 'fish'])('the script for %s has every command', async (shell) => {
  const script = await scriptFor(shell);
  for (const { commands, name } of commandTable)
    for (const command of commands)
      for (const word of fullNameOf(name, command).split(' ')) expect(script).toContain(word);
});

test('a shell that is not known is refused with the known ones', async () => {
  expect(await runWith({}, ['completion', 'tcsh'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('SHELL must be one of: bash, zsh, fish'),
  });
});
