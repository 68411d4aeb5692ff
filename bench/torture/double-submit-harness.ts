import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createAccountTestApp, honest } from '../../server/src/apps/pages/account-test-app.suite.ts';
import type { TestUser } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import { openListener } from '../../server/src/platform/http/listeners.ts';
import { accountPath } from '../harness/sign-in-visit.ts';

/** The sign-in page of the bank over a real connection, and browsers that do not wait. */
export interface ImpatientHarness {
  register(): Promise<TestUser>;
  browser(): ImpatientBrowser;
  newestCode(user: TestUser): Promise<string>;
  /** Returns the number of sessions and codes of a user. */
  traces(user: TestUser): Promise<{ readonly sessions: number; readonly codes: number }>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A browser that shows the response to its last request and closes the connection of the one before. */
export interface ImpatientBrowser {
  /** Opens the page; returns its text. */
  open(): Promise<string>;
  /** Submits the form of the page without waiting. */
  press(fields: Readonly<Record<string, string>>): void;
  /** Submits the form for the last time, and waits for the response. */
  pressLast(fields: Readonly<Record<string, string>>): Promise<void>;
}

/** Minimum time between two codes to the same number. */
const restSeconds = 121;

export async function createImpatientHarness(): Promise<ImpatientHarness> {
  const app = await createAccountTestApp();
  const listener = await openListener(
    { kind: 'plain', listen: { host: '127.0.0.1', port: 0 } },
    app.server.handler,
  );
  const { port } = listener.address();
  const { database } = app.identity;
  return {
    async register() {
      const user = await app.identity.register();
      app.rest(restSeconds);
      return user;
    },
    browser: () => createBrowser(port),
    newestCode: async ({ userId }) => (await app.identity.newestCode(userId)).code,
    async traces({ userId }) {
      const sessions = await database.query(`select 1 from identity.session where user_id = $1`, [userId]);
      const codes = await database.query(
        `select 1 from "authorization".otp_verification where user_id = $1`,
        [userId],
      );
      return { sessions: sessions.length, codes: codes.length };
    },
    async [Symbol.asyncDispose]() {
      await listener.close(0);
      await app[Symbol.asyncDispose]();
    },
  };
}

function createBrowser(port: number): ImpatientBrowser {
  const cookies = new Map<string, string>();
  const agent = new Agent({ keepAlive: true });
  let csrf = '';
  let underWay = new AbortController();

  /** Closes the connection of the pending request; its later cookies are lost. */
  const send = async (method: 'GET' | 'POST', body = ''): Promise<IncomingMessage> => {
    underWay.abort();
    underWay = new AbortController();
    const { signal } = underWay;
    const response = await exchange({ port, agent, signal, method, body, cookies });
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/v.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const post = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const response = await send('POST', new URLSearchParams({ csrf, ...fields }).toString());
    await text(response);
  };
  return {
    async open() {
      const page = await text(await send('GET'));
      csrf = /name="csrf" value="([^"]+)"/v.exec(page)?.[1] ?? csrf;
      return page;
    },
    press(fields) {
      // Ignores the result: the browser has closed the connection.
      post(fields).catch(() => undefined);
    },
    pressLast: post,
  };
}

interface Exchange {
  readonly port: number;
  readonly agent: Agent;
  readonly signal: AbortSignal;
  readonly method: 'GET' | 'POST';
  readonly body: string;
  readonly cookies: ReadonlyMap<string, string>;
}

function exchange({ agent, body, cookies, method, port, signal }: Exchange): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      accept: 'text/html',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(method === 'POST' ? { ...honest, 'content-length': String(Buffer.byteLength(body)) } : {}),
    };
    const sent = request({ host: '127.0.0.1', port, agent, signal, method, path: accountPath, headers });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}
