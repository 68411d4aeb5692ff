import { XmlError } from './xml-error.ts';

export const depthMax = 64;
/**
 * Tags, comments and everything else that begins with an angle bracket; a file of forty thousand tokens has a million.
 */
const marksMax = 2_000_000;
/** Maximum length of a tag with its attributes. */
const tagMaxLength = 10_000;

interface Mark {
  /** The position after it. */
  readonly end: number;
  readonly change: -1 | 0 | 1;
  readonly isElement: boolean;
}

/**
 * Scans a text before any parser reads it: refuses document types, processing instructions and deep nesting, and
 * returns the line of each element, in their order. The parser's own line numbers end at 65,535.
 */
export function scanXml(text: string): readonly number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let marks = 0;
  let from = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', from)) {
    line += lineBreaks(text, from, at);
    marks += 1;
    if (marks > marksMax) throw new XmlError('too-many-marks', line);
    const mark = markAt(text, at, line);
    if (mark.isElement) lines.push(line);
    depth += mark.change;
    if (depth > depthMax) throw new XmlError('too-deep', line);
    line += lineBreaks(text, at, mark.end);
    from = mark.end;
  }
  return lines;
}

function markAt(text: string, at: number, line: number): Mark {
  if (text.startsWith('<!--', at)) return skipped(text, { from: at + 4, until: '-->', line });
  if (text.startsWith('<![CDATA[', at)) return skipped(text, { from: at + 9, until: ']]>', line });
  // Nothing else begins like this in a document without a type.
  if (text.startsWith('<!', at)) throw new XmlError('doctype', line);
  // The declaration is the only allowed instruction; the parser's tree cannot represent others.
  if (/^<\?xml\s/.test(text.slice(at, at + 6)) && at === 0)
    return skipped(text, { from: 2, until: '?>', line });
  if (text.startsWith('<?', at)) throw new XmlError('instruction', line);
  const end = endOfTag(text, at, line);
  if (text.startsWith('</', at)) return { end, change: -1, isElement: false };
  return { end, change: text.startsWith('/>', end - 2) ? 0 : 1, isElement: true };
}

function skipped(
  text: string,
  { from, until, line }: { readonly from: number; readonly until: string; readonly line: number },
): Mark {
  const at = text.indexOf(until, from);
  if (at === -1) throw new XmlError('not-well-formed', line);
  const content = text.slice(from, at);
  // Refused even where it has no meaning: no valid file contains it.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(content)) throw new XmlError('doctype', line);
  return { end: at + until.length, change: 0, isElement: false };
}

/** Returns the position after the bracket that closes a tag; brackets within quotes do not. */
function endOfTag(text: string, at: number, line: number): number {
  let quote: string | undefined;
  const last = Math.min(text.length, at + tagMaxLength);
  for (let index = at + 1; index < last; index += 1) {
    const letter = text.charAt(index);
    if (quote !== undefined) {
      if (letter === quote) quote = undefined;
    } else if (letter === '>') return index + 1;
    else if (letter === '"' || letter === "'") quote = letter;
  }
  throw new XmlError('not-well-formed', line);
}

/** Reads no character beyond its part: searching for the next line break would scan a long line repeatedly. */
function lineBreaks(text: string, from: number, until: number): number {
  let count = 0;
  for (let at = from; at < until; at += 1) if (text.charCodeAt(at) === 10) count += 1;
  return count;
}
