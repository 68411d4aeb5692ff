import { randomBytes, randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { codeOf } from '../harness/consent-bank.ts';
import { codeAt } from '../harness/oauth-browser.ts';
import type { PaymentBank } from '../harness/payment-bank.ts';
import { createPageBrowser, type PageBrowser, type PageResponse } from '../harness/sign-in-browser.ts';
import type { BankRequest, BankResponse } from '../harness/test-third-party.ts';
import {
  authorizePath,
  creationOf,
  pushOf,
  type Resource,
  type Service,
  startOf,
  tokenRequestOf,
} from './oauth-approach-requests.ts';

/** A browser and a third party ask again after this time; more often would slow the start of the bank. */
const retryMs = 250;
const retriesMax = 240;
/** Ways through the authorization server for one resource, before the third party counts as stuck. */
const waysMax = 25;
const pagesMax = 60;
/** Between two codes a customer has to wait; the page says so. */
const methodWaitMs = 1_000;
/** Every so many resources the customer closes the window before the code. */
const lostBrowserEach = 4;

/** The requests around which processes are killed. */
export const killSteps = ['authorize', 'password', 'code', 'back', 'token'] as const;
export type KillStep = (typeof killSteps)[number];

/** What third parties saw of their resources. */
export interface OauthTally {
  /** Resources that the bank acknowledged. */
  readonly created: Map<string, Service>;
  /** Resources that the third party saw approved, each after its journey. */
  readonly approved: Set<string>;
  /** Resources of which the third party got a code. */
  readonly coded: Set<string>;
  tokens: number;
  /** Codes that were redeemed twice. */
  doubled: number;
  /** Ways after the first one of a resource. */
  again: number;
  /** Authorisations that a third party started because the one before had failed. */
  started: number;
  /** Requests without a response, or with 5xx. */
  cut: number;
  readonly unexpected: string[];
  /** Called before each request around which processes are killed. */
  onStep: (step: KillStep) => void;
}

export function emptyOauthTally(): OauthTally {
  return {
    created: new Map(),
    approved: new Set(),
    coded: new Set(),
    tokens: 0,
    doubled: 0,
    again: 0,
    started: 0,
    cut: 0,
    unexpected: [],
    onStep: () => undefined,
  };
}

/** A third party and its customers. */
export interface OauthJourneys {
  readonly bank: PaymentBank;
  readonly agent: Agent;
  readonly tally: OauthTally;
}

/** Creates a resource and sends its customer to the authorization server, as often as it takes to see it approved. */
export async function travel(
  harness: OauthJourneys,
  { payer, service }: Pick<Resource, 'payer' | 'service'>,
): Promise<void> {
  const { tally } = harness;
  const created = await insist(harness, creationOf(service, payer));
  const id = String(at(created.body, service === 'PIS' ? 'paymentId' : 'consentId'));
  if (created.status !== 201) return void tally.unexpected.push(`${service}: ${JSON.stringify(created)}`);
  tally.created.set(id, service);
  const resource = { id, service, payer, path: String(at(created.body, '_links', 'self', 'href')) };
  for (let way = 0; way < waysMax; way += 1) {
    if (way > 0) tally.again += 1;
    await goThrough(harness, resource, way === 0 && tally.created.size % lostBrowserEach === 0);
    if (await isApproved(harness, resource)) return void tally.approved.add(id);
  }
  tally.unexpected.push(`${service}: stuck after ${waysMax} ways`);
}

/** One way through the authorization server, with a browser of its own; it ends wherever a browser would give up. */
async function goThrough(harness: OauthJourneys, resource: Resource, isLost: boolean): Promise<void> {
  const { agent, bank, tally } = harness;
  const verifier = randomBytes(32).toString('base64url');
  const pushed = await insist(harness, pushOf(resource, verifier));
  if (pushed.status !== 201) return startAnother(harness, resource, pushed);
  const browser = createPageBrowser({ port: bank.api.port, agent });
  tally.onStep('authorize');
  const interaction = pathIn(
    await open(harness, browser, authorizePath(String(at(pushed.body, 'request_uri')))),
  );
  if (interaction === undefined) return undefined;
  const page = pathIn(await open(harness, browser, interaction));
  if (page === undefined || !page.startsWith('/sca/')) return undefined;
  const left = await approve(harness, { browser, page, resource, isLost });
  if (left === undefined) return undefined;
  tally.onStep('back');
  const code = codeAt((await open(harness, browser, left)).location);
  if (code === undefined) return undefined;
  tally.coded.add(resource.id);
  return redeem(harness, resource, { code, verifier });
}

/** Fills the page until it leads away; returns where it leads. A lost response is followed by a look at the page. */
async function approve(
  harness: OauthJourneys,
  {
    browser,
    isLost,
    page,
    resource,
  }: {
    readonly browser: PageBrowser;
    readonly page: string;
    readonly resource: Resource;
    readonly isLost: boolean;
  },
): Promise<string | undefined> {
  const { tally } = harness;
  for (let look = 0; look < pagesMax; look += 1) {
    const shown = await open(harness, browser, page);
    if (shown.status === 303) return pathIn(shown);
    const form = await formFor(harness, resource, shown.text);
    if (form === undefined || (isLost && form.do === 'code')) return undefined;
    const target = await send(tally, { browser, page, form });
    if (target?.startsWith('/sca/') === false) return target;
  }
  return undefined;
}

type PageForm = Readonly<Record<string, string> & { do: string }>;

/** Sends a form; returns where the response leads. */
async function send(
  tally: OauthTally,
  { browser, form, page }: { readonly browser: PageBrowser; readonly form: PageForm; readonly page: string },
): Promise<string | undefined> {
  if (form.do === 'password' || form.do === 'code') tally.onStep(form.do);
  return pathIn(await browser.submit(page, form).catch(() => lost(tally)));
}

/** Returns what the customer sends from a page; undefined if it asks for nothing. */
async function formFor(
  { bank }: OauthJourneys,
  { id, payer }: Resource,
  text: string,
): Promise<PageForm | undefined> {
  if (text.includes('name="name"')) return { do: 'identify', name: payer.username };
  if (text.includes('name="password"')) return { do: 'password', password: payer.password };
  if (text.includes('name="code"')) return { do: 'code', code: await newestCode(bank, id) };
  // The bank was killed after the password and before the code was made: the customer chooses how to confirm.
  const [, method] = /name="method" value="([^"]*)"/v.exec(text) ?? [];
  if (method === undefined) return undefined;
  await wait(methodWaitMs);
  return { do: 'method', method };
}

