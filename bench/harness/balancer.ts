import { Agent, request } from 'node:http';
import { isReady } from './processes.ts';

/** One instance behind the balancer. */
export interface Backend {
  readonly port: number;
  readonly agent: Agent;
  isReady: boolean;
}

export interface Balancer {
  add(port: number): void;
  remove(port: number): void;
  /** Sends a request to a ready instance; returns the status, or undefined when the connection broke. */
  send(what: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }): Promise<number | undefined>;
  readyCount(): number;
  close(): void;
}

const probeEveryMs = 200;

/** Creates a small load balancer: probes readiness, keeps connections, never retries. */
export function createBalancer(): Balancer {
  const backends = new Map<number, Backend>();
  let turn = 0;

  const probe = async (backend: Backend): Promise<void> => {
    backend.isReady = await isReady(backend.port).catch(() => false);
  };
  const timer = setInterval(() => void Promise.all([...backends.values()].map(probe)), probeEveryMs);

  const next = (): Backend | undefined => {
    const ready = [...backends.values()].filter((backend) => backend.isReady);
    turn += 1;
    return ready[turn % ready.length];
  };

  return {
    add(port) {
      const backend = { port, agent: new Agent({ keepAlive: true, maxSockets: 64 }), isReady: false };
      backends.set(port, backend);
      void probe(backend);
    },
    remove(port) {
      backends.get(port)?.agent.destroy();
      backends.delete(port);
    },
    readyCount: () => [...backends.values()].filter((backend) => backend.isReady).length,
    send({ method, path, headers, body }) {
      const backend = next();
      if (backend === undefined) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const outgoing = request(
          { host: '127.0.0.1', port: backend.port, agent: backend.agent, method, path, headers },
          (response) => {
            response.resume();
            response.once('end', () => resolve(response.statusCode));
            response.once('error', () => resolve(undefined));
          },
        );
        outgoing.once('error', () => resolve(undefined));
        outgoing.end(body);
      });
    },
    close() {
      clearInterval(timer);
      for (const { agent } of backends.values()) agent.destroy();
    },
  };
}
