import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createApprovals } from './approvals.ts';
import { openBankBrowser } from './bank-browser.ts';
import { connectToBank } from './bank-connection.ts';
import { contentSecurityPolicy, page } from './html.ts';
import { openInbox } from './inbox.ts';
import { readKey } from './keys.ts';
import { openMemory } from './memory.ts';
import { createOAuthClient } from './oauth-client.ts';
import { pairPhone } from './pairing.ts';
import { createPhone, failurePage, type Reply, signedInPath } from './phone.ts';
import { startPushReceiver, subscriptionAt } from './push-receiver.ts';
import { createSession } from './session.ts';
import { readSettings, type Settings, usage } from './settings.ts';

/** `npm run example-phone`: a phone with the app of the bank, on which a customer approves. Developers of apps may copy it. */
async function startPhone(settings: Settings): Promise<void> {
  const { app, backEnd, bankId, name, port, push, redirectUri, stateFile } = settings;
  const send = connectToBank(settings);
  const memory = await openMemory(stateFile);
  const key = (): ReturnType<typeof readKey> => readKey(memory.now.key);
  const session = createSession(
    createOAuthClient(settings, send, { ...app, proofKey: key }),
    memory,
    redirectUri,
  );
  const approvals = createApprovals(session, key);
  const inbox = openInbox(approvals, memory);
  if (push !== undefined)
    await startPushReceiver(
      push,
      () => memory.now,
      (text) => inbox.receive(text),
    );
  const pair = (): Promise<void> =>
    pairPhone({
      send,
      session,
      memory,
      key,
      bankId,
      name,
      backEnd: createOAuthClient(settings, send, { ...backEnd, proofKey: () => backEnd.key }),
      subscription: push && subscriptionAt(push.port, memory.now),
    });
  const phone = createPhone({ memory, session, approvals, inbox, name, pair });
  const browser = openBankBrowser(settings, send, signedInPath);
  const server = createServer((request, response) => {
    if (isForeign(request, port)) return respond(response, foreignPage);
    const [path, version = ''] = (request.url ?? '').split('?');
    if (path === '/changes') return inbox.follow(response, Number(version));
    const reply = phone(request).catch(failurePage);
    void reply.then((content) =>
      content === undefined
        ? browser(request, response).catch((error: unknown) => respond(response, failurePage(error)))
        : respond(response, content),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

const foreignPage = page({
  title: 'Not here',
  content: '<h1>Not here</h1><p class="soft">Another page sent this request.</p>',
  status: 403,
});

/** Whether a page of another site sent this request, or a name of another site leads here. */
function isForeign({ headers, method }: IncomingMessage, port: number): boolean {
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  if (headers.host !== `localhost:${port}` && headers.host !== `127.0.0.1:${port}`) return true;
  return method !== 'GET' && site !== 'same-origin';
}

function respond(response: ServerResponse, reply: Reply): void {
  if ('location' in reply) {
    response.setHeader('location', reply.location).writeHead(303).end();
    return;
  }
  response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('cache-control', 'no-store');
  response
    .setHeader('content-security-policy', contentSecurityPolicy)
    .setHeader('referrer-policy', 'no-referrer');
  response.writeHead(reply.status ?? 200).end(reply.html);
}

try {
  const settings = await readSettings(process.env);
  await startPhone(settings);
  console.log(`The example phone is at http://localhost:${settings.port}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exit(1);
}
