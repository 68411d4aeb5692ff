import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CoreBank,
  CoreFailure,
  findOutcome,
  type Instruction,
  InstructionConflict,
  submitInstruction,
} from '#capabilities/core-banking/index.ts';
import type { TestCertificate } from '#platform/testing/certificates.ts';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import type { CoreClientOptions } from './core-client.ts';
import { type CoreIdentities, createCoreIdentities, egressTo } from './core-identities.suite.ts';
import {
  type Behaviour,
  type FaultyCore,
  json,
  problem,
  profile,
  type SentResponse,
  startFaultyCore,
} from './faulty-core.suite.ts';
import { createHttpCoreBank } from './http-core-bank.ts';

let identities: CoreIdentities;
beforeAll(async () => {
  identities = await createCoreIdentities();
});
afterAll(() => identities[Symbol.dispose]());

const iban = 'DE89370400440532013000';
const instruction: Instruction = {
  instructionId: randomUUID(),
  product: 'sepa-credit-transfers',
  debtorAccountId: 'A-1',
  amount: { minor: 10_00n, currency: 'EUR' },
  creditor: { account: { scheme: 'iban', id: iban }, name: 'Marie Curie' },
};
const accepted = {
  instructionId: instruction.instructionId,
  state: 'accepted',
  executionDate: '2026-11-16',
  changedAt: '2026-11-16T10:00:00+01:00',
};

interface Connected extends AsyncDisposable {
  readonly core: CoreBank;
  readonly clock: FakeClock;
  readonly server: FaultyCore;
}

interface ConnectOptions {
  readonly server?: TestCertificate;
  readonly client?: TestCertificate | 'none';
  readonly options?: Partial<CoreClientOptions>;
}

