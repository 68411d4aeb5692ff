import type { Agent } from 'node:http';
import { dummyQuestions } from '../../server/src/capabilities/identity/domain/questions.ts';
import { at, listAt } from '../../server/src/platform/testing/json-at.ts';
import type { TokenMint } from '../../server/src/platform/testing/token-mint.ts';
import { createPageBrowser, exchange, type PageResponse } from '../harness/sign-in-browser.ts';
import { accountPath } from '../harness/sign-in-visit.ts';
import { addressOf } from './enumeration-harness.ts';

/** A known or unknown user, as the caller writes the name. */
export interface Name {
  readonly username: string;
  readonly email: string;
}

/** A request that must have the same response for known and unknown users. */
export interface Flow {
  readonly name: string;
  /** Makes the requests before the measured one; returns a function that sends the measured one. */
  readonly prepare: (name: Name) => Promise<() => Promise<readonly PageResponse[]>>;
}

/** The api under test. */
export interface ApiUnderTest {
  readonly port: number;
  readonly agent: Agent;
  readonly mint: TokenMint;
}

const wrongPassword = 'not the password of any user here';
const identityPath = '/v1/identity/users';
/** Below the rate limit of one client. */
const requestsPerClient = 100;

/** Security questions of known users; as many as the dummy response usually has. */
export const chosenQuestions: readonly string[] = dummyQuestions(new Uint8Array(32)).map(
  ({ questionId }) => questionId,
);

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** Returns the six requests of G20; the sign-in page counts twice, for the name and for the password. */
export function flowsOf(api: ApiUnderTest): readonly Flow[] {
  const send = callerOf(api);
  const once =
    (sent: (name: Name) => Sent): Flow['prepare'] =>
    async (name) => {
      const prepared = await send(sent(name));
      return async () => [await prepared()];
    };
  return [
    { name: 'sign-in page, name', prepare: (name) => prepareName(api, name) },
    { name: 'sign-in page, password', prepare: (name) => preparePassword(api, name) },
    {
      name: 'password reset',
      prepare: once(({ username }) => ({
        method: 'POST',
        path: `/${username}/password/reset`,
        body: {},
      })),
    },
    {
      name: 'username recovery',
      prepare: once(({ email }) => ({
        method: 'POST',
        path: `/${encodeURIComponent(email)}/username-recovery`,
        body: {},
      })),
    },
    {
      name: 'security questions',
      prepare: once(({ username }) => ({ method: 'GET', path: `/${username}/questions` })),
    },
    { name: 'security answers', prepare: (name) => prepareAnswers(send, name) },
    { name: 'hint picture', prepare: once(({ username }) => ({ method: 'GET', path: `/${username}` })) },
  ];
}

let browsers = 0;

/** Returns a new address for each user, so that no limit per address is reached. */
function nextAddress(): string {
  browsers += 1;
  return addressOf(4_000_000 + browsers);
}

async function prepareName(
  api: ApiUnderTest,
  { username }: Name,
): Promise<() => Promise<readonly PageResponse[]>> {
  const browser = createPageBrowser({ ...api, address: nextAddress() });
  await browser.open(accountPath);
  return async () => [
    await browser.submit(accountPath, { step: 'identify', username }),
    await browser.open(accountPath),
  ];
}

async function preparePassword(
  api: ApiUnderTest,
  { username }: Name,
): Promise<() => Promise<readonly PageResponse[]>> {
  const browser = createPageBrowser({ ...api, address: nextAddress() });
  await browser.open(accountPath);
  await browser.submit(accountPath, { step: 'identify', username });
  await browser.open(accountPath);
  // Different for every attempt: a password that fails for many users is refused without verification.
  const password = `${wrongPassword} ${browsers}`;
  return async () => [
    await browser.submit(accountPath, { step: 'password', password }),
    await browser.open(accountPath),
  ];
}

type Send = (sent: Sent) => Promise<() => Promise<PageResponse>>;

async function prepareAnswers(
  send: Send,
  { username }: Name,
): Promise<() => Promise<readonly PageResponse[]>> {
  const { text } = await (await send({ method: 'GET', path: `/${username}/questions` }))();
  const answers = listAt(JSON.parse(text), 'questions').map((question) => ({
    'question-id': at(question, 'question-id'),
    answer: 'no such thing',
  }));
  const prepared = await send({ method: 'POST', path: `/${username}/answers/validate`, body: { answers } });
  return async () => [await prepared()];
}

/** Returns a client of the interface that reuses its token. */
function callerOf({ agent, mint, port }: ApiUnderTest): Send {
  let sentSoFar = 0;
  let token = '';
  return async ({ body, method, path }) => {
    if (sentSoFar % requestsPerClient === 0) {
      const id = `recovery-${sentSoFar / requestsPerClient}`;
      const scope = 'identity.recovery identity.hint';
      token = await mint.mint({ kind: 'application', id, banks: ['01'], scope });
    }
    sentSoFar += 1;
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-language': 'en',
      'x-forwarded-for': nextAddress(),
      'x-human-check': 'a person',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const sent = { agent, port, method, path: `${identityPath}${path}`, headers, ...text };
    return async () => (await exchange(sent)).response;
  };
}
