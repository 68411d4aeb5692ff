import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a server that counts round trips and can close connections at a chosen time. */
export interface WireTap {
  /** Returns the address with the proxy in front of it. */
  through(url: string): string;
  /** Number of round trips since the last reset. */
  readonly roundTrips: number;
  reset(): void;
  /**
   * Closes the connection that sends next. `before`: what it sends never arrives. `after`: it arrives and is executed,
   * but the response is lost. `within`: the client gets the first half of the response.
   */
  cutNext(when: Cut): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** When a connection is cut. */
export type Cut = 'before' | 'within' | 'after';

interface Wire {
  lastSpoke: 'client' | 'server';
  /** How the connection ends with the next response. */
  doom: Exclude<Cut, 'before'> | undefined;
}

export async function tapWire(target: { readonly host: string; readonly port: number }): Promise<WireTap> {
  let roundTrips = 0;
  let cut: Cut | undefined;
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    const upstream = connect(target);
    const wire: Wire = { lastSpoke: 'server', doom: undefined };
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (chunk) => {
      if (wire.lastSpoke === 'server') roundTrips += 1;
      wire.lastSpoke = 'client';
      const now = cut;
      cut = undefined;
      if (now === 'before') return end();
      wire.doom ??= now;
      return void upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      wire.lastSpoke = 'server';
      if (wire.doom === 'after') end();
      else if (wire.doom === 'within') client.write(chunk.subarray(0, chunk.length / 2), end);
      else client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  return {
    through(url) {
      const changed = new URL(url);
      changed.host = `127.0.0.1:${address.port}`;
      return changed.href;
    },
    get roundTrips() {
      return roundTrips;
    },
    reset: () => {
      roundTrips = 0;
    },
    cutNext: (when) => {
      cut = when;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
