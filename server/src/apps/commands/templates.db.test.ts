import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type Outcome, runWith } from './program.suite.ts';

let database: TestDatabase;
const masterKey = randomBytes(32).toString('base64');
const digest = fileURLToPath(new URL('../../../templates/digest', import.meta.url));

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function run(action: string, rest: readonly string[]): Promise<Outcome> {
  const settings = { PORTICO_DATABASE_URL: database.appUrl, PORTICO_MASTER_KEYS: masterKey };
  return runWith(settings, ['templates', action, ...rest]);
}

describe('templates', () => {
  it('are published once, and publishing them again changes nothing', async () => {
    const publish = ['--bank', '01', digest];
    expect(await run('publish', publish)).toMatchObject({ code: 0, text: 'digest: version 1 published' });
    expect(await run('publish', publish)).toMatchObject({ code: 0, text: 'digest: version 1 unchanged' });
  });

  it('are rendered with their sample', async () => {
    const { code, text } = await run('render', [digest, '--locale', 'de']);
    expect(code).toBe(0);
    expect(text).toContain('Neu in Ihrem Postfach am 12. November 2026');
    expect(text).toContain('Neue Nachrichten in Ihrem Postfach: 3.');
    expect((await run('render', [digest, '--locale', 'xx'])).code).toBe(1);
  });

  it('are rendered without any setting', async () => {
    expect((await runWith({}, ['templates', 'render', digest])).code).toBe(0);
  });

  it.each([
    ['publish', [], '--bank is missing'],
    ['publish', ['--bank', 'zz'], '--bank must be one of: 01, 02, nl'],
    ['render', [], 'FOLDER is missing'],
    ['render', [digest, '--format', 'exe'], '--format must be one of: pdf, docx, texts'],
    ['delete', ['--bank', '01'], "unknown command 'delete'"],
  ])('%s %j says what is wrong', async (action, rest, wrong) => {
    const { code, text } = await run(action, rest);
    expect(code).toBe(2);
    expect(text).toContain(`${wrong}\nhelp: portico templates`);
  });
});
