import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readOptions } from './src/hsm-options.ts';
import { makeKey } from './src/key-making.ts';

/**
 * `node hsm/make-key.ts --options hsm.json --bank 01 --class auth` creates the next key-encryption key of a bank. The
 * file has the options that PORTICO_KEY_WRAPPING gives to the driver.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { options: { type: 'string' }, bank: { type: 'string' }, class: { type: 'string' } },
});
const { options: file, bank: bankId, class: keyClass } = values;

if (file === undefined || bankId === undefined || keyClass === undefined) {
  process.exitCode = 2;
  process.stderr.write('usage: node hsm/make-key.ts --options FILE --bank BANK --class CLASS\n');
} else {
  const options = readOptions(JSON.parse(readFileSync(file, 'utf8')));
  process.stdout.write(`${makeKey(options, { bankId, keyClass })}\n`);
}
