import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { codePoints, foldWord } from '../server/src/capabilities/identity/domain/passwords/word-forms.ts';
import { digestOf } from '../server/src/capabilities/identity/engine/passwords/blocklist.ts';

/**
 * Makes `server/passwords/blocklist.bin` from lists of words: `node tools/make-password-blocklist.ts FILE…`, one word
 * a line, or a JSON list; both may be gzipped. Where the lists of today come from is in `server/passwords/README.md`.
 */
const target = new URL('../server/passwords/blocklist.bin', import.meta.url);
/** What we added ourselves: sayings long enough to be chosen. Written without spaces, as they are looked up. */
const phrases = new URL('../server/passwords/phrases.txt', import.meta.url);
const wordLengthMax = 128;
/** What no keyboard types, and what was not UTF-8. */
const unreadable = /[\p{Cc}\uFFFD]/u;

async function wordsOf(path: string): Promise<readonly string[]> {
  const bytes = await readFile(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  if (!/\.json(?:\.gz)?$/.test(path)) return text.split(/\r?\n/);
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.filter((word) => typeof word === 'string') : [];
}

function isWord(word: string): boolean {
  return word !== '' && !unreadable.test(word) && codePoints(word) <= wordLengthMax;
}

const paths = [...process.argv.slice(2), fileURLToPath(phrases)];
const lists = await Promise.all(paths.map(wordsOf));
const spelled = new Set(
  lists
    .flat()
    .filter(isWord)
    .map((word) => word.normalize('NFC').toLowerCase()),
);
const folded = new Set(Array.from(spelled, foldWord).filter((word) => word !== ''));
const digests = new Map(Array.from(folded, digestOf).map((digest) => [digest.toString('hex'), digest]));
const sorted = [...digests.values()].toSorted((one, other) => one.compare(other));
await writeFile(target, Buffer.concat(sorted));
for (const [index, list] of lists.entries())
  console.log(`${paths[index]}: ${list.filter(isWord).length} words`);
console.log(`${spelled.size} words in lower case, ${folded.size} folded, ${sorted.length} digests`);
