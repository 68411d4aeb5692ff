import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#platform/config/load-config.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { templates } from './templates.ts';

let database: TestDatabase;
const masterKey = randomBytes(32).toString('base64');
const digest = fileURLToPath(new URL('../../../templates/digest', import.meta.url));

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function run(
  action: string,
  rest: readonly string[],
): Promise<{ readonly code: number; readonly text: string }> {
  const lines: string[] = [];
  const settings = { PORTICO_DATABASE_URL: database.appUrl, PORTICO_MASTER_KEYS: masterKey };
  const code = await templates(
    loadConfig(settings, () => ''),
    action,
    (line) => void lines.push(line),
    rest,
  );
  return { code, text: lines.join('\n') };
}

describe('templates', () => {
  it('are published once, and publishing them again changes nothing', async () => {
    const publish = ['--bank', '01', digest];
    expect(await run('publish', publish)).toEqual({ code: 0, text: 'digest: version 1 published' });
    expect(await run('publish', publish)).toEqual({ code: 0, text: 'digest: version 1 unchanged' });
  });

  it('are rendered with their sample', async () => {
    const { code, text } = await run('render', [digest, '--locale', 'de']);
    expect(code).toBe(0);
    expect(text).toContain('Neu in Ihrem Postfach am 12. November 2026');
    expect(text).toContain('Neue Nachrichten in Ihrem Postfach: 3.');
    expect((await run('render', [digest, '--locale', 'xx'])).code).toBe(1);
  });

  it.each([
    ['publish', []],
    ['publish', ['--bank', 'zz']],
    ['render', []],
    ['render', [digest, '--format', 'exe']],
    ['delete', ['--bank', '01']],
  ])('%s %j prints the usage', async (action, rest) => {
    const { code, text } = await run(action, rest);
    expect(code).toBe(2);
    expect(text).toContain('usage: templates');
  });
});
