import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../bench/harness/processes.ts';
import { createTestAuthority } from '../../server/src/platform/testing/certificates.ts';

const host = 'localhost';

/** A message about a resource, as the bank sent it. */
export interface ReceivedNotification {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly content: string;
}

/** The server of a third party to which the bank sends changes of status. */
export interface NotificationReceiver extends AsyncDisposable {
  readonly url: string;
  /** Name that the certificate of the third party must have, so that the address is its own. */
  readonly host: string;
  /** Value of `PORTICO_TPP_NOTIFICATIONS` with which the bank calls this server. */
  readonly setting: string;
  readonly received: readonly ReceivedNotification[];
}

/** Starts the receiver; the file of its authority is written to a folder. */
export async function startNotificationReceiver(folder: string): Promise<NotificationReceiver> {
  using authority = await createTestAuthority();
  const certificate = await authority.issue({ commonName: host, dnsNames: [host], server: true });
  const ca = join(folder, 'receiver-authority.pem');
  await writeFile(ca, authority.caPem);
  const received: ReceivedNotification[] = [];
  const server = createServer(
    { key: certificate.keyPem, cert: certificate.certificatePem },
    (request, response) => {
      const header = (name: string): string => String(request.headers[name]);
      text(request)
        .then((content) => {
          received.push({
            id: header('webhook-id'),
            timestamp: header('webhook-timestamp'),
            signature: header('webhook-signature'),
            content,
          });
          response.writeHead(204).end();
        })
        .catch(() => response.destroy());
    },
  );
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://${host}:${port}`,
    host,
    setting: JSON.stringify({
      ca: `file:${ca}`,
      ports: [port],
      internal: { hosts: [host], networks: ['127.0.0.0/8', '::1/128'] },
      retrySeconds: [1, 1, 1, 1, 1],
      pauseSeconds: 1,
    }),
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Whether a message has a signature by one of the secrets of its third party, as Standard Webhooks has it. */
export function isSigned(
  { content, id, signature, timestamp }: ReceivedNotification,
  secrets: readonly string[],
): boolean {
  const signatures = signature.split(' ').map((one) => Buffer.from(one));
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${content}`).digest('base64');
    const wanted = Buffer.from(`v1,${mac}`);
    return signatures.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
  });
}
