import type { AttachmentContentType } from './literals.ts';

const signatures: Readonly<Record<AttachmentContentType, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'application/msword': [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
  'application/vnd.ms-excel': [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': [0x50, 0x4b, 0x03, 0x04],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': [0x50, 0x4b, 0x03, 0x04],
};

/** What a file must hold to be what it says. */
const marksOf: Readonly<Partial<Record<AttachmentContentType, string>>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word/',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xl/',
};

/** Names under which programs hide in documents; written in the open in each format, or as two bytes a letter. */
const programs = [
  'vbaProject',
  '_VBA_PROJECT',
  'Macros',
  'oleObject',
  'activeX',
  'macrosheets',
  '/JavaScript',
  '/Launch',
];

/** Whether a file is of the kind it says, and carries no program we can see. */
export function isAcceptable(contentType: AttachmentContentType, bytes: Buffer): boolean {
  const signature = signatures[contentType];
  if (!signature.every((byte, place) => bytes[place] === byte)) return false;
  const mark = marksOf[contentType];
  if (mark !== undefined && !bytes.includes(mark)) return false;
  if (contentType === 'image/png' || contentType === 'image/jpeg') return true;
  const words = contentType === 'application/pdf' ? withPlainNames(bytes) : bytes;
  return !programs.some((name) => words.includes(name) || words.includes(Buffer.from(name, 'utf16le')));
}

const numberSign = 0x23;

/** A name in a PDF may be written with numbers in place of letters. Byte by byte: files are large. */
function withPlainNames(bytes: Buffer): Buffer {
  if (!bytes.includes(numberSign)) return bytes;
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] === numberSign ? byteAt(bytes, at + 1) : undefined;
    plain[length] = code ?? bytes[at] ?? 0;
    length += 1;
    if (code !== undefined) at += 2;
  }
  return plain.subarray(0, length);
}

function byteAt(bytes: Buffer, at: number): number | undefined {
  const [high, low] = [nibble(bytes[at] ?? 0), nibble(bytes[at + 1] ?? 0)];
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

function nibble(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  if (code >= 0x41 && code <= 0x46) return code - 0x37;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : undefined;
}

const nameLengthMax = 100;

/** A name that is nothing but a name, wherever it is saved. */
export function isFileName(name: string): boolean {
  // Blanks alone, and a blank or a dot at the end, do not survive being saved everywhere.
  if (name.length > nameLengthMax || /^\s*$|[\s.]$/u.test(name)) return false;
  return /^[^\p{C}/\\:*?"<>|]+$/u.test(name);
}
