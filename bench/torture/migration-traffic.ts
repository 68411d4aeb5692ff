import { setTimeout } from 'node:timers/promises';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { Instance } from '../harness/instance.ts';
import { createPageBrowser, exchange, keepAliveAgent } from '../harness/sign-in-browser.ts';
import { signIn } from '../harness/sign-in-visit.ts';

const requestsPerSecond = 20;
/** The rate limit is 120 changes per minute and caller. */
const requestsPerCaller = 50;
const signInPauseMs = 1_000;
const bank = '01';

export interface MigrationTraffic {
  /** Counts of a phase; a new phase starts with the first request that is sent after the call. */
  beginPhase(name: string): void;
  stop(): Promise<readonly TrafficPhase[]>;
}

export interface TrafficPhase {
  readonly name: string;
  sent: number;
  readonly failed: Map<string, number>;
  longestMs: number;
  longestKind: string;
}

function newPhase(name: string): TrafficPhase {
  return { name, sent: 0, failed: new Map(), longestMs: 0, longestKind: '' };
}

interface Call {
  readonly kind: string;
  readonly as: TokenRequest;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly expected: number;
}

/** What callers know after earlier requests. */
interface Known {
  partyNumber: string;
  communicationId: string;
  /** Only the sender of a message reads it. */
  sender: TokenRequest;
}

const application = (nth: number, scope: string): TokenRequest => ({
  kind: 'application',
  id: `migrations-${Math.floor(nth / requestsPerCaller)}`,
  banks: [bank],
  scope,
});

const staff = (nth: number): TokenRequest => ({
  kind: 'employee',
  id: `employee-${Math.floor(nth / requestsPerCaller)}`,
  banks: [bank],
  roles: ['maintenance'],
});

/** A name of letters alone, another one for each number. */
const nameOf = (nth: number): string =>
  nth.toString(26).replaceAll(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 26)));

const windows = '/api/configuration/maintenance-windows';

/** Requests in turn: commands and reads of several capabilities. */
const calls: readonly ((nth: number, known: Known) => Call)[] = [
  (nth) => ({
    kind: 'register a party',
    as: application(nth, 'party.register party.write'),
    method: 'POST',
    path: '/v1/party/parties/individuals',
    body: {
      'registration-profile': 'contact',
      'given-name': 'Ada',
      surname: `Reihe ${nameOf(nth)}`,
      'mobile-phone': { number: `+49151${String(10_000_000 + nth)}` },
      'email-address': { value: `ada.${nth}@example.org` },
    },
    expected: 201,
  }),
  (nth, { partyNumber }) => ({
    kind: 'read a party',
    as: application(nth, 'party.read'),
    method: 'GET',
    path: `/v1/party/parties/${partyNumber}`,
    expected: 200,
  }),
  (nth, { partyNumber }) => ({
    kind: 'send a message',
    as: application(nth, 'correspondence.send'),
    method: 'POST',
    path: '/v1/correspondence/communications',
    body: {
      'customer-number': partyNumber,
      'message-kind': 'notice',
      'contact-medium': 'mailbox',
      message: { title: `Notice ${nth}`, body: { 'content-type': 'text/plain', content: 'Good day.' } },
    },
    expected: 201,
  }),
  (_nth, { communicationId, sender }) => ({
    kind: 'read a message',
    as: sender,
    method: 'GET',
    path: `/v1/correspondence/communications/${communicationId}`,
    expected: 200,
  }),
  (nth) => ({
    kind: 'plan a window',
    as: staff(nth),
    method: 'POST',
    path: windows,
    body: { startsAt: '2097-01-01T00:00:00Z', messages: { en: 'Back soon.' } },
    expected: 201,
  }),
  (nth) => ({
    kind: 'list windows',
    as: staff(nth),
    method: 'GET',
    path: `${windows}?states=started`,
    expected: 200,
  }),
];

export interface TrafficOptions {
  readonly instance: Instance;
  readonly ports: readonly number[];
  /** Port at which an api trusts the forwarded address of a client. */
  readonly proxyPort: number;
}

