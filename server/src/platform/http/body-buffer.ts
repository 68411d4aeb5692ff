/** Collects the chunks of a body. */
export interface BodyBuffer {
  append(chunk: Buffer): void;
  /** Returns the whole body. */
  join(): Buffer;
}

/** A larger body is in shared memory, so that a thread can read it without a copy. */
const ownBytesMax = 3_000_000;

/**
 * Creates the buffer of a body of which this many bytes are announced; 0 if the length is unknown. A large body is
 * written to its place at once: chunks that are joined at the end need twice the memory.
 */
export function createBodyBuffer(announced: number): BodyBuffer {
  return announced > ownBytesMax ? sharedBuffer(announced) : chunkList();
}

/** The operating system supplies the memory as it is written, so an announcement alone costs nothing. */
function sharedBuffer(announced: number): BodyBuffer {
  const body = Buffer.from(new SharedArrayBuffer(announced));
  let at = 0;
  return {
    append(chunk) {
      at += chunk.copy(body, at);
    },
    join: () => body.subarray(0, at),
  };
}

function chunkList(): BodyBuffer {
  const chunks: Buffer[] = [];
  return {
    append(chunk) {
      chunks.push(chunk);
    },
    join: () => Buffer.concat(chunks),
  };
}
