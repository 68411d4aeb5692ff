import { expect, test } from 'vitest';
import { commandTable } from '../server/src/apps/commands/command-table.ts';
import { parseArguments } from '../server/src/apps/program/parse-arguments.ts';
import { repositoryFiles, textOf } from './repository.ts';

const calls = await callsInDocuments();

interface Call {
  readonly at: string;
  readonly line: string;
}

/** Command lines in guides, runbooks and the README, without the program's name, comments and shell syntax. */
async function callsInDocuments(): Promise<readonly Call[]> {
  const documents = (await repositoryFiles()).filter((path) => /^(?:README\.md|docs\/.*\.md)$/.test(path));
  const found = await Promise.all(
    documents.map(async (path) => {
      const text = (await textOf(path)).replaceAll(/\\\n\s*/g, ' ');
      return [
        ...text.matchAll(/(?<!")(?:node server\/src\/main\.ts|npm run portico --|^portico) ([^`\n]+)/gm),
      ].map(([, line = '']) => ({ at: path, line: (line.split(/\s#|[>|]| && /)[0] ?? '').trim() }));
    }),
  );
  return found.flat().filter(({ at, line }) => at !== 'docs/commands.md' && /^[a-z]/.test(line));
}

test('documents call commands', () => {
  expect(calls.length).toBeGreaterThan(20);
});

test.each(calls)('$at calls a command that exists: $line', ({ line }) => {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const parsed = parseArguments(commandTable, words, { version: '0' });
  expect(parsed).toMatchObject({ kind: 'command' });
  const read = parsed.kind === 'command' ? parsed.command.parse(parsed.rawValues) : { errors: [] };
  // A placeholder such as NUMBER is not a value; what is missing is missing for the reader as well.
  expect('errors' in read ? read.errors.filter((error) => !error.includes(' must be ')) : []).toEqual([]);
});
