/** Returns which characters a set of fonts can display. */
export type Coverage = (codePoint: number) => boolean;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Reads the characters of TrueType fonts from their `cmap` tables. */
export function coverageOf(fonts: readonly Uint8Array[]): Coverage {
  const ranges = fonts.flatMap(rangesOf).toSorted((one, other) => one.from - other.from);
  const known = new Map<number, boolean>();
  return (codePoint) => {
    const seen = known.get(codePoint);
    if (seen !== undefined) return seen;
    const isCovered = ranges.some(({ from, to }) => from <= codePoint && codePoint <= to);
    // Caches per character: there are a million code points, but data uses a few hundred.
    if (known.size < knownMax) known.set(codePoint, isCovered);
    return isCovered;
  };
}

const knownMax = 20_000;
const replacement = '\u{FFFD}';

/**
 * Replaces characters that the fonts cannot display. Otherwise a name in another script would use a system font, or
 * stop the document.
 */
export function displayable(text: string, isCovered: Coverage): string {
  if (/^[\n\t\u0020-\u007e\u00a0-\u017f]*$/.test(text)) return text;
  return Array.from(text.replaceAll(invisible, ''), (character) =>
    isKept(character, isCovered) ? character : replacement,
  ).join('');
}

/**
 * Control characters, the byte order mark, variation selectors: invisible, and PDF/A forbids some of them. Also
 * bidirectional controls, which can disguise a name.
 */
const invisible =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these characters are removed
  /[\u{0}-\u{8}\u{b}-\u{1f}\u{7f}-\u{9f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu;

function isKept(character: string, isCovered: Coverage): boolean {
  return character === '\n' || character === '\t' || isCovered(character.codePointAt(0) ?? 0);
}

const characterMap = 'cmap';
const tableRecordBytes = 16;
const encodingRecordBytes = 8;
const groupBytes = 12;

function rangesOf(font: Uint8Array): readonly Range[] {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const start = tableOffset(font, view);
  const subtables = Array.from({ length: view.getUint16(start + 2) }, (_, index) => {
    const record = start + 4 + index * encodingRecordBytes;
    return start + view.getUint32(record + 4);
  });
  // Format 12 covers all of Unicode, format 4 the BMP; current fonts have one of them.
  const wide = subtables.find((offset) => view.getUint16(offset) === 12);
  if (wide !== undefined) return wideRanges(view, wide);
  const narrow = subtables.find((offset) => view.getUint16(offset) === 4);
  return narrow === undefined ? [] : narrowRanges(view, narrow);
}

function tableOffset(font: Uint8Array, view: DataView): number {
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const record = 12 + index * tableRecordBytes;
    const tag = String.fromCharCode(...font.subarray(record, record + 4));
    if (tag === characterMap) return view.getUint32(record + 8);
  }
  throw new Error('font without a character map');
}

function wideRanges(view: DataView, offset: number): readonly Range[] {
  return Array.from({ length: view.getUint32(offset + 12) }, (_, index) => {
    const group = offset + 16 + index * groupBytes;
    return { from: view.getUint32(group), to: view.getUint32(group + 4) };
  });
}

function narrowRanges(view: DataView, offset: number): readonly Range[] {
  const doubledCount = view.getUint16(offset + 6);
  return Array.from({ length: doubledCount / 2 }, (_, index) => ({
    from: view.getUint16(offset + 16 + doubledCount + index * 2),
    to: view.getUint16(offset + 14 + index * 2),
  })).filter(({ from }) => from !== 0xffff);
}
