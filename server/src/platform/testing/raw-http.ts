import { connect } from 'node:net';

/** One response as received. */
export interface RawResponse {
  readonly status: number;
  /** Names in lower case; the last of several equal ones. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const silenceMs = 2_000;

/** Writes bytes to a listener unchanged and reads until the server closes the connection or is idle. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({ host: '127.0.0.1', port });
  const chunks: Buffer[] = [];
  socket.setTimeout(silenceMs, () => socket.destroy());
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  socket.write(bytes);
  return promise;
}

/** Parses the first response in the result of `sendRaw`. */
export function readResponse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = rest.join('\r\n\r\n');
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers,
    // What Node writes for its own error responses: no chunk at all.
    body: headers['transfer-encoding'] === 'chunked' && body === '0\r\n\r\n' ? '' : body,
  };
}
