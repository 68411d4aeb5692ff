import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from './listening-port.ts';
import { type Frame, FrameReader } from './postgres-frames.ts';

/** A statement as a client sent it; a value of bytes is in the form of PostgreSQL, null is null. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** Statements that were sent together. */
export type RecordedFlush = readonly RecordedStatement[];

export interface StatementRecorder extends AsyncDisposable {
  readonly port: number;
  /** Returns what was sent since the last call, in its order. */
  take(): readonly RecordedFlush[];
}

/** Starts a proxy to PostgreSQL that records all statements. */
export async function startStatementRecorder(target: {
  readonly host: string;
  readonly port: number;
}): Promise<StatementRecorder> {
  let recorded: RecordedFlush[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ ...target, noDelay: true });
    const reader = new FrameReader('client');
    const statements = new StatementReader();
    client.on('data', (chunk) => {
      for (const frame of reader.read(chunk)) {
        const flush = statements.read(frame);
        if (flush !== undefined) recorded.push(flush);
      }
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.pipe(upstream);
    upstream.pipe(client);
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    take() {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Reads the statements of one connection. */
export class StatementReader {
  readonly #texts = new Map<string, string>();
  #flush: RecordedStatement[] = [];

  /** Returns the statements of a flush with its last message. */
  read(frame: Frame): RecordedFlush | undefined {
    const message = new MessageReader(frame);
    switch (frame.type) {
      case 'P':
        this.#texts.set(message.text(), message.text());
        return undefined;
      case 'B': {
        message.text();
        const text = this.#texts.get(message.text()) ?? '';
        this.#flush.push({ text, values: message.values() });
        return undefined;
      }
      case 'S': {
        const flush = this.#flush;
        this.#flush = [];
        return flush.length === 0 ? undefined : flush;
      }
      default:
        return undefined;
    }
  }
}

const headerBytes = 5;
const binaryFormat = 1;

/** Reads the fields of a message in their order. */
class MessageReader {
  readonly #bytes: Buffer;
  #at = headerBytes;

  constructor({ bytes }: Frame) {
    this.#bytes = bytes;
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  /** Returns the values of a Bind, after its two names. */
  values(): readonly (string | null)[] {
    const formats = Array.from({ length: this.#int16() }, () => this.#int16());
    return Array.from({ length: this.#int16() }, (_, index) => {
      const format = formats.length === 1 ? formats[0] : formats[index];
      return this.#value(format === binaryFormat);
    });
  }

  #value(isBinary: boolean): string | null {
    const length = this.#bytes.readInt32BE(this.#at);
    this.#at += 4;
    if (length < 0) return null;
    const value = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return isBinary ? `\\x${value.toString('hex')}` : value.toString('utf8');
  }

  #int16(): number {
    const value = this.#bytes.readInt16BE(this.#at);
    this.#at += 2;
    return value;
  }
}
