/** Type and size of a picture, from the first bytes of a file. */
export interface PictureHeader {
  readonly kind: 'png' | 'jpeg';
  readonly width: number;
  readonly height: number;
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const pngHeaderBytes = 33;
const jpegStart = 0xff_d8;
/** Marker, length, precision, height, width. */
const frameBytes = 9;

/**
 * Returns type and size of a picture without decoding it; undefined for anything but PNG and JPEG. Only the content
 * counts: the sender chooses names and declared types.
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length >= pngHeaderBytes && file.subarray(0, pngStart.length).equals(pngStart))
    return { kind: 'png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  if (file.length > frameBytes && file.readUInt16BE(0) === jpegStart) return jpegFrame(file);
  return undefined;
}

/** Walks the segments up to the one with the size. */
function jpegFrame(file: Buffer): PictureHeader | undefined {
  let at = 2;
  while (at + frameBytes <= file.length && file.readUInt8(at) === 0xff) {
    const marker = file.readUInt8(at + 1);
    if (isFrame(marker))
      return { kind: 'jpeg', width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) at += 1;
    else if (hasLength(marker)) at += 2 + file.readUInt16BE(at + 2);
    else return undefined;
  }
  return undefined;
}

/** Start of frame, in any variant; three codes of the range mean something else. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Tables, comments and application data may precede the frame; scans, restarts and ends may not. */
function hasLength(marker: number): boolean {
  return marker === 0xc4 || marker === 0xcc || marker >= 0xe0 || (marker >= 0xdb && marker <= 0xdf);
}
