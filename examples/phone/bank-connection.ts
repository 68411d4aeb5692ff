import { once } from 'node:events';
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { Settings } from './settings.ts';

export interface BankRequest {
  readonly method: string;
  /** May have a query. */
  readonly path: string;
  readonly headers?: RequestOptions['headers'];
  readonly body?: string | Buffer;
}

export interface BankResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request to the bank, and returns its response whatever the status. */
export type BankConnection = (request: BankRequest) => Promise<BankResponse>;

/** A request that the bank refused, with the code of its response. */
export class BankRefusal extends Error {
  readonly status: number;
  readonly code: string;
  /** The parsed response. */
  readonly content: unknown;

  constructor(status: number, content: unknown) {
    const code = textAt(content, 'code') || textAt(content, 'error');
    super(`the bank refused the request with status ${status} ${code}: ${textAt(content, 'detail')}`);
    this.status = status;
    this.code = code;
    this.content = content;
  }
}

const timeoutMs = 15_000;

export function connectToBank({
  bankAddress,
  bankAuthority,
  bankUrl,
}: Pick<Settings, 'bankAddress' | 'bankAuthority' | 'bankUrl'>): BankConnection {
  const url = new URL(bankUrl);
  const [host = url.hostname, port = url.port] = bankAddress?.split(':') ?? [];
  const isSecure = url.protocol === 'https:';
  const tls = isSecure ? { servername: url.hostname, ca: bankAuthority } : {};
  return async ({ body = '', headers = {}, method, path }) => {
    const sent = (isSecure ? httpsRequest : httpRequest)({
      ...tls,
      host,
      port: port || undefined,
      method,
      path,
      headers: { ...headers, host: url.host },
      signal: AbortSignal.timeout(timeoutMs),
    });
    sent.end(body);
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('the bank sent no response');
    return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
  };
}

/** Returns the parsed body of a response. Throws `BankRefusal` if the bank refused the request. */
export function contentOf({ body, status }: BankResponse): unknown {
  const text = body.toString();
  const content = text.startsWith('{') || text.startsWith('[') ? parsed(text) : undefined;
  if (status >= 300) throw new BankRefusal(status, content);
  return content;
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}

/** Reads a text at a path of members; empty if there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** Reads a list at a path of members; empty if there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), value);
}