/** Sends requests at a steady pace, independent of their results, and lets unknown users try to sign in. */
export async function startMigrationTraffic(options: TrafficOptions): Promise<MigrationTraffic> {
  const { instance, ports, proxyPort } = options;
  const agent = keepAliveAgent();
  const known: Known = {
    partyNumber: '',
    communicationId: '',
    sender: application(0, 'correspondence.send'),
  };
  const phases: TrafficPhase[] = [newPhase('first requests')];
  const count = (kind: string, outcome: string | undefined, ms: number): void => {
    const phase = phases.at(-1);
    if (phase === undefined) return;
    phase.sent += 1;
    if (outcome !== undefined) {
      const failure = `${kind}: ${outcome}`;
      phase.failed.set(failure, (phase.failed.get(failure) ?? 0) + 1);
    }
    if (ms > phase.longestMs) [phase.longestMs, phase.longestKind] = [ms, kind];
  };
  const send = async (call: Call, nth: number): Promise<void> => {
    const token = await instance.mint.mint({ validForSeconds: 7_200, ...call.as });
    const startedAt = performance.now();
    const response = await exchange({
      port: ports[nth % ports.length] ?? 0,
      agent,
      method: call.method,
      path: call.path,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': `migrations-${nth}-`.padEnd(24, '0'),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    }).then(
      (sent) => sent.response,
      () => undefined,
    );
    const isExpected = response?.status === call.expected;
    count(
      call.kind,
      isExpected ? undefined : `${response?.status ?? 'no response'} ${response?.text.slice(0, 200) ?? ''}`,
      performance.now() - startedAt,
    );
    if (isExpected) learn(known, call, response.text);
  };
  // The first requests make what the others read.
  const callAt = (nth: number): Call => {
    const call = calls[nth % calls.length]?.(nth, known);
    if (call === undefined) throw new Error('there is no such call');
    return call;
  };
  for (const nth of calls.keys()) await send(callAt(nth), nth);
  const failed = [...(phases[0]?.failed.keys() ?? [])];
  if (failed.length > 0) throw new Error(`the first requests failed: ${failed.join('; ')}`);

  let nth = calls.length;
  const open = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const sending = send(callAt(nth), nth).finally(() => open.delete(sending));
    open.add(sending);
    nth += 1;
  }, 1_000 / requestsPerSecond);
  let isOver = false;
  const visiting = visitPages({ proxyPort, agent }, () => isOver, count);
  return {
    beginPhase: (name) => void phases.push(newPhase(name)),
    async stop() {
      clearInterval(timer);
      isOver = true;
      await Promise.all([...open, visiting]);
      agent.destroy();
      return phases;
    },
  };
}

function learn(known: Known, { as, kind }: Call, text: string): void {
  if (kind === 'register a party') known.partyNumber = String(at(JSON.parse(text), 'id'));
  if (kind !== 'send a message') return;
  known.communicationId = String(at(JSON.parse(text), 'id'));
  known.sender = as;
}

/** Users whom the bank does not know try to sign in, each from another network; every attempt is stored. */
async function visitPages(
  { agent, proxyPort }: { readonly proxyPort: number; readonly agent: ReturnType<typeof keepAliveAgent> },
  isOver: () => boolean,
  count: (kind: string, outcome: string | undefined, ms: number) => void,
): Promise<void> {
  for (let nth = 0; !isOver(); nth += 1) {
    const address = `10.${(nth >> 8) & 255}.${nth & 255}.7`;
    const browser = createPageBrowser({ port: proxyPort, agent, address });
    const visit = await signIn(browser, {
      username: `unknown.${nth}`,
      password: `a wrong guess ${nth}`,
    }).catch(() => undefined);
    const reached = visit?.reached ?? 'no response';
    // The last request of a visit is the password, whose check takes its time.
    count('sign-in', reached === 'wrong' ? undefined : reached, visit?.lastMs ?? 0);
    await setTimeout(signInPauseMs);
  }
}
