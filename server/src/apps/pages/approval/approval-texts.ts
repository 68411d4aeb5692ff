import { arabic } from './texts/arabic.ts';
import { dutch } from './texts/dutch.ts';
import { type ApprovalTexts, english } from './texts/english.ts';
import { french } from './texts/french.ts';
import { german } from './texts/german.ts';

const byTag: ReadonlyMap<string, ApprovalTexts> = new Map([
  ['en', english],
  ['de', german],
  ['nl', dutch],
  ['fr', french],
  ['ar', arabic],
]);

/** Returns the texts of a language; English if there are none. */
export function approvalTexts(tag: string): ApprovalTexts {
  return byTag.get(tag) ?? english;
}
