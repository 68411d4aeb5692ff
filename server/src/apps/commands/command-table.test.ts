import { describe, expect, it } from 'vitest';
import { optionLabel } from '../program/command.ts';
import { settingNames } from '../program/describe-command.ts';
import { fullNameOf } from '../program/parse-arguments.ts';
import { commandTable } from './command-table.ts';
import { exampleWords, runWith } from './program.suite.ts';

/** Every command of the table: a new one is tested without a line here. */
const all = commandTable.flatMap(({ commands, name }) =>
  commands.map((command) => ({ name: fullNameOf(name, command), command })),
);
const unreachable = { PORTICO_DATABASE_URL: 'postgres://portico_app@127.0.0.1:1/portico' };

describe.each(all)('$name', ({ command, name }) => {
  const words = name.split(' ');

  it('explains itself with --help, without any setting', async () => {
    const { code, err, out } = await runWith({}, [...words, '--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Usage: portico ${name}`);
    for (const option of [...Object.keys(command.options), 'json'])
      expect(out).toContain(optionLabel(option));
    for (const example of command.examples) expect(out).toContain(`portico ${example}`);
  });

  it('refuses an unknown option, before it reads a setting', async () => {
    expect(await runWith({}, [...words, '--no-such-option'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(
        new RegExp(`^unknown option '--no-such-option'\n(?:.*\n)?help: portico ${name} --help\n$`),
      ),
    });
    const { code, err, out } = await runWith({}, [...words, '--no-such-option', '--json']);
    expect([code, out]).toEqual([2, '']);
    expect(JSON.parse(err)).toMatchObject({ problem: 'usage', exitCode: 2 });
  });

  it('names every missing value at once', async () => {
    const parsed = command.parse({});
    if (!('errors' in parsed)) return;
    const { code, err } = await runWith({}, words);
    expect([code, err]).toEqual([2, `${parsed.errors.join('\n')}\nhelp: portico ${name} --help\n`]);
    const json = await runWith({}, [...words, '--json']);
    expect(JSON.parse(json.err)).toMatchObject({ problem: 'usage', errors: parsed.errors });
  });

  it.each(command.examples)('names a missing setting: %s', async (example) => {
    const typed = exampleWords(example);
    expect(typed.slice(0, words.length).join(' ')).toBe(
      name === 'parties restored' ? 'restored apply' : name,
    );
    if (command.settings === undefined) return;
    const nothing = await runWith({}, [...words, ...typed.slice(words.length)]);
    expect([nothing.code, nothing.out]).toEqual([3, '']);
    expect(nothing.err).toContain('PORTICO_DATABASE_URL is required and not set');
    const json = await runWith({}, [...words, ...typed.slice(words.length), '--json']);
    expect(json.out).toBe('');
    expect(JSON.parse(json.err)).toMatchObject({ problem: 'settings', exitCode: 3 });
    const missing = settingNames(command.settings).filter((one) => one !== 'PORTICO_DATABASE_URL');
    if (missing.length === 0) return;
    expect(await runWith(unreachable, [...words, ...typed.slice(words.length)])).toMatchObject({
      code: 3,
      out: '',
      err: `${name} needs ${missing.join(' and ')}.\n`,
    });
  });

  it('has a summary that fits a list, and options that do not hide those of every command', () => {
    expect(command.summary).toMatch(/^[a-z].*[^.]$/);
    for (const reserved of ['help', 'json', 'trace', 'yes'])
      expect(Object.keys(command.options)).not.toContain(reserved);
  });
});

describe('the program', () => {
  it('has every name once', () => {
    const names = all.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('prints help and the version with exit code 0', async () => {
    const help = await runWith({}, ['--help']);
    expect([help.code, help.err]).toEqual([0, '']);
    for (const { name } of all) expect(help.out).toContain(`  ${name.split(' ')[0]}`);
    expect(await runWith({}, ['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d/) });
    expect((await runWith({}, ['parties', '--help'])).code).toBe(0);
  });

  it.each([
    [[], 'a command is missing', 'portico --help'],
    [['parties'], 'a command is missing', 'portico parties --help'],
    [['partys'], "unknown command 'partys'", 'portico --help'],
    [['parties', 'eras'], "unknown command 'eras'", 'portico parties --help'],
    [['parties', 'screening'], 'a command is missing', 'portico parties screening --help'],
    [['parties', 'screening', 'lis'], "unknown command 'lis'", 'portico parties screening --help'],
  ])('refuses %j', async (words, wrong, help) => {
    const { code, err, out } = await runWith({}, words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(wrong);
    expect(err).toContain(`help: ${help}\n`);
  });

  it('describes a database that is not there, without a stack trace unless it is asked for', async () => {
    const words = ['clients', 'list', '--bank', '01'];
    const { code, err } = await runWith(unreachable, words);
    expect([code, err]).toEqual([1, expect.stringMatching(/^failed: no connection to the database\n$/)]);
    expect((await runWith(unreachable, [...words, '--trace'])).err).toMatch(/\n {4}at /);
  });
});
