import { arabic } from './texts/arabic.ts';
import { dutch } from './texts/dutch.ts';
import { type AccessTexts, english } from './texts/english.ts';
import { french } from './texts/french.ts';
import { german } from './texts/german.ts';

const byTag: ReadonlyMap<string, AccessTexts> = new Map([
  ['en', english],
  ['de', german],
  ['nl', dutch],
  ['fr', french],
  ['ar', arabic],
]);

/** Returns the texts of a language; English if there are none. */
export function accessTexts(tag: string): AccessTexts {
  return byTag.get(tag) ?? english;
}
