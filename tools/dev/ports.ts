import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { CannotStart } from './clone.ts';
import type { DevServer } from './database.ts';

const firstPort = 8_080;
const lastPort = 8_179;
/** `localhost` is either of them. */
const loopbackHosts = ['127.0.0.1', '::1'];

/** Programs lock their ports in pairs. */
const pair = 2;

/**
 * Reserves the first block of this many free ports; the number is even. The locks keep clones that start at the same time
 * from choosing the same.
 */
export async function reservePorts(server: DevServer, count: number): Promise<readonly number[]> {
  for (let first = firstPort; first + count - 1 <= lastPort; first += pair) {
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if (await areReserved(server, ports)) return ports;
  }
  throw new CannotStart(`No port from ${firstPort} to ${lastPort} is free. Stop a program that uses one.`);
}

async function areReserved(server: DevServer, ports: readonly number[]): Promise<boolean> {
  for (const port of ports) {
    if (!(await isFree(port))) return false;
    if (port % pair === 0 && !(await server.tryLock(`port ${port}`))) return false;
  }
  return true;
}

async function isFree(port: number): Promise<boolean> {
  const results = await Promise.all(loopbackHosts.map((host) => canListen(port, host)));
  return results.every((result) => result);
}

async function canListen(port: number, host: string): Promise<boolean> {
  const listener = createServer();
  try {
    listener.listen(port, host);
    await once(listener, 'listening');
    return true;
    // A machine without IPv6 cannot have a program on that address either.
  } catch (error) {
    return Reflect.get(Object(error), 'code') !== 'EADDRINUSE';
  } finally {
    listener.close();
  }
}

/** Returns whether a program accepts connections at the address. */
export async function isReachable(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const natsPort = 4222;
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || natsPort) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
