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

/** The signature that a file of each media type must contain. */
const signatureOf: Readonly<Partial<Record<AttachmentContentType, string>>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word/',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xl/',
};

/** Names of active content in documents; each format stores them as plain ASCII or as UTF-16. */
const activeContentNames = [
  'vbaProject',
  '_VBA_PROJECT',
  'Macros',
  'oleObject',
  'activeX',
  'macrosheets',
  '/JavaScript',
  '/Launch',
];

/** Returns whether the content matches the declared media type and contains no detectable active content. */
export function isAcceptable(contentType: AttachmentContentType, bytes: Buffer): boolean {
  const signature = signatures[contentType];
  if (!signature.every((byte, index) => bytes[index] === byte)) return false;
  const mark = signatureOf[contentType];
  if (mark !== undefined && !bytes.includes(mark)) return false;
  if (contentType === 'image/png' || contentType === 'image/jpeg') return true;
  const text = contentType === 'application/pdf' ? withPlainNames(bytes) : bytes;
  return !activeContentNames.some(
    (name) => text.includes(name) || text.includes(Buffer.from(name, 'utf16le')),
  );
}

const numberSign = 0x23;

/** Decodes `#xx` escapes in PDF names. Works byte by byte, because files are large. */
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

/** Matches a plain file name without path or control characters on every operating system. */
export function isFileName(name: string): boolean {
  // Operating systems drop trailing spaces and dots and reject names of spaces only.
  if (name.length > nameLengthMax || /^\s*$|[\s.]$/u.test(name)) return false;
  return /^[^\p{C}/\\:*?"<>|]+$/u.test(name);
}
