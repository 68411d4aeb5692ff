import { randomUUID } from 'node:crypto';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SlowKind } from '../torture/hostile-slow.ts';
import type { LoadResult, Sample } from './http-load.ts';
import type { PaymentBank } from './payment-bank.ts';
import type { Figure } from './report.ts';
import { asClient } from './third-party-api.ts';

const bystandersPerSecond = 4;
/** Connections of an attack. */
export const floodConnections = 16;
const openOverMs = 2_000;

/** A third party: one that goes on as usual, one that attacks, or a client without a certificate. */
export type Sender = 'attacker' | 'honest' | 'anonymous';

/** Requests whose bodies drip in over connections of their own. */
export function slowBodies(
  bank: PaymentBank,
  { as, contentType, count, first, name, path }: SlowBodies,
): SlowKind {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Content-Type: ${contentType}`,
    'Content-Length: 30000',
    'PSU-IP-Address: 192.0.2.7',
  ];
  return {
    name,
    count,
    addressOf: () => (as === 'attacker' ? '127.0.7.1' : '127.0.7.2'),
    firstBytes: () => `${[...head, `X-Request-ID: ${randomUUID()}`].join('\r\n')}\r\n\r\n${first}`,
    nextBytes: ' ',
    openOverMs,
    connection: { ready: 'secureConnect', open: (localAddress) => openTls(bank, as, localAddress) },
  };
}

export interface SlowBodies {
  readonly name: string;
  readonly count: number;
  readonly as: 'attacker' | 'anonymous';
  readonly path: string;
  readonly contentType: string;
  /** First bytes of the body. */
  readonly first: string;
}

function openTls(bank: PaymentBank, as: 'attacker' | 'anonymous', localAddress: string): Socket {
  const { cert, key, ...options } = asClient(bank.tlsPort, bank.certificates.attacker, bank.authorityPem);
  return connectTls({
    ...options,
    ...(as === 'attacker' ? { cert, key } : {}),
    socket: connect({ host: '127.0.0.1', port: bank.tlsPort, localAddress }),
  });
}

export interface Attack {
  readonly bystanders: LoadResult;
  readonly statuses: ReadonlyMap<number, number>;
}

/** Repeats a request over many connections, while the other third party goes on with its next requests. */
export async function underAttack(
  next: () => Promise<number>,
  seconds: number,
  attack: () => Promise<number>,
): Promise<Attack> {
  const bystander = startBystander(next);
  const statuses = new Map<number, number>();
  const endsAtMs = performance.now() + seconds * 1_000;
  const repeat = async (): Promise<void> => {
    while (performance.now() < endsAtMs) {
      const status = await attack();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: floodConnections }, repeat));
  return { bystanders: await bystander.stop(), statuses };
}

export function statusFigure(
  name: string,
  statuses: ReadonlyMap<number, number>,
  allowed: readonly number[],
): Figure {
  const wrong = [...statuses].filter(([status]) => !allowed.includes(status));
  const all = [...statuses].map(([status, count]) => `${count} × ${status === 0 ? 'closed' : status}`);
  return {
    name,
    figure: `${wrong.reduce((sum, [, count]) => sum + count, 0)} (${all.join(', ')})`,
    goal: '0',
    isReached: wrong.length === 0 && statuses.size > 0,
  };
}

/** A third party whose requests are due at fixed times; each returns its status, 0 without a response. */
export function startBystander(next: () => Promise<number>): { stop(): Promise<LoadResult> } {
  const startedAtMs = performance.now();
  const samples: Sample[] = [];
  let broken = 0;
  const underWay: Promise<void>[] = [];
  const once = async (): Promise<void> => {
    const dueAtMs = performance.now();
    const status = await next();
    if (status === 0) broken += 1;
    else samples.push({ status, latencyMs: performance.now() - dueAtMs });
  };
  const timer = setInterval(() => void underWay.push(once()), 1_000 / bystandersPerSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      return { samples, broken, seconds: (performance.now() - startedAtMs) / 1_000 };
    },
  };
}

const noAnswer: ThirdPartyAnswer = { status: 0, body: '' };

export interface ThirdPartyAnswer {
  /** 0 if the connection broke. */
  readonly status: number;
  readonly body: string;
}

export interface ThirdPartyRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly contentType?: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request over its own connection; returns the status alone. */
export async function statusOf(...call: Parameters<typeof send>): Promise<number> {
  return (await send(...call)).status;
}

/** Sends a request over its own connection. */
export function send(
  bank: PaymentBank,
  as: Sender,
  { body, contentType = 'application/json', headers = {}, method = 'POST', path }: ThirdPartyRequest,
): Promise<ThirdPartyAnswer> {
  const { cert, key, ...options } = asClient(
    bank.tlsPort,
    as === 'honest' ? bank.certificates.honest : bank.certificates.attacker,
    bank.authorityPem,
  );
  return new Promise((resolve) => {
    const sent = request(
      {
        ...options,
        ...(as === 'anonymous' ? {} : { cert, key }),
        localAddress: as === 'honest' ? '127.0.0.1' : '127.0.7.3',
        agent: false,
        method,
        path,
        headers: {
          ...(body === '' ? {} : { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }),
          'x-request-id': randomUUID(),
          'psu-ip-address': '192.0.2.7',
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        );
        response.once('error', () => resolve(noAnswer));
      },
    );
    sent.once('error', () => resolve(noAnswer));
    sent.end(body);
  });
}
