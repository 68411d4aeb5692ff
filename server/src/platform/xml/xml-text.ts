import { XmlError } from './xml-error.ts';

export const fileMaxBytes = 20_000_000;

/** A declaration names its encoding within its first bytes. */
const declaration = /^<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;

/**
 * The text of a file. What the judges and the parser see is this one text: a parser that took another encoding than
 * we did would see words that nobody has judged.
 */
export function xmlText(bytes: Uint8Array): string {
  if (bytes.length > fileMaxBytes) throw new XmlError('too-large', 1);
  const encoding = encodingOf(bytes);
  const text = decoded(bytes, encoding);
  const declared = declaration.exec(text.slice(0, 200))?.[1]?.toLowerCase();
  if (declared !== undefined && !isSame(declared, encoding)) throw new XmlError('encoding', 1);
  if (text.includes('\0')) throw new XmlError('encoding', 1);
  return text;
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** By the mark at the beginning, else by where the zero byte of the first letter stands. */
function encodingOf(bytes: Uint8Array): Encoding {
  const [first = 0, second = 0] = bytes;
  const pair = first * 256 + second;
  if (pair === 0xff_fe || pair % 256 === 0) return 'utf-16le';
  if (pair === 0xfe_ff || pair < 256) return 'utf-16be';
  return 'utf-8';
}

function decoded(bytes: Uint8Array, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The decoder has one thing to say: these bytes are no text in this encoding.
    throw new XmlError('encoding', 1);
  }
}

function isSame(declared: string, encoding: Encoding): boolean {
  if (encoding === 'utf-8') return declared === 'utf-8' || declared === 'us-ascii';
  return declared === 'utf-16' || declared === encoding;
}
