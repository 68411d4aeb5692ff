import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from './listening-port.ts';
import { CommitSpotter, type Frame, FrameReader, isCommitted } from './postgres-frames.ts';

/** Faults of a connection to PostgreSQL. */
export const faults = [
  /** The server gets everything except the COMMIT. */
  'cut-before-commit',
  /** The server gets the COMMIT; the client is cut off while it runs. */
  'cut-after-commit',
  /** The server has committed and responded; the client is cut off before the response. */
  'cut-response',
  /** Same, but the client waits some time before the cut. */
  'swallow-response',
  /** The server side of the connection is closed; the client may still send. */
  'half-close',
  /** The response is delayed. */
  'delay-response',
  /** The connection is cut without a COMMIT. */
  'cut-read',
  /** Same, but the server responds, and the client gets a part of the response. */
  'cut-read-response',
] as const;
export type Fault = (typeof faults)[number];

/** Tells whether the client cannot know the result of its COMMIT after this fault. */
export function isCommitCut(fault: Fault): boolean {
  return fault !== 'delay-response' && !isReadCut(fault);
}

/** Tells whether this fault occurs at a flush without COMMIT. */
export function isReadCut(fault: Fault): boolean {
  return fault === 'cut-read' || fault === 'cut-read-response';
}

export interface FaultProxyOptions {
  readonly target: { readonly host: string; readonly port: number };
  /** Called before every COMMIT and every other flush; `none` forwards it. */
  readonly faultFor: (moment: 'commit' | 'read') => Fault | 'none';
  /** Called for each fault, with the statements of its transaction, and how many its flush has so far. */
  readonly onFault: (fault: Fault, transaction: ReadonlySet<string>, flushed: number) => void;
  readonly delayMs: number;
}

export interface FaultProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a proxy to PostgreSQL that injects faults. */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ ...options.target, noDelay: true });
    client.setNoDelay(true);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    new ProxiedConnection(client, upstream, options).start();
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

class ProxiedConnection {
  readonly #client: Socket;
  readonly #upstream: Socket;
  readonly #options: FaultProxyOptions;
  readonly #fromClient = new FrameReader('client');
  readonly #fromServer = new FrameReader('server');
  readonly #spotter = new CommitSpotter();
  /** The current fault; messages of the server are then handled one by one. */
  #fault: Fault | undefined;
  #hasCommit = false;
  /** Whether the flush with the COMMIT was sent to the server completely. */
  #isSent = false;
  #isCut = false;
  /** Statements since the last flush. */
  #flushed = 0;

  constructor(client: Socket, upstream: Socket, options: FaultProxyOptions) {
    this.#client = client;
    this.#upstream = upstream;
    this.#options = options;
  }

  start(): void {
    this.#client.on('data', (chunk) => this.#fromClientSide(chunk));
    this.#upstream.on('data', (chunk) => this.#fromServerSide(chunk));
    this.#client.on('close', () => this.#upstream.end());
    this.#upstream.on('close', () => this.#client.end());
  }

  #fromClientSide(chunk: Buffer): void {
    const passing: Buffer[] = [];
    for (const frame of this.#fromClient.read(chunk)) {
      if (this.#isCut || !this.#mayPass(frame)) break;
      passing.push(frame.bytes);
    }
    if (passing.length > 0) this.#upstream.write(Buffer.concat(passing));
    if (this.#isCut) this.#upstream.end();
    else if (this.#fault !== undefined && this.#isSent) this.#afterSent(this.#fault);
  }

  /** Decides about one message of the client; a cut forwards everything before it. */
  #mayPass(frame: Frame): boolean {
    if (frame.type === 'B') this.#flushed += 1;
    if (this.#spotter.isCommit(frame)) {
      this.#hasCommit = true;
      this.#begin(this.#options.faultFor('commit'));
      if (this.#fault === 'cut-before-commit') this.#cutClient();
    }
    if (frame.type === 'S') {
      if (!this.#hasCommit) this.#begin(this.#options.faultFor('read'));
      if (this.#fault === 'cut-read') this.#cutClient();
      this.#hasCommit = false;
      this.#flushed = 0;
      this.#isSent = true;
    }
    return !this.#isCut;
  }

  #begin(fault: Fault | 'none'): void {
    if (fault === 'none') return;
    this.#fault = fault;
    this.#isSent = false;
    this.#options.onFault(fault, this.#spotter.transaction, this.#flushed);
  }

  #afterSent(fault: Fault): void {
    if (fault === 'cut-after-commit') this.#cutClient();
    if (fault === 'half-close') this.#client.end();
  }

  #fromServerSide(chunk: Buffer): void {
    const frames = this.#fromServer.read(chunk);
    const fault = this.#fault;
    if (fault === undefined) {
      if (frames.length > 0) this.#client.write(Buffer.concat(frames.map(({ bytes }) => bytes)));
      return;
    }
    if (fault === 'delay-response') this.#passLater(frames);
    else if (fault === 'cut-read-response') this.#passPart(frames);
    else if (frames.some((frame) => isCommitted(frame) || frame.type === 'Z')) this.#responded(fault);
  }

  #passLater(frames: readonly Frame[]): void {
    const bytes = Buffer.concat(frames.map((frame) => frame.bytes));
    setTimeout(() => {
      if (!this.#client.destroyed) this.#client.write(bytes);
    }, this.#options.delayMs);
    if (frames.some(({ type }) => type === 'Z')) {
      // Later messages must not overtake the delayed response.
      setTimeout(() => {
        this.#fault = undefined;
      }, this.#options.delayMs);
    }
  }

  /** Passes the first half of what the server responds, and cuts. */
  #passPart(frames: readonly Frame[]): void {
    if (frames.length === 0 || this.#isCut) return;
    const part = frames.slice(0, Math.ceil(frames.length / 2)).map(({ bytes }) => bytes);
    this.#isCut = true;
    this.#client.end(Buffer.concat(part));
    this.#upstream.end();
  }

  /** Handles the response to a COMMIT that the client must not see. */
  #responded(fault: Fault): void {
    if (fault === 'swallow-response') setTimeout(() => this.#cutClient(), this.#options.delayMs);
    else this.#cutClient();
    this.#upstream.end();
  }

  #cutClient(): void {
    this.#isCut = true;
    this.#client.destroy();
  }
}
