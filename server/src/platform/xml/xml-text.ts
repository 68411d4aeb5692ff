import { XmlError } from './xml-error.ts';

export const fileMaxBytes = 20_000_000;

/** A declaration names its encoding within its first bytes. */
const declaration = /^<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;

/**
 * Decodes a file. The scanner and the parser read this one text: a parser with another encoding would read text that
 * was never scanned.
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

/** By the byte order mark, otherwise by the position of the zero byte of the first character. */
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
    // The decoder throws only if the bytes are not text in this encoding.
    throw new XmlError('encoding', 1);
  }
}

function isSame(declared: string, encoding: Encoding): boolean {
  if (encoding === 'utf-8') return declared === 'utf-8' || declared === 'us-ascii';
  return declared === 'utf-16' || declared === encoding;
}
