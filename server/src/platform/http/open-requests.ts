import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CountClosed } from './closed-connections.ts';
import { listenerOf } from './listeners.ts';
import { createNetworkCounts } from './network-counts.ts';
import { sourceAddressOf } from './source-address.ts';

/** Time limits for the client to send the rest of its request and to read its response. */
export interface ClientPatience {
  /** For the rest of a request that has its response already. */
  readonly unreadBodyMs: number;
  /** For a response of which the client reads nothing. */
  readonly responseGraceMs: number;
  /** The minimum mean rate at which a client reads a response, after the grace period. */
  readonly bytesPerSecondMin: number;
  readonly responseMaxMs: number;
  readonly sweepEveryMs: number;
}

/** The limits in production; ADR 0048 gives the reasons. */
export const clientPatienceDefault: ClientPatience = {
  unreadBodyMs: 3_000,
  responseGraceMs: 5_000,
  bytesPerSecondMin: 32_000,
  responseMaxMs: 120_000,
  sweepEveryMs: 1_000,
};

export interface OpenRequestsOptions {
  /** Maximum number of open requests of one network, running or waiting. */
  readonly perNetworkMax: number;
  readonly countClosed: CountClosed;
  readonly patience?: ClientPatience;
}

/** The requests between their head and the end of their response. */
export interface OpenRequests {
  /** Counts the request for its network until it is finished; false if the network has too many open. */
  enter(request: IncomingMessage, response: ServerResponse): boolean;
  /** Closes the connection if the client is too slow with its body or its response. */
  watch(request: IncomingMessage, response: ServerResponse): void;
  stop(): void;
}

interface Watched {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What the last sweep saw it wait for: that the client reads the response, or sends the rest of the body. */
  waitsFor: 'nothing' | 'response' | 'body';
  sinceMs: number;
  /** Bytes the client had read when the wait began. */
  readBefore: number;
}

/** Creates the list of a process; it sweeps the list once a second instead of using one timer per request. */
export function createOpenRequests({
  countClosed,
  patience = clientPatienceDefault,
  perNetworkMax,
}: OpenRequestsOptions): OpenRequests {
  const counts = createNetworkCounts(perNetworkMax);
  const watched = new Set<Watched>();

  const sweep = (): void => {
    const nowMs = performance.now();
    for (const one of watched) {
      if (isOver(one)) watched.delete(one);
      else if (isLate(one, nowMs, patience)) {
        countClosed(one.waitsFor === 'body' ? 'unread-body' : 'slow-reader');
        one.request.socket.destroy();
        watched.delete(one);
      }
    }
  };
  const timer = setInterval(sweep, patience.sweepEveryMs).unref();

  return {
    enter(request, response) {
      // No address: the proxy itself, or a local socket. Those are not limited.
      const address = sourceAddressOf(request, listenerOf(request));
      if (address === undefined) return true;
      if (!counts.enter(address)) return false;
      response.once('close', () => counts.leave(address));
      return true;
    },
    watch(request, response) {
      const one: Watched = { request, response, waitsFor: 'nothing', sinceMs: 0, readBefore: 0 };
      watched.add(one);
      response.once('close', () => {
        if (isOver(one)) watched.delete(one);
      });
    },
    stop: () => clearInterval(timer),
  };
}

function isOver({ request, response }: Watched): boolean {
  return request.socket.destroyed || (request.complete && response.closed);
}

/** Whether the client is past its time limit. Time starts with the sweep that finds it slow. */
function isLate(one: Watched, nowMs: number, patience: ClientPatience): boolean {
  const { request, response } = one;
  if (!response.writableEnded) return false;
  const waitsFor = response.writableFinished ? 'body' : 'response';
  if (one.waitsFor !== waitsFor) {
    one.waitsFor = waitsFor;
    one.sinceMs = nowMs;
    one.readBefore = bytesSent(request.socket);
    return false;
  }
  return nowMs - one.sinceMs >= (waitsFor === 'body' ? patience.unreadBodyMs : responseTimeMs(one, patience));
}

/** The more the client has read, the more time it gets: a document on a slow connection can finish. */
function responseTimeMs({ request, readBefore: takenBefore }: Watched, patience: ClientPatience): number {
  const { bytesPerSecondMin, responseGraceMs, responseMaxMs } = patience;
  const readBytes = bytesSent(request.socket) - takenBefore;
  return Math.min(responseMaxMs, responseGraceMs + (readBytes / bytesPerSecondMin) * 1_000);
}

/**
 * Bytes that have left the process on this connection. The length of the stream shrinks only when a whole write is
 * done, and a response is one write; only the handle knows the rest. Socket timeouts do not help: each byte that the
 * client sends restarts them.
 */
function bytesSent(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const queued: unknown =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : undefined;
  return socket.bytesWritten - (typeof queued === 'number' ? queued : socket.writableLength);
}
