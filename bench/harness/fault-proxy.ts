import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { CommitSpotter, type Frame, FrameReader, isCommitted } from './postgres-frames.ts';

/** What may happen to a connection on its way to PostgreSQL. */
export const faults = [
  /** The server has everything but the COMMIT. */
  'cut-before-commit',
  /** The server has the COMMIT; the client is cut off while it runs. */
  'cut-after-commit',
  /** The server has committed and said so; nobody hears it. */
  'cut-answer',
  /** The same, but the client waits a while in vain. */
  'swallow-answer',
  /** The client is told that nothing more will come, though it may still send. */
  'half-close',
  /** The answer comes late. */
  'delay-answer',
  /** Cut where no COMMIT is near. */
  'cut-read',
] as const;
export type Fault = (typeof faults)[number];

/** Whether the fault leaves the client without knowing what became of its COMMIT. */
export function isCommitCut(fault: Fault): boolean {
  return fault !== 'delay-answer' && fault !== 'cut-read';
}

export interface FaultProxyOptions {
  readonly target: { readonly host: string; readonly port: number };
  /** Asked before every COMMIT, and before every other flush; `none` lets it pass. */
  readonly faultFor: (moment: 'commit' | 'read') => Fault | 'none';
  readonly onFault: (fault: Fault) => void;
  readonly delayMs: number;
}

export interface FaultProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** A PostgreSQL that is not always there when it matters. */
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
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
  /** The fault under way; what the server says is then dealt with message by message. */
  #fault: Fault | undefined;
  #hasCommit = false;
  /** The whole flush that holds the COMMIT has gone to the server. */
  #isSent = false;
  #isCut = false;

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

  /** Decides about one message of the client; a cut lets everything before it through. */
  #mayPass(frame: Frame): boolean {
    if (this.#spotter.isCommit(frame)) {
      this.#hasCommit = true;
      this.#begin(this.#options.faultFor('commit'));
      if (this.#fault === 'cut-before-commit') this.#cutClient();
    }
    if (frame.type === 'S') {
      if (!this.#hasCommit) this.#begin(this.#options.faultFor('read'));
      if (this.#fault === 'cut-read') this.#cutClient();
      this.#hasCommit = false;
      this.#isSent = true;
    }
    return !this.#isCut;
  }

  #begin(fault: Fault | 'none'): void {
    if (fault === 'none') return;
    this.#fault = fault;
    this.#isSent = false;
    this.#options.onFault(fault);
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
    if (fault === 'delay-answer') this.#passLater(frames);
    else if (frames.some((frame) => isCommitted(frame) || frame.type === 'Z')) this.#answered(fault);
  }

  #passLater(frames: readonly Frame[]): void {
    const bytes = Buffer.concat(frames.map((frame) => frame.bytes));
    setTimeout(() => {
      if (!this.#client.destroyed) this.#client.write(bytes);
    }, this.#options.delayMs);
    if (frames.some(({ type }) => type === 'Z')) {
      // What comes after the answer must not overtake it.
      setTimeout(() => {
        this.#fault = undefined;
      }, this.#options.delayMs);
    }
  }

  /** The server has committed, or refused; the client does not learn which. */
  #answered(fault: Fault): void {
    if (fault === 'swallow-answer') setTimeout(() => this.#cutClient(), this.#options.delayMs);
    else this.#cutClient();
    this.#upstream.end();
  }

  #cutClient(): void {
    this.#isCut = true;
    this.#client.destroy();
  }
}
