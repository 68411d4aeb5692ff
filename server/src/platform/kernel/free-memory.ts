/**
 * Returns the memory of bytes to the operating system at once; the garbage collector waits until about 64 MB are
 * unused. The bytes are empty afterwards, so only their owner may call this, after the last use: also a write to a socket
 * must have ended. Does nothing to a part of a larger buffer.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > 0 && buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}
