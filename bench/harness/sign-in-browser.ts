import { Agent, type IncomingMessage, request } from 'node:http';

/** What a page was answered with, and how long it took from the first byte sent to the last one read. */
export interface PageResponse {
  readonly status: number;
  readonly location: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly tookMs: number;
}

/** A browser as far as the pages of customers can tell: it keeps cookies and sends the forms it was given. */
export interface PageBrowser {
  open(path: string): Promise<PageResponse>;
  /** Sends a form of the page that was opened last. */
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<PageResponse>;
}

export interface BrowserOptions {
  readonly port: number;
  readonly agent: Agent;
  /** What the proxy says where the browser is; only where the port is the proxy's. */
  readonly address?: string;
}

/** Connections that are kept, as many as are used at once. */
export function keptConnections(): Agent {
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
    const { answer, setCookies } = await exchange({ ...sent, headers, port, agent });
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    csrf = /name="csrf" value="([^"]+)"/.exec(answer.text)?.[1] ?? csrf;
    return answer;
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

/** One request as it goes out. */
export interface Sent {
  readonly port: number;
  readonly agent: Agent;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Exchanged {
  readonly answer: PageResponse;
  readonly setCookies: readonly string[];
}

/** Sends a request and reads its answer to the end; the clock runs from the moment a connection is there. */
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
          answer: { status, location, headers: Object.fromEntries(plain), text, tookMs },
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
