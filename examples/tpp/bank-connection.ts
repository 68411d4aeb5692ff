import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Settings } from './settings.ts';
import { type Headers, signMessage } from './sign-message.ts';

/** A request that the bank refused, with the text of its response. */
export class BankRefusal extends Error {
  readonly status: number;
  readonly reasons: readonly string[];

  constructor(status: number, reasons: readonly string[]) {
    super(`the bank refused the request with status ${status}: ${reasons.join(' ')}`);
    this.status = status;
    this.reasons = reasons;
  }
}

/** A request to the bank. `path` may have a query. */
export interface BankRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Headers;
  readonly body?: unknown;
}

/** Returns the parsed body of the response. Throws `BankRefusal` if the bank refuses the request. */
export type BankConnection = (request: BankRequest) => Promise<unknown>;

const timeoutMs = 15_000;

/** Connects with the certificate of the third party, and signs each request. */
export function connectToBank({ bankAuthority, bankUrl, qseal, qwac }: Settings): BankConnection {
  const agent = new Agent({ keepAlive: true, ...qwac, ca: bankAuthority });
  return async ({ body, headers = {}, method, path }) => {
    const content = body === undefined ? '' : JSON.stringify(body);
    const type: Headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const signed = signMessage({ 'X-Request-ID': randomUUID(), ...type, ...headers }, content, qseal);
    const attempt = (): Promise<unknown> =>
      send(new URL(path, bankUrl), { method, headers: signed, agent }, content);
    // Repeated with the same id if no response came: the bank acts once on each id.
    return attempt().catch((error: unknown) => {
      if (error instanceof BankRefusal) throw error;
      return attempt();
    });
  };
}

async function send(url: URL, options: RequestOptions, body: string): Promise<unknown> {
  const sent = request(url, { ...options, signal: AbortSignal.timeout(timeoutMs) });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const received = await text(response);
  const content: unknown = received === '' ? undefined : JSON.parse(received);
  const status = Number(Reflect.get(response, 'statusCode'));
  if (status >= 300) throw new BankRefusal(status, reasonsIn(content));
  return content;
}

/** Reads the texts of `tppMessages`, each with its code. */
export function reasonsIn(response: unknown): readonly string[] {
  return listAt(response, 'tppMessages').map((one) => `${textAt(one, 'text')} (${textAt(one, 'code')})`);
}

/** Reads a text at a path of members; empty if there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : '';
}

/** Reads a list at a path of members; empty if there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), value);
}
