import type { Temporal } from 'temporal-polyfill';

/** Longest text that stays as it is; with the name of its header it fits on a line of 78. */
const plainMaxLength = 60;
/** RFC 2047: an encoded word has 75 characters; 63 of base64 without its frame, which are 45 bytes. */
const encodedWordMaxBytes = 45;

/** Encodes free text as a header value: first replaces everything that could end the line by a space. */
export function headerText(text: string): string {
  const line = oneLine(text);
  const isPlain = /^[\x20-\x7e]*$/.test(line) && !line.includes('=?') && line.length <= plainMaxLength;
  return isPlain ? line : encodedWords(line);
}

/** An address with a display name. */
export function headerMailbox(name: string, address: string): string {
  const line = oneLine(name);
  if (line === '') return `<${address}>`;
  const isPlain = /^[\x20-\x7e]*$/.test(line) && !line.includes('=?') && line.length <= plainMaxLength;
  const shown = isPlain ? `"${line.replaceAll(/["\\]/g, '\\$&')}"` : encodedWords(line);
  return `${shown} <${address}>`;
}

/** RFC 5322, always in UTC. */
export function headerDate(instant: Temporal.Instant): string {
  // oxlint-disable-next-line no-restricted-globals -- formats a time that is already known
  return new Date(instant.epochMilliseconds).toUTCString().replace('GMT', '+0000');
}

/** A file name as parameters, for old (RFC 2045) and new (RFC 2231) mail readers. */
export function fileNameParameters(name: string): string {
  const line = oneLine(name).slice(0, fileNameMaxLength).toWellFormed();
  const plain = line.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  if (plain === line) return `filename="${plain}"`;
  const encoded = encodeURIComponent(line).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const fileNameMaxLength = 100;

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Words are split between characters, so that each can be decoded separately. */
function encodedWords(line: string): string {
  const words: string[] = [];
  let word = '';
  let bytes = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (bytes + more > encodedWordMaxBytes) {
      words.push(encodedWord(word));
      word = '';
      bytes = 0;
    }
    word += character;
    bytes += more;
  }
  words.push(encodedWord(word));
  return words.join('\r\n ');
}

function encodedWord(word: string): string {
  return `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`;
}
