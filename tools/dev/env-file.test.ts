import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { envFile } from './env-file.ts';

test('Node reads the settings back as they were, quotes and spaces included', () => {
  const settings = {
    PORTICO_JSON: '[{"a":"b c","d":1}]',
    PORTICO_APOSTROPHE: "/tmp/it's here/keys",
    PORTICO_DOLLAR: 'a$b#c\\n',
    PORTICO_EMPTY: '',
  };
  expect(parseEnv(envFile(settings))).toEqual(settings);
});

test('a value with all kinds of quotes is refused, because the format cannot express it', () => {
  expect(() => envFile({ PORTICO_QUOTES: `'"\`` })).toThrow(/quotes/);
});
