import { once } from 'node:events';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { textAt } from './bank-connection.ts';
import { decryptPush, type PushKeys, publicPoint } from './sealed-message.ts';
import type { PushSettings } from './settings.ts';

const path = '/push';

/** Returns a subscription as browsers write it. The bank sends messages to its address, encrypted for its keys. */
export function subscriptionAt(port: number, { pushKey, pushSecret }: PushKeys): string {
  return JSON.stringify({
    endpoint: `https://localhost:${port}${path}`,
    keys: { p256dh: publicPoint(pushKey).toString('base64url'), auth: pushSecret },
  });
}

/** Receives push messages; `show` gets the text of each. A real phone has a connection to the push service of its maker. */
export async function startPushReceiver(
  { cert, key, port }: PushSettings,
  keys: () => PushKeys,
  show: (text: string) => void,
): Promise<void> {
  const server = createServer({ cert, key }, (request, response) => {
    const status = buffer(request).then(
      (message) => {
        show(textAt(JSON.parse(decryptPush(message, keys())), 'body'));
        return 201;
      },
      () => 400,
    );
    // A message for an earlier installation cannot be decrypted: the subscription has ended.
    void status.catch(() => 410).then((code) => response.writeHead(code).end());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