/** A connector with a core that answers its profile and everything else with the given response. */
async function connect(behaviour: Behaviour, change: ConnectOptions = {}): Promise<Connected> {
  await using opened = new AsyncDisposableStack();
  const parties = { ...identities, server: change.server ?? identities.server };
  const server = opened.use(await startFaultyCore(parties, profileFirst(behaviour)));
  const client = change.client ?? identities.client;
  const egress = opened.use(egressTo(server.url, identities, client === 'none' ? undefined : client));
  const clock = fakeClock('2026-11-16T09:00:00Z');
  const core = createHttpCoreBank({ egress, purpose: 'core', url: server.url, clock, ...change.options });
  const moved = opened.move();
  return { core, clock, server, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

const profileFirst =
  (behaviour: Behaviour): Behaviour =>
  (request, response) =>
    request.path === '/profile' ? profile() : behaviour(request, response);

async function failureOf(call: Promise<unknown>): Promise<CoreFailure> {
  const error: unknown = await call.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof CoreFailure) return error;
  throw error;
}

const text = (body: string, status = 200, type = 'application/json'): SentResponse => ({
  status,
  headers: { 'content-type': type },
  body,
});

describe('an answer that does not fit the contract', () => {
  test.each<readonly [string, SentResponse, string]>([
    ['a page of HTML', text('<html></html>', 200, 'text/html'), 'not JSON'],
    ['nothing', text(''), 'not JSON'],
    ['half a body', text(JSON.stringify(accepted).slice(0, 40)), 'not JSON'],
    ['JSON of another type', text(JSON.stringify(accepted), 200, 'text/plain'), 'not JSON'],
    ['a list', json([]), '(type)'],
    ['a missing member', json({ ...accepted, state: undefined }), '(required)'],
    ['an unknown state', json({ ...accepted, state: 'lost' }), '/state (enum)'],
    [
      'a day that does not exist',
      json({ ...accepted, executionDate: '2026-02-30' }),
      '/executionDate (format)',
    ],
    [
      'a time without an offset',
      json({ ...accepted, changedAt: '2026-11-16T10:00:00' }),
      '/changedAt (format)',
    ],
    ['another instruction', json({ ...accepted, instructionId: randomUUID() }), 'another request'],
    ['201', json(accepted, 201), 'status 201'],
    ['204', text('', 204), 'status 204'],
    ['a redirect', { status: 302, headers: { location: '/' }, body: '' }, 'redirect'],
    ['500', text('{"title":"internal error"}', 500, 'application/problem+json'), 'status 500'],
    ['404 of a proxy', text('not found', 404, 'text/plain'), 'status 404'],
    ['a code of another operation', problem(404, 'not-known'), 'status 404'],
    ['a code with another status', problem(422, 'instruction-conflict'), 'status 422'],
    ['503 without Retry-After', problem(503, 'unavailable'), 'without Retry-After'],
    ['503 of a proxy', { ...text('busy', 503, 'text/plain'), headers: { 'retry-after': '1' } }, 'status 503'],
  ])('%s: the order is unknown, and the error has no personal data', async (_, sent, reason) => {
    await using connected = await connect(() => sent);
    const failure = await failureOf(connected.core.submit(instruction));
    expect(failure.certainty).toBe('unknown');
    expect(failure.message).toContain(reason);
    expect(failure.message).not.toMatch(new RegExp(`${iban}|Curie|A-1|10\\.00`));
    const puts = connected.server.requests.filter((request) => request.startsWith('PUT'));
    expect(puts).toHaveLength(1);
  });

  test('is a failure of reads too: amounts, currencies, owners, other accounts', async () => {
    const amount = { currency: 'EUR', amount: '1.00' };
    const good = {
      booked: amount,
      available: amount,
      creditLimit: amount,
      changedAt: '2026-11-16T09:00:00Z',
    };
    const balances = (change: object, accountId = 'A-1'): SentResponse =>
      json({ accountId, balances: [{ ...good, ...change }] });
    await using connected = await connect(() => balances({}));
    const { core, server } = connected;
    expect(await core.balancesOf('A-1')).toMatchObject([{ currency: 'EUR', booked: { minor: 100n } }]);
    const wrong: readonly (readonly [SentResponse, string])[] = [
      [balances({ booked: { currency: 'EUR', amount: '1.001' } }), 'more decimals'],
      [balances({ booked: { currency: 'EUR', amount: '999999999999999999.00' } }), 'too large'],
      [balances({ booked: { currency: 'EUR', amount: 1 } }), '/balances/0/booked/amount (type)'],
      [balances({ booked: { currency: 'XXX', amount: '1' } }), 'currency is not known'],
      [balances({ available: { currency: 'USD', amount: '1.00' } }), 'several currencies'],
      [balances({}, 'A-2'), 'another request'],
    ];
    for (const [sent, reason] of wrong) {
      server.behave(profileFirst(() => sent));
      expect((await failureOf(core.balancesOf('A-1'))).message).toContain(reason);
    }
    // The core serves: answers to single questions that do not fit are no reason to stop calling.
    server.behave(profileFirst(() => balances({})));
    expect(await core.balancesOf('A-1')).toHaveLength(1);
  });

  test('404 without the code of the contract is no proof that the core does not have an instruction', async () => {
    await using connected = await connect(() => text('no such page', 404, 'text/html'));
    expect(await findOutcome(connected.core, instruction.instructionId)).toBe('unknown');
    connected.server.behave(profileFirst(() => problem(404, 'not-known')));
    expect(await findOutcome(connected.core, instruction.instructionId)).toBe('not-sent');
  });

  test('that is larger than the limit is not read to its end', async () => {
    await using connected = await connect(() => text(' '.repeat(2_000_000)));
    const failure = await failureOf(connected.core.submit(instruction));
    expect(failure).toMatchObject({ certainty: 'unknown', message: expect.stringContaining('too-large') });
  });

  test('a reason that we do not know leaves the order rejected', async () => {
    await using connected = await connect(() => json({ ...accepted, state: 'rejected', reason: 'BE04' }));
    expect(await connected.core.submit(instruction)).toMatchObject({ state: 'rejected', reason: 'MS03' });
  });
});

describe('a refusal of the contract', () => {
  test.each([
    problem(400, 'invalid-request'),
    problem(403, 'caller-unknown'),
    problem(429, 'too-many-requests', { 'retry-after': '1' }),
    problem(503, 'unavailable', { 'retry-after': '1' }),
  ])('$body: nothing happened', async (sent) => {
    await using connected = await connect(() => sent);
    expect(await failureOf(connected.core.submit(instruction))).toMatchObject({ certainty: 'not-sent' });
  });

  test('409 is a conflict', async () => {
    await using connected = await connect(() => problem(409, 'instruction-conflict'));
    await expect(connected.core.submit(instruction)).rejects.toBeInstanceOf(InstructionConflict);
  });

  test('of Retry-After stops all calls for that long, a minute at most', async () => {
    await using connected = await connect(() => problem(503, 'unavailable', { 'retry-after': '3600' }));
    const { clock, core, server } = connected;
    await failureOf(core.midRates());
    const before = server.requests.length;
    clock.advance({ seconds: 59 });
    expect(await failureOf(core.submit(instruction))).toMatchObject({ certainty: 'not-sent' });
    expect(server.requests).toHaveLength(before);
    server.behave(profileFirst(() => json({ rates: [] })));
    clock.advance({ seconds: 1 });
    expect(await core.midRates()).toEqual([]);
  });
});

describe('ids', () => {
  test('that cannot be part of a path are known to no core, and no other path is called', async () => {
    await using connected = await connect(() => problem(404, 'not-known'));
    const { core, server } = connected;
    for (const id of ['', '.', '..', '\ud800', 'x'.repeat(129)]) {
      expect(await core.transaction('A-1', id)).toBeUndefined();
      expect(await core.accountsOf(id)).toEqual([]);
      expect(await core.hasFunds(id, instruction.amount)).toBe(false);
    }
    expect(server.requests).toEqual([]);
    expect(await core.transaction('A/../1', '?x=%2e#')).toBeUndefined();
    expect(server.requests).toEqual(['GET /accounts/A%2F..%2F1/entries/%3Fx%3D%252e%23']);
  });
});

describe('a time-out', () => {
  test('after three seconds leaves the order unknown, and it is not sent again', async () => {
    const late: NodeJS.Timeout[] = [];
    await using connected = await connect(({ method }, response) => {
      if (method === 'GET') return problem(404, 'not-known');
      late.push(setTimeout(() => response.writeHead(200).end('{}'), 10_000));
      return undefined;
    });
    const started = performance.now();
    const failure = await failureOf(connected.core.submit(instruction));
    expect(failure).toMatchObject({ certainty: 'unknown', message: expect.stringContaining('timeout') });
    expect(performance.now() - started).toBeGreaterThanOrEqual(2_900);
    for (const timer of late) clearTimeout(timer);
    expect(connected.server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
  });

  test('also ends a response that comes byte by byte', async () => {
    await using connected = await connect(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 20);
        response.once('close', () => clearInterval(timer));
        return undefined;
      },
      { options: { timeoutMs: 1_500 } },
    );
    const failure = await failureOf(connected.core.submit(instruction));
    expect(failure).toMatchObject({ certainty: 'unknown', message: expect.stringContaining('timeout') });
  });
});