/**
 * Redeems a code, for some resources twice at once. A third party whose response was lost tries again; then the code may
 * be used already.
 */
async function redeem(
  harness: OauthJourneys,
  resource: Resource,
  { code, verifier }: { readonly code: string; readonly verifier: string },
): Promise<void> {
  const { tally } = harness;
  const request = tokenRequestOf(code, verifier);
  const isDoubled = tally.coded.size % 3 === 0;
  const cutBefore = tally.cut;
  tally.onStep('token');
  const answers = await Promise.all(
    Array.from({ length: isDoubled ? 2 : 1 }, () => insist(harness, request)),
  );
  if (!isDoubled) answers.push(await insist(harness, request));
  const tokens = answers.filter(({ status }) => status === 200);
  tally.tokens += tokens.length;
  if (tokens.length > 1) tally.doubled += 1;
  // Cuts are counted for all third parties: this excludes refusals while nothing was cut.
  if (tokens.length === 0 && tally.cut === cutBefore)
    tally.unexpected.push(`token: ${JSON.stringify(answers[0])}`);
  for (const { body, status } of answers)
    if (status !== 200 && at(body, 'error') !== 'invalid_grant')
      tally.unexpected.push(`token: ${status} ${JSON.stringify(body)}`);
  if (tokens[0] !== undefined) await useToken(harness, resource, String(at(tokens[0].body, 'access_token')));
}

