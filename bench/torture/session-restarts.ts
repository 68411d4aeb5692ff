import { type Balancer, createBalancer } from '../harness/balancer.ts';
import { harnessTokenPath } from '../harness/oauth-harness.ts';
import { isReady, until } from '../harness/processes.ts';
import { type SignedIn, signOnAgain } from './session-failover.ts';
import {
  accessTokenIn,
  callWith,
  describeResponse,
  refreshTokenIn,
  type SessionHarness,
} from './session-harness.ts';

const clients = 4;
const pauseMs = 10;
/** Duration of the load before and after, so that requests are in progress in between. */
const aroundMs = 300;
const awayMs = 1_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Stops and restarts one of two processes while tokens are issued. No request may fail. */
export async function replaceUnderLoad(harness: SessionHarness): Promise<void> {
  const { a, b, findings } = harness;
  const balancer = createBalancer();
  for (const { port } of [a, b]) balancer.add(port);
  let isOver = false;
  try {
    await until(async () => balancer.readyCount() === 2, 'both behind the balancer');
    const load = Promise.all(Array.from({ length: clients }, () => drive(harness, balancer, () => isOver)));
    await wait(aroundMs);
    const ended = await a.stop();
    findings.check('a process that is asked to stop', ended === 0, `ended with ${String(ended)}`);
    balancer.remove(a.port);
    await a.start();
    balancer.add(a.port);
    await until(async () => balancer.readyCount() === 2, 'the process that came back');
    await wait(aroundMs);
    isOver = true;
    await load;
  } finally {
    isOver = true;
    balancer.close();
  }
}

async function drive(
  { findings, oauth }: SessionHarness,
  balancer: Balancer,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      ...oauth.application.proofOfClient(),
    }).toString();
    const status = await balancer.send({
      method: 'POST',
      path: harnessTokenPath,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
        dpop: oauth.application.proof('POST', `${oauth.baseUrl}${harnessTokenPath}`),
      },
      body,
    });
    findings.count('requests');
    if (status !== 200) {
      findings.count('failed');
      findings.check('a grant while a process is replaced', false, String(status ?? 'no answer'));
    }
    await wait(pauseMs);
  }
}

/** Stops the database without warning and starts it again. Users stay signed in, and no process is restarted. */
export async function restartDatabase(harness: SessionHarness, person: SignedIn): Promise<void> {
  const { a, b, findings, oauth, postgres } = harness;
  await postgres.stop();
  await askWhileAway(harness);
  await postgres.start();
  const backAt = performance.now();
  await Promise.all([a, b].map(({ port }) => until(() => isReady(port), `${port} with its database`)));
  findings.measured('recovery', performance.now() - backAt);
  for (const { port } of [a, b]) {
    const granted = await oauth.grant(port);
    findings.check('a grant after the database came back', granted.status === 200, describeResponse(granted));
  }
  await signOnAgain(harness, person.browser, [a.port, b.port]);
  const refreshed = await oauth.refresh(b.port, person.refreshToken);
  findings.check(
    'a refresh after the database came back',
    refreshed.status === 200,
    describeResponse(refreshed),
  );
  const called = await callWith(harness, a.port, accessTokenIn(refreshed));
  findings.check('a token after the database came back', called.status === 200, describeResponse(called));
  const again = await oauth.refresh(a.port, refreshTokenIn(refreshed));
  findings.check('the next refresh', again.status === 200, describeResponse(again));
}

/** Checks that responses are 503 while the database is unreachable. */
async function askWhileAway({ a, b, findings, oauth }: SessionHarness): Promise<void> {
  const until = Date.now() + awayMs;
  while (Date.now() < until) {
    for (const { port } of [a, b]) {
      const response = await oauth.grant(port);
      findings.count('away');
      if (response.status !== 503) findings.odd(describeResponse(response));
    }
    await wait(100);
  }
}
