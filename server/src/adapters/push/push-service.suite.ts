import { createDecipheriv, createECDH, type ECDH, hash, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { TestCertificate } from '#platform/egress/canary.suite.ts';
import { at } from '#platform/testing/json-at.ts';

/** Mode of the push service; absent means normal. */
export interface PushServiceMode {
  readonly status?: number;
  readonly delayMs?: number;
  readonly isDown?: boolean;
  readonly location?: string;
}

/** One message as the browser decrypted it. */
export interface Pushed {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly payload: unknown;
  readonly digest: string;
}

/** A push service with one browser. */
export interface PushService extends AsyncDisposable {
  readonly port: number;
  /** The subscription of the browser. */
  readonly subscription: string;
  readonly pushed: readonly Pushed[];
  setMode(mode: PushServiceMode): Promise<void>;
}

/** The private keys of the browser. */
export interface BrowserKeys {
  readonly pair: ECDH;
  readonly authSecret: Buffer;
}

/** Creates the keys of a browser. */
export function browserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { pair, authSecret: randomBytes(16) };
}

/** Decrypts a message as a browser does: an independent implementation of RFC 8291. */
export function decryptPush(body: Buffer, { authSecret, pair }: BrowserKeys): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(senderKey), authSecret, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('not the last record');
  return padded.subarray(0, end);
}

/** Starts it on a free port of this machine, with the name `bank.test`. */
export async function startPushService(certificate: TestCertificate): Promise<PushService> {
  const keys = browserKeys();
  const pushed: Pushed[] = [];
  let mode: PushServiceMode = {};
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { delayMs, location, status } = mode;
    if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (response.destroyed) return;
    if (location !== undefined) response.setHeader('location', location);
    if (status === undefined) {
      const payload: unknown = JSON.parse(decryptPush(Buffer.concat(chunks), keys).toString('utf8'));
      const digest = hash('sha256', JSON.stringify([payload, request.headers['topic']]));
      pushed.push({ path: request.url ?? '', headers: request.headers, payload, digest });
    }
    response.writeHead(status ?? 201).end();
  };
  const server = createServer({ cert: certificate.certPem, key: certificate.keyPem }, (request, response) => {
    void serve(request, response).catch(() => response.writeHead(400).end());
  });
  let port = 0;
  const listen = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = Number(at(server.address(), 'port'));
  };
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  await listen();
  return {
    port,
    subscription: JSON.stringify({
      endpoint: `https://bank.test:${port}/push/device-1`,
      keys: { p256dh: keys.pair.getPublicKey('base64url'), auth: keys.authSecret.toString('base64url') },
    }),
    pushed,
    async setMode(next) {
      mode = next;
      if (next.isDown === true) await close();
      else if (!server.listening) await listen();
    },
    [Symbol.asyncDispose]: close,
  };
}
