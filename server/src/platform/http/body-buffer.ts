/** Collects the chunks of a body. */
export interface BodyBuffer {
  append(chunk: Buffer): void;
  /** Returns the whole body. */
  join(): Buffer;
}

/** The memory of a larger body is returned as soon as it is not needed; of smaller ones it is collected. */
const collectedBytesMax = 1_000_000;

/**
 * Creates the buffer of a body of which this many bytes are announced; 0 if the length is unknown. A large body is
 * written to its place at once: chunks that are joined at the end need twice the memory. `freeChunk` is called with each
 * chunk of a large body that was copied.
 */
export function createBodyBuffer(announced: number, freeChunk: (chunk: Buffer) => void): BodyBuffer {
  return announced > collectedBytesMax ? wholeBuffer(announced, freeChunk) : chunkList(freeChunk);
}

/** Whether the memory of this body must be returned when its request has ended. */
export function isLargeBody(body: unknown): body is Buffer {
  return Buffer.isBuffer(body) && body.length > collectedBytesMax;
}

/** The operating system supplies the memory as it is written, so an announcement alone costs nothing. */
function wholeBuffer(announced: number, freeChunk: (chunk: Buffer) => void): BodyBuffer {
  const body = Buffer.from(new ArrayBuffer(announced));
  let at = 0;
  return {
    append(chunk) {
      at += chunk.copy(body, at);
      freeChunk(chunk);
    },
    join: () => body.subarray(0, at),
  };
}

function chunkList(freeChunk: (chunk: Buffer) => void): BodyBuffer {
  const chunks: Buffer[] = [];
  return {
    append(chunk) {
      chunks.push(chunk);
    },
    join() {
      const body = Buffer.concat(chunks);
      if (isLargeBody(body)) chunks.forEach(freeChunk);
      return body;
    },
  };
}
