import { connect, type Socket } from 'node:net';

/** One finished request. */
export interface Sample {
  readonly status: number;
  /** Time since the request was due, so that waiting in the client's queue counts. */
  readonly latencyMs: number;
}

export interface LoadResult {
  readonly samples: readonly Sample[];
  /** Requests without a response. */
  readonly broken: number;
  readonly seconds: number;
}

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Local address of the connections, default `127.0.0.1`; the product treats each loopback address as a network. */
  readonly localAddress?: string;
  /** Ends the load after this number of requests. */
  readonly count?: number;
  /** Returns the next request as bytes. */
  readonly nextRequest: () => string;
}

/**
 * A minimal HTTP client for the loopback interface: it must cost little compared to the server that it measures.
 * Responses must have a Content-Length or no body.
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

  /** Connects before the first request. */
  async connect(): Promise<void> {
    await this.#open();
  }

  /** Returns the status, or undefined when the connection broke. */
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
        this.#response(undefined);
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
    this.#response(Number(head.slice(9, 12)));
  }

  #response(status: number | undefined): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(status);
  }
}

/** Closed loop: each connection sends its next request after the response to the last one. Measures the capacity. */
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

/** Open loop: requests are due at fixed times, independent of earlier responses, as in production. */
export async function openLoop(options: LoadOptions & { readonly perSecond: number }): Promise<LoadResult> {
  const { connections, seconds, perSecond, nextRequest } = options;
  const samples: Sample[] = [];
  let broken = 0;
  let sent = 0;
  const total = Math.floor(perSecond * seconds);
  const idle = Array.from({ length: connections }, () => new Line(options));
  const lines = [...idle];
  // Clients keep their connections: a storm is of requests.
  await Promise.all(lines.map((line) => line.connect()));
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

/** Sends one request on each of many new connections, which are opened at fixed times. */
export async function newConnections(
  options: Omit<LoadOptions, 'connections'> & { readonly perSecond: number },
): Promise<LoadResult> {
  const { nextRequest, perSecond, seconds } = options;
  const samples: Sample[] = [];
  let broken = 0;
  const startedAt = performance.now();
  const visit = async (index: number): Promise<void> => {
    const afterMs = (index / perSecond) * 1_000;
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const line = new Line(options);
    const status = await line.send(nextRequest());
    if (status === undefined) broken += 1;
    else samples.push({ status, latencyMs: performance.now() - startedAt - afterMs });
    line.close();
  };
  await Promise.all(Array.from({ length: Math.floor(perSecond * seconds) }, (_, index) => visit(index)));
  return { samples, broken, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Returns the value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