/** A second use of the code ended the token: within five seconds it is refused, and it never reads anything else. */
async function useToken(harness: OauthJourneys, { path }: Resource, token: string): Promise<void> {
  const { body, status } = await insist(harness, {
    method: 'GET',
    path: `${path}/status`,
    headers: { authorization: `Bearer ${token}` },
  });
  const seen = String(at(body, 'transactionStatus') ?? at(body, 'consentStatus'));
  const isRight =
    status === 200 ? !waiting.has(seen) : at(body, 'tppMessages', 0, 'code') === 'TOKEN_INVALID';
  if (!isRight) harness.tally.unexpected.push(`a token: ${status} ${JSON.stringify(body)}`);
}

const waiting: ReadonlySet<string> = new Set(['RCVD', 'received']);

async function isApproved(harness: OauthJourneys, { path }: Resource): Promise<boolean> {
  const { body } = await insist(harness, { method: 'GET', path: `${path}/status` });
  const status = String(at(body, 'transactionStatus') ?? at(body, 'consentStatus'));
  return !waiting.has(status);
}

/** The resource takes no browser: it is approved, or its authorisation has failed and the third party starts another one. */
async function startAnother(
  harness: OauthJourneys,
  resource: Resource,
  { body, status }: BankResponse,
): Promise<void> {
  const { tally } = harness;
  if (status !== 400 || at(body, 'error') !== 'invalid_scope')
    return void tally.unexpected.push(`pushed: ${status} ${JSON.stringify(body)}`);
  if (await isApproved(harness, resource)) return undefined;
  const started = await insist(harness, startOf(resource));
  if (started.status === 201) tally.started += 1;
  // The approval may be saved while the third party asks.
  else if (!(await isApproved(harness, resource)))
    tally.unexpected.push(`started: ${started.status} ${JSON.stringify(started.body)}`);
}

/** Opens an address as a browser that reloads while the bank is away. */
async function open({ tally }: OauthJourneys, browser: PageBrowser, path: string): Promise<PageResponse> {
  for (let retry = 0; retry < retriesMax; retry += 1) {
    const response = await browser.open(path).catch(() => lost(tally));
    if (response !== undefined && response.status < 500) return response;
    await wait(retryMs);
  }
  throw new Error('the bank stays away');
}

function lost(tally: OauthTally): undefined {
  tally.cut += 1;
  return undefined;
}

/** Repeats a request of the third party under its id until the bank answers it. */
async function insist({ bank, tally }: OauthJourneys, request: BankRequest): Promise<BankResponse> {
  const headers = { 'x-request-id': randomUUID(), ...request.headers };
  for (;;) {
    const response = await bank.send({ ...request, headers }).catch(() => undefined);
    if (response !== undefined && response.status < 500) return response;
    lost(tally);
    await wait(retryMs);
  }
}

function pathIn(response: PageResponse | undefined): string | undefined {
  if (response?.status !== 303 || response.location === '') return undefined;
  const { pathname, search } = new URL(response.location, 'https://bank.test');
  return `${pathname}${search}`;
}

/** Reads the code of a customer, as soon as PostgreSQL runs again. */
async function newestCode(bank: PaymentBank, resourceId: string): Promise<string> {
  for (let retry = 0; retry < retriesMax; retry += 1) {
    const code = await newestAuthorisation(bank, resourceId)
      .then((authorisationId) => codeOf(bank.instance, authorisationId))
      .catch(() => undefined);
    if (code !== undefined) return code;
    await wait(retryMs);
  }
  throw new Error('no code was made');
}

async function newestAuthorisation({ instance }: PaymentBank, resourceId: string): Promise<string> {
  const [row] = await instance.database.query<{ authorisation_id: string }>(
    `select authorisation_id from sca.authorisation where subject_id = $1 order by authorisation_id desc limit 1`,
    [resourceId],
  );
  return row?.authorisation_id ?? '';
}
