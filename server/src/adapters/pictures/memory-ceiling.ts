import assert from 'node:assert/strict';

const headBytes = 8;
const memorySection = 5;
const lengthBytesMax = 5;
const pageBytes = 65_536;

/**
 * Returns the same WebAssembly module with a maximum memory size. Thread limits count the JavaScript heap only; the
 * engine enforces a limit in the module itself.
 */
export function withMemoryCeiling(module: Uint8Array, maxMb: number): Uint8Array {
  const pagesMax = (maxMb * 1_048_576) / pageBytes;
  for (let at = headBytes; at < module.length; ) {
    const size = readNumber(module, at + 1);
    const end = size.next + size.value;
    if (module[at] === memorySection) {
      const section = limited(module.subarray(size.next, end), pagesMax);
      return Buffer.concat([module.subarray(0, at), section, module.subarray(end)]);
    }
    at = end;
  }
  throw new Error('a module without its own memory cannot be limited');
}

/** One memory: a flag for a maximum, the initial pages, the maximum pages. */
function limited(section: Uint8Array, pagesMax: number): Uint8Array {
  assert(section[0] === 1 && (section[1] === 0 || section[1] === 1), 'one plain memory');
  const pages = readNumber(section, 2).value;
  assert(pages <= pagesMax, 'a module that starts below its limit');
  const content = [1, 1, ...written(pages), ...written(pagesMax)];
  return Uint8Array.from([memorySection, ...written(content.length), ...content]);
}

/** LEB128: seven bits in each byte, the low ones first. */
function readNumber(bytes: Uint8Array, from: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let index = 0; index < lengthBytesMax; index += 1) {
    const byte = bytes[from + index] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: from + index + 1 };
  }
  throw new Error('not a WebAssembly module');
}

function written(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...written(Math.floor(value / 0x80))];
}
