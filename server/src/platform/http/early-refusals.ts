import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createRequestFraming, type WholeRequest } from './request-framing.ts';

/** Returns the bytes of the response if the request is refused now; undefined: it is served as usual. */
export type EarlyRefusal = (request: WholeRequest) => string | undefined;

/** State of one connection. */
interface ConnectionState {
  /** Requests that were parsed and have no complete response yet. */
  open: number;
  /** Node closes a connection on which nothing was ever parsed. */
  isParsed: boolean;
}

/**
 * Refuses requests before they are parsed. A refusal through the parser costs three times as much as one written from the
 * bytes, and under overload most requests are refused. Only whole requests on an idle connection that was used before are
 * looked at; all else goes the usual way, where it is refused too. `connected`: the event of a connection that sends HTTP.
 */
export function refuseEarly(
  server: Server,
  connected: 'connection' | 'secureConnection',
  refusalOf: EarlyRefusal,
): void {
  const uses = new WeakMap<Socket, ConnectionState>();
  server.on(connected, (socket: Socket) => {
    const use: ConnectionState = { open: 0, isParsed: false };
    uses.set(socket, use);
    interceptData(socket, use, refusalOf);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const use = uses.get(socket);
    if (use === undefined) return;
    use.isParsed = true;
    use.open += 1;
    response.once('close', () => (use.open -= 1));
  });
}

/** Takes the place of the listener by which Node passes data to its parser, and passes on what is not refused. */
function interceptData(socket: Socket, use: ConnectionState, refusalOf: EarlyRefusal): void {
  const parsers = socket.listeners('data');
  const framing = createRequestFraming();
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    const request = framing.next(chunk);
    const isIdle = use.isParsed && use.open === 0 && socket.writable && !socket.writableNeedDrain;
    const refusal = request !== undefined && isIdle ? refusalOf(request) : undefined;
    if (refusal !== undefined) socket.write(refusal);
    else for (const parse of parsers) Reflect.apply(parse, socket, [chunk]);
  });
}
