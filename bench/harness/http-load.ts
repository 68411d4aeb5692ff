import { connect, type Socket } from 'node:net';

/** One finished request. */
export interface Sample {
  readonly status: number;
  /** From the moment it was due, so that waiting in our own queue counts too. */
  readonly latencyMs: number;
}

export interface LoadResult {
  readonly samples: readonly Sample[];
  /** Requests that got no answer at all. */
  readonly broken: number;
  readonly seconds: number;
}

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Where the connections come from, `127.0.0.1` unless given; each loopback address is a network of its own. */
  readonly localAddress?: string;
  /** Ends earlier, after so many. */
  readonly count?: number;
  /** The whole request as bytes on the wire, new for every call. */
  readonly nextRequest: () => string;
}

/**
 * A loopback HTTP client that does nothing but send and count: it must cost little beside the server it measures.
 * Answers must have a Content-Length or no body, which ours have.
 */
class Line {
  readonly #port: number;
  readonly #localAddress: string;
  #socket: Socket | undefined;
  #buffered = '';
  #settle: ((status: number | undefined) => void) | undefined;

  constructor({ localAddress = '127.0.0.1', port }: Pick<LoadOptions, 'localAddress' | 'port'>) {
    this.#port = port;
    this.#localAddress = localAddress;
  }

  /** The status, or nothing when the connection broke. */
  async send(request: string): Promise<number | undefined> {
    const socket = this.#socket ?? (await this.#open());
    if (socket === undefined) return undefined;
    return new Promise((resolve) => {
      this.#settle = resolve;
      socket.write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Promise<Socket | undefined> {
    return new Promise((resolve) => {
      const localAddress = this.#localAddress;
      const socket = connect({ host: '127.0.0.1', port: this.#port, localAddress, noDelay: true });
      socket.setEncoding('latin1');
      socket.once('connect', () => {
        this.#socket = socket;
        resolve(socket);
      });
      socket.on('data', (chunk: string) => this.#receive(chunk));
      socket.on('error', () => resolve(undefined));
      socket.on('close', () => {
        if (this.#socket === socket) this.#socket = undefined;
        this.#buffered = '';
        this.#answer(undefined);
        resolve(undefined);
      });
    });
  }

  #receive(chunk: string): void {
    this.#buffered += chunk;
    const headEnd = this.#buffered.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#buffered.slice(0, headEnd);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#buffered.length < headEnd + 4 + length) return;
    this.#buffered = '';
    if (/\r\nconnection: *close/i.test(head)) {
      this.#socket?.destroy();
      this.#socket = undefined;
    }
    this.#answer(Number(head.slice(9, 12)));
  }

  #answer(status: number | undefined): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(status);
  }
}

/** Closed loop: each connection sends its next request when the last one was answered. Finds the capacity. */
export async function closedLoop(options: LoadOptions): Promise<LoadResult> {
  const { connections, count = Number.POSITIVE_INFINITY, nextRequest, seconds } = options;
  const samples: Sample[] = [];
  let broken = 0;
  let sent = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const drive = async (): Promise<void> => {
    const line = new Line(options);
    while (performance.now() < endsAt && sent < count) {
      sent += 1;
      const sentAt = performance.now();
      const status = await line.send(nextRequest());
      if (status === undefined) broken += 1;
      else samples.push({ status, latencyMs: performance.now() - sentAt });
    }
    line.close();
  };
  await Promise.all(Array.from({ length: connections }, drive));
  return { samples, broken, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Open loop: requests are due at fixed times whether or not earlier ones were answered, as in real life. */
export async function openLoop(options: LoadOptions & { readonly perSecond: number }): Promise<LoadResult> {
  const { connections, seconds, perSecond, nextRequest } = options;
  const samples: Sample[] = [];
  let broken = 0;
  let sent = 0;
  const total = Math.floor(perSecond * seconds);
  const idle = Array.from({ length: connections }, () => new Line(options));
  const lines = [...idle];
  const due: number[] = [];
  let underWay = 0;

  const sendNext = async (line: Line, dueAt: number): Promise<void> => {
    underWay += 1;
    const status = await line.send(nextRequest());
    underWay -= 1;
    if (status === undefined) broken += 1;
    else samples.push({ status, latencyMs: performance.now() - dueAt });
    const next = due.shift();
    if (next === undefined) idle.push(line);
    else void sendNext(line, next);
  };

  const startedAt = performance.now();
  while (sent < total || underWay > 0) {
    const shouldHaveSent = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond));
    for (; sent < shouldHaveSent; sent += 1) {
      const dueAt = startedAt + (sent / perSecond) * 1_000;
      const line = idle.pop();
      if (line === undefined) due.push(dueAt);
      else void sendNext(line, dueAt);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (const line of lines) line.close();
  return { samples, broken, seconds: (performance.now() - startedAt) / 1_000 };
}

/** The value below which this share of all lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
