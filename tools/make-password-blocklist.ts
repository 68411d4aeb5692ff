import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { codePoints, foldWord } from '../server/src/capabilities/identity/domain/passwords/word-forms.ts';
import { digestOf } from '../server/src/capabilities/identity/engine/passwords/blocklist.ts';

/**
 * Generates `server/passwords/blocklist.bin` from password lists: `node tools/make-password-blocklist.ts FILE…`. A file
 * has one password per line, or is a JSON array; both may be gzipped. `server/passwords/README.md` names the sources.
 */
const target = new URL('../server/passwords/blocklist.bin', import.meta.url);
/** Our own additions: sayings that are long enough to be passwords, without spaces, as the lookup expects them. */
const phrases = new URL('../server/passwords/phrases.txt', import.meta.url);
const passwordLengthMax = 128;
/** Control characters, and replacement characters of invalid UTF-8. */
const unreadable = /[\p{Cc}\uFFFD]/u;

async function passwordsOf(path: string): Promise<readonly string[]> {
  const bytes = await readFile(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  if (!/\.json(?:\.gz)?$/.test(path)) return text.split(/\r?\n/);
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}

function isPassword(text: string): boolean {
  return text !== '' && !unreadable.test(text) && codePoints(text) <= passwordLengthMax;
}

const paths = [...process.argv.slice(2), fileURLToPath(phrases)];
const lists = await Promise.all(paths.map(passwordsOf));
const spelled = new Set(
  lists
    .flat()
    .filter(isPassword)
    .map((password) => password.normalize('NFC').toLowerCase()),
);
const folded = new Set(Array.from(spelled, foldWord).filter((password) => password !== ''));
const digests = new Map(Array.from(folded, digestOf).map((digest) => [digest.toString('hex'), digest]));
const sorted = [...digests.values()].toSorted((one, other) => one.compare(other));
await writeFile(target, Buffer.concat(sorted));
for (const [index, list] of lists.entries())
  console.log(`${paths[index]}: ${list.filter(isPassword).length} passwords`);
console.log(`${spelled.size} passwords in lower case, ${folded.size} folded, ${sorted.length} digests`);
