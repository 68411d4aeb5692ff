import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What a faulty server does with a new connection. `forward` passes it on to the real one. */
export type ConnectFault =
  | 'forward'
  | 'reset'
  | 'hang-up'
  | 'silence'
  | 'garbage'
  | 'tls-garbage'
  | { readonly sqlState: string };

export interface FaultyServer {
  /** Returns the address of the real server with this one in front of it. */
  through(url: string): string;
  /** Applies this fault to new connections; with `cut`, closes the open ones. */
  set(fault: ConnectFault, open?: 'keep' | 'cut'): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a proxy in front of a PostgreSQL server that fails each new connection in the configured way. */
export async function startFaultyServer(
  target: string,
  listen: { readonly host?: string; readonly port?: number } = {},
): Promise<FaultyServer> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let fault: ConnectFault = 'forward';
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (fault !== 'forward') return fail(client, fault);
    const upstream = track(connect({ host: hostname, port: Number(port || '5432') }));
    client
      .setNoDelay(true)
      .pipe(upstream)
      .on('close', () => client.destroy());
    upstream
      .setNoDelay(true)
      .pipe(client)
      .on('close', () => upstream.destroy());
    return undefined;
  });
  server.listen(listen.port ?? 0, listen.host ?? '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  return {
    through(url) {
      const changed = new URL(url);
      changed.host = `127.0.0.1:${address.port}`;
      return changed.href;
    },
    set(next, open = 'keep') {
      fault = next;
      if (open === 'cut') for (const socket of sockets) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function fail(client: Socket, fault: Exclude<ConnectFault, 'forward'>): void {
  if (typeof fault === 'object') {
    client.once('data', () => client.end(errorResponse(fault.sqlState)));
    return;
  }
  switch (fault) {
    case 'reset':
      client.once('data', () => client.resetAndDestroy());
      return;
    case 'hang-up':
      client.end();
      return;
    case 'silence':
      client.resume();
      return;
    case 'garbage':
      client.once('data', () => client.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      return;
    case 'tls-garbage':
      // The server agrees to TLS and then sends something else.
      client.once('data', () => {
        client.write('S');
        client.once('data', () => client.end('this is not a server hello'));
      });
  }
}

/** An `ErrorResponse` of the PostgreSQL protocol, severity FATAL. */
function errorResponse(sqlState: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mfailed while connecting\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
