import { arabic } from './texts/arabic.ts';
import { dutch } from './texts/dutch.ts';
import { english, type MailboxTexts } from './texts/english.ts';
import { french } from './texts/french.ts';
import { german } from './texts/german.ts';

const byTag: ReadonlyMap<string, MailboxTexts> = new Map([
  ['en', english],
  ['de', german],
  ['nl', dutch],
  ['fr', french],
  ['ar', arabic],
]);

/** Returns the texts of a language; English if there are none. */
export function mailboxTexts(tag: string): MailboxTexts {
  return byTag.get(tag) ?? english;
}
