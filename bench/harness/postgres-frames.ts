/** A message of the PostgreSQL protocol, version 3: type, length, body. */
export interface Frame {
  /** Empty for the untyped first message of a connection. */
  readonly type: string;
  /** The whole message in bytes. */
  readonly bytes: Buffer;
}

const lengthBytes = 4;
const typedHeaderBytes = 1 + lengthBytes;

/** Splits a stream of bytes into messages; an incomplete message waits for the rest. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);
  #isUntyped: boolean;

  /** The first message of a client has no type; all messages of a server have one. */
  constructor(side: 'client' | 'server') {
    this.#isUntyped = side === 'client';
  }

  read(chunk: Buffer): readonly Frame[] {
    let rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Frame[] = [];
    for (;;) {
      const size = this.#sizeOf(rest);
      if (size === undefined || rest.length < size) break;
      frames.push({
        type: this.#isUntyped ? '' : String.fromCharCode(rest[0] ?? 0),
        bytes: rest.subarray(0, size),
      });
      this.#isUntyped = false;
      rest = rest.subarray(size);
    }
    this.#rest = rest;
    return frames;
  }

  #sizeOf(bytes: Buffer): number | undefined {
    if (this.#isUntyped) return bytes.length < lengthBytes ? undefined : bytes.readInt32BE(0);
    return bytes.length < typedHeaderBytes ? undefined : 1 + bytes.readInt32BE(1);
  }
}

/** Returns the null-terminated strings at the start of a message. */
function texts({ bytes }: Frame, count: number, from: number = typedHeaderBytes): readonly string[] {
  const found: string[] = [];
  let at = from;
  while (found.length < count) {
    const end = bytes.indexOf(0, at);
    if (end < 0) break;
    found.push(bytes.toString('utf8', at, end));
    at = end + 1;
  }
  return found;
}

/** Tracks the prepared statements of a connection, and detects the execution of its COMMIT. */
export class CommitSpotter {
  readonly #texts = new Map<string, string>();
  readonly #executed = new Set<string>();

  /** The statements since the last BEGIN. */
  get transaction(): ReadonlySet<string> {
    return this.#executed;
  }

  /** Returns true when this message makes the server commit. */
  isCommit(frame: Frame): boolean {
    switch (frame.type) {
      case 'P':
        this.#learn(frame);
        return false;
      case 'B':
        return this.#execute(this.#texts.get(texts(frame, 2)[1] ?? '') ?? '');
      case 'Q':
        return this.#execute(texts(frame, 1)[0] ?? '');
      default:
        return false;
    }
  }

  #learn(frame: Frame): void {
    const [name = '', text = ''] = texts(frame, 2);
    this.#texts.set(name, text);
  }

  #execute(text: string): boolean {
    if (isCommitText(text)) return true;
    if (/^\s*begin\b/i.test(text)) this.#executed.clear();
    else this.#executed.add(text);
    return false;
  }
}

function isCommitText(text: string): boolean {
  return /^\s*commit\s*;?\s*$/i.test(text);
}

/** Tells whether the server reports a commit. */
export function isCommitted(frame: Frame): boolean {
  return frame.type === 'C' && texts(frame, 1)[0] === 'COMMIT';
}