describe('certificates', () => {
  /** Submits an order and tells what the server noticed of it. */
  const submitTo = async ({ core, server }: Connected): Promise<unknown> => {
    const outcome = await submitInstruction(core, instruction);
    return { outcome, isConnected: server.connections() > 0, requests: server.requests };
  };
  const nothingSent = { outcome: 'not-sent', isConnected: true, requests: [] };
  const never: Behaviour = () => json(accepted);

  test('of the core: one that has expired gets no order', async () => {
    const { authority } = identities;
    const validTo = identities.server.validFrom;
    const validFrom = validTo.subtract({ hours: 24 });
    const server = await authority.issue({ commonName: 'Core', server: true, validFrom, validTo });
    await using connected = await connect(never, { server });
    expect(await submitTo(connected)).toEqual(nothingSent);
  });

  test('of the core: one of another authority, or for another name, gets no order', async () => {
    const evil = await identities.authority.issueEvil({ commonName: 'Core', server: true });
    await using forged = await connect(never, { server: evil });
    expect(await submitTo(forged)).toEqual(nothingSent);
    await using renamed = await connect(never, { server: identities.client });
    expect(await submitTo(renamed)).toEqual(nothingSent);
  });

  test('of the client: without one, or with one of another authority, no order is sent', async () => {
    await using anonymous = await connect(never, { client: 'none' });
    expect(await submitTo(anonymous)).toEqual(nothingSent);
    const client = await identities.authority.issueEvil({ commonName: 'Portico' });
    await using forged = await connect(never, { client });
    expect(await submitTo(forged)).toEqual(nothingSent);
  });
});

describe('the profile', () => {
  test('is read before an order, kept for five minutes, and decides what not-known proves', async () => {
    await using connected = await connect(({ method }) =>
      method === 'GET' ? problem(404, 'not-known') : json(accepted),
    );
    const { clock, core, server } = connected;
    expect(core.isNotKnownProof).toBe(false);
    await core.submit(instruction);
    await core.submit(instruction);
    const put = `PUT /instructions/${instruction.instructionId}`;
    expect(server.requests).toEqual(['GET /profile', put, put]);
    expect(await findOutcome(core, randomUUID())).toBe('not-sent');
    server.behave(({ path }) => (path === '/profile' ? profile(false) : problem(404, 'not-known')));
    clock.advance({ minutes: 5 });
    expect(await findOutcome(core, randomUUID())).toBe('unknown');
  });

  test('of another version of the contract stops orders before they are sent', async () => {
    await using connected = await connect(() => json(accepted));
    connected.server.behave(() => json({ contractVersion: 2, notKnownIsProof: true }));
    expect(await submitInstruction(connected.core, instruction)).toBe('not-sent');
    expect(connected.server.requests).toEqual(['GET /profile']);
  });
});

describe('a core that fails', () => {
  test('is not called after five failures; one trial without an order finds that it serves again', async () => {
    await using connected = await connect(() => json({ rates: [] }));
    const { clock, core, server } = connected;
    await core.midRates();
    server.behave((_, response) => void response.destroy());
    for (let count = 0; count < 5; count += 1) await failureOf(core.midRates());
    const before = server.requests.length;
    expect(await submitInstruction(core, instruction)).toBe('not-sent');
    expect(await failureOf(core.midRates())).toMatchObject({ certainty: 'not-sent' });
    expect(server.requests).toHaveLength(before);
    clock.advance({ seconds: 5 });
    expect(await submitInstruction(core, instruction)).toBe('not-sent');
    expect(server.requests.slice(before)).toEqual(['GET /profile']);
    clock.advance({ seconds: 5 });
    server.behave(profileFirst(({ method }) => json(method === 'PUT' ? accepted : { rates: [] })));
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => core.midRates()));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(server.requests.slice(before + 1)).toEqual(['GET /profile', 'GET /rates']);
    expect(await submitInstruction(core, instruction)).toMatchObject({ state: 'accepted' });
  });

  test('whose port is closed gets no order', async () => {
    await using connected = await connect(() => json(accepted));
    await connected.server[Symbol.asyncDispose]();
    expect(await submitInstruction(connected.core, instruction)).toBe('not-sent');
  });
});
