import type { Agent } from 'node:http';
import { dummyQuestions } from '../../server/src/capabilities/identity/domain/questions.ts';
import { at, listAt } from '../../server/src/platform/testing/json-at.ts';
import type { TokenMint } from '../../server/src/platform/testing/token-mint.ts';
import { createPageBrowser, exchange, type PageResponse } from '../harness/sign-in-browser.ts';
import { accountPath } from '../harness/sign-in-visit.ts';
import { addressOf } from './enumeration-harness.ts';

/** Somebody, or nobody, as whoever asks writes it. */
export interface Name {
  readonly username: string;
  readonly email: string;
}

/** A question that must be answered alike for somebody and for nobody. */
export interface Flow {
  readonly name: string;
  /** Goes as far as the question itself; what comes back asks it, and is what is timed and compared. */
  readonly prepare: (name: Name) => Promise<() => Promise<readonly PageResponse[]>>;
}

/** The api that is asked. */
export interface Asked {
  readonly port: number;
  readonly agent: Agent;
  readonly mint: TokenMint;
}

const wrongPassword = 'not the password of anybody here';
const identityPath = '/v1/identity/users';
/** Fewer than a client may send in a minute. */
const requestsPerClient = 100;

/** Questions that somebody has chosen; as many as most of those have who are nobody. */
export const chosenQuestions: readonly string[] = dummyQuestions(new Uint8Array(32)).map(
  ({ questionId }) => questionId,
);

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** The six questions of G20; the sign-in page is two of ours, for its name and its password. */
export function flowsOf(asked: Asked): readonly Flow[] {
  const send = callerOf(asked);
  const once =
    (sent: (name: Name) => Sent): Flow['prepare'] =>
    async (name) => {
      const prepared = await send(sent(name));
      return async () => [await prepared()];
    };
  return [
    { name: 'sign-in page, name', prepare: (name) => prepareName(asked, name) },
    { name: 'sign-in page, password', prepare: (name) => preparePassword(asked, name) },
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

let visits = 0;

/** Everybody comes from elsewhere, so that no budget of an address is used up. */
function nextAddress(): string {
  visits += 1;
  return addressOf(4_000_000 + visits);
}

async function prepareName(
  asked: Asked,
  { username }: Name,
): Promise<() => Promise<readonly PageResponse[]>> {
  const browser = createPageBrowser({ ...asked, address: nextAddress() });
  await browser.open(accountPath);
  return async () => [
    await browser.submit(accountPath, { step: 'identify', username }),
    await browser.open(accountPath),
  ];
}

async function preparePassword(
  asked: Asked,
  { username }: Name,
): Promise<() => Promise<readonly PageResponse[]>> {
  const browser = createPageBrowser({ ...asked, address: nextAddress() });
  await browser.open(accountPath);
  await browser.submit(accountPath, { step: 'identify', username });
  await browser.open(accountPath);
  // Another one for each, and the same for none: a password that fails for many is not looked at.
  const password = `${wrongPassword} ${visits}`;
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

/** Calls the interface as applications do, with a token that was used before where there is one. */
function callerOf({ agent, mint, port }: Asked): Send {
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
    return async () => (await exchange(sent)).answer;
  };
}
