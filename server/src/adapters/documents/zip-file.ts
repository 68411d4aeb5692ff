import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { templateNotValid } from './worker-protocol.ts';

/** One unpacked file of a zip. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Limits of an archive; sizes are read from its directory before anything is unpacked. */
export interface ZipLimits {
  readonly entriesMax: number;
  readonly unpackedMaxBytes: number;
  /** Unpacked bytes per packed byte. */
  readonly ratioMax: number;
}

const endSignature = 0x06054b50;
const directorySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const commentMaxBytes = 65_535;
const directoryEntryBytes = 46;
const localHeaderBytes = 30;
const stored = 0;
const deflated = 8;
const encryptedFlag = 1;
/** Sizes and counts of this value mean zip64, which no document needs. */
const longForm = 0xffffffff;

interface Listed {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly localAt: number;
}

/** Unpacks a zip within limits. Checks the directory first; the content must not exceed it. */
export function readZip(bytes: Uint8Array, limits: ZipLimits): readonly ZipEntry[] {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const listed = directoryOf(archive, limits);
    assertWithin(listed, limits);
    return listed.map((entry) => ({ name: entry.name, content: checked(archive, entry) }));
  } catch (error) {
    // Reads beyond the end, broken streams and data beyond the declared size all mean an invalid docx.
    if (error instanceof RangeError || (error instanceof Error && 'code' in error))
      throw templateNotValid('the zip is damaged');
    throw error;
  }
}

function directoryOf(archive: Buffer, { entriesMax }: ZipLimits): readonly Listed[] {
  const endAt = endOf(archive);
  const count = archive.readUInt16LE(endAt + 10);
  if (count > entriesMax) throw templateNotValid(`more than ${entriesMax} files in the zip`);
  const listed: Listed[] = [];
  let at = archive.readUInt32LE(endAt + 16);
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(at) !== directorySignature) throw templateNotValid('the zip has no directory');
    if ((archive.readUInt16LE(at + 8) & encryptedFlag) !== 0) throw templateNotValid('the zip is encrypted');
    const nameBytes = archive.readUInt16LE(at + 28);
    const nameAt = at + directoryEntryBytes;
    listed.push({
      name: archive.toString('utf8', nameAt, nameAt + nameBytes),
      method: archive.readUInt16LE(at + 10),
      checksum: archive.readUInt32LE(at + 16),
      packedBytes: archive.readUInt32LE(at + 20),
      unpackedBytes: archive.readUInt32LE(at + 24),
      localAt: archive.readUInt32LE(at + 42),
    });
    at = nameAt + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return listed.filter(({ name }) => !name.endsWith('/'));
}

function endOf(archive: Buffer): number {
  const lowest = Math.max(0, archive.length - endBytes - commentMaxBytes);
  for (let at = archive.length - endBytes; at >= lowest; at -= 1)
    if (archive.readUInt32LE(at) === endSignature) return at;
  throw templateNotValid('the file is not a zip');
}

function assertWithin(listed: readonly Listed[], { unpackedMaxBytes, ratioMax }: ZipLimits): void {
  const total = (size: 'packedBytes' | 'unpackedBytes'): number =>
    listed.reduce((sum, entry) => sum + entry[size], 0);
  if (listed.some(({ packedBytes, unpackedBytes }) => Math.max(packedBytes, unpackedBytes) === longForm))
    throw templateNotValid('zip64 is not supported');
  if (total('unpackedBytes') > unpackedMaxBytes) throw templateNotValid('the zip is too large');
  if (total('unpackedBytes') > total('packedBytes') * ratioMax)
    throw templateNotValid('the compression ratio of the zip is too high');
  if (new Set(listed.map(({ name }) => name)).size !== listed.length)
    throw templateNotValid('the zip has a duplicate name');
  if (listed.some(({ name }) => name.startsWith('/') || name.split(/[/\\]/).includes('..')))
    throw templateNotValid('the zip has a name outside of it');
}

function checked(archive: Buffer, entry: Listed): Uint8Array {
  const content = unpacked(archive, entry);
  // Damaged data often still unpacks, to other text than the author's.
  if (crc32(content) !== entry.checksum) throw templateNotValid('the zip is damaged');
  return content;
}

function unpacked(archive: Buffer, { localAt, method, packedBytes, unpackedBytes }: Listed): Uint8Array {
  if (archive.readUInt32LE(localAt) !== localSignature)
    throw templateNotValid('the zip lacks a required file');
  const start =
    localAt + localHeaderBytes + archive.readUInt16LE(localAt + 26) + archive.readUInt16LE(localAt + 28);
  const packed = archive.subarray(start, start + packedBytes);
  if (method === stored && packedBytes === unpackedBytes) return packed;
  if (method !== deflated) throw templateNotValid('the compression method of the zip is not supported');
  // At least one byte: zlib does not accept a limit of zero.
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, unpackedBytes) });
}

/** 1 January 1980, the first date of the format. */
const fixedDate = 0x0021;
const utf8Flag = 0x0800;
const version = 20;

/** Packs files in the given order without timestamps: the same files give the same bytes. */
export function writeZip(entries: readonly ZipEntry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let localAt = 0;
  for (const { name, content } of entries) {
    const encodedName = Buffer.from(name, 'utf8');
    const packed = deflateRawSync(content);
    const facts = factsOf({ content, packed, encodedName });
    const head = Buffer.alloc(4);
    head.writeUInt32LE(localSignature);
    const file = Buffer.concat([head, facts, encodedName, packed]);
    files.push(file);
    directory.push(directoryEntry({ facts, encodedName, localAt }));
    localAt += file.length;
  }
  const listing = Buffer.concat(directory);
  return Buffer.concat([...files, listing, endRecord(entries.length, listing.length, localAt)]);
}

/** The common part of a local header and a directory entry, from the version to the lengths of names. */
function factsOf(of: { content: Uint8Array; packed: Buffer; encodedName: Buffer }): Buffer {
  const facts = Buffer.alloc(localHeaderBytes - 4);
  facts.writeUInt16LE(version, 0);
  facts.writeUInt16LE(utf8Flag, 2);
  facts.writeUInt16LE(deflated, 4);
  facts.writeUInt16LE(fixedDate, 8);
  facts.writeUInt32LE(crc32(of.content), 10);
  facts.writeUInt32LE(of.packed.length, 14);
  facts.writeUInt32LE(of.content.length, 18);
  facts.writeUInt16LE(of.encodedName.length, 22);
  return facts;
}

function directoryEntry(of: { facts: Buffer; encodedName: Buffer; localAt: number }): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32LE(directorySignature, 0);
  head.writeUInt16LE(version, 4);
  const rest = Buffer.alloc(directoryEntryBytes - head.length - of.facts.length);
  rest.writeUInt32LE(of.localAt, rest.length - 4);
  return Buffer.concat([head, of.facts, rest, of.encodedName]);
}

function endRecord(count: number, directoryBytes: number, directoryAt: number): Buffer {
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(endSignature, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(directoryAt, 16);
  return end;
}
