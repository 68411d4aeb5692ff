import { Agent, type IncomingMessage, request } from 'node:http';

/** Response to a page request, and its time from the first byte sent to the last one received. */
export interface PageResponse {
  readonly status: number;
  readonly location: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly tookMs: number;
}

/** A browser for the customer pages: it stores cookies and submits forms. */
export interface PageBrowser {
  open(path: string): Promise<PageResponse>;
  /** Submits a form of the last page. */
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<PageResponse>;
}

export interface BrowserOptions {
  readonly port: number;
  readonly agent: Agent;
  /** Client address that the proxy forwards; only with the port of the proxy listener. */
  readonly address?: string;
}

/** Returns an agent that keeps its connections. */
export function keepAliveAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
}

const pageHeaders = { accept: 'text/html', 'accept-language': 'en' } as const;

export function createPageBrowser({ address, agent, port }: BrowserOptions): PageBrowser {
  const cookies = new Map<string, string>();
  let csrf = '';
  const send = async (sent: Omit<Sent, 'port' | 'agent'>): Promise<PageResponse> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      ...sent.headers,
      ...(cookie === '' ? {} : { cookie }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      'sec-fetch-site': 'same-origin',
    };
    const { response, setCookies } = await exchange({ ...sent, headers, port, agent });
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    csrf = /name="csrf" value="([^"]+)"/.exec(response.text)?.[1] ?? csrf;
    return response;
  };
  return {
    open: (path) => send({ method: 'GET', path, headers: pageHeaders }),
    submit: (path, fields) =>
      send({
        method: 'POST',
        path,
        headers: { ...pageHeaders, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ csrf, ...fields }).toString(),
      }),
  };
}

/** A request. */
export interface Sent {
  readonly port: number;
  readonly agent: Agent;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Exchanged {
  readonly response: PageResponse;
  readonly setCookies: readonly string[];
}

/** Sends a request and reads the response completely; the time starts when the connection is open. */
export function exchange({ agent, body = '', headers, method, path, port }: Sent): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...length } };
    let begun = performance.now();
    const begin = (): void => {
      begun = performance.now();
    };
    const sent = request(options, (response) => {
      readAll(response, (text) => {
        const tookMs = performance.now() - begun;
        const { headers: all, statusCode: status = 0 } = response;
        const { 'set-cookie': setCookies = [], ...rest } = all;
        const plain = Object.entries(rest).map(([name, value]) => [name, String(value)] as const);
        const { location = '' } = rest;
        resolve({
          response: { status, location, headers: Object.fromEntries(plain), text, tookMs },
          setCookies,
        });
      });
    });
    sent.once('socket', (socket) => (socket.connecting ? socket.once('connect', begin) : begin()));
    sent.on('error', reject);
    sent.end(body);
  });
}

function readAll(response: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
}
