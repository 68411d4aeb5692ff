import { readFileSync } from 'node:fs';

/** Version of this build, from package.json. */
export const version: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const value: unknown = JSON.parse(text);
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'version') : undefined;
  return typeof found === 'string' ? found : 'unknown';
}
