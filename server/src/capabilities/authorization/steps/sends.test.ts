import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSendTestApp, indexOf, type SendTestApp } from '../testing/send-steps.suite.ts';
import { reserveSend } from './sends.ts';

let app: SendTestApp;

beforeAll(async () => {
  app = await createSendTestApp();
});
beforeEach(() => app.reset());
afterAll(() => app[Symbol.asyncDispose]());

const number = '+4915112345678';
/** Returns a number of a range by its index. */
const inBlock = (block: string, index: number): string => `${block}${String(index).padStart(5, '0')}`;

async function seed(
  counts: readonly (readonly [scope: string, key: string, sent: number, used: number])[],
): Promise<void> {
  for (const [scope, key, sent, used] of counts) {
    await app.database.query(
      `insert into "authorization".send_tally (bank_id, scope, tally_key, hour, sent, used)
       values ('01', $1, $2, '2027-03-03T10:00:00Z', $3, $4)`,
      [scope, key, sent, used],
    );
  }
}

const sentOf = (responses: readonly ('sent' | number)[]): number =>
  responses.filter((response) => response === 'sent').length;

async function historyOf(contact: string): Promise<number | undefined> {
  const [row] = await app.database.query<{ count: number }>(
    `select cardinality(sends) as count from "authorization".recipient_sends where recipient_index = $1`,
    [indexOf(contact)],
  );
  return row?.count;
}

describe('one recipient', () => {
  it('waits 30, 60 and 120 seconds, gets five in an hour, and the sixth is refused until it is over', async () => {
    const known = { isRegistered: true };
    expect(await app.send(number, known)).toBe('sent');
    for (const wait of [30, 60, 120, 120]) {
      app.clock.advance({ seconds: wait - 1 });
      expect(await app.send(number, known)).toBe(1);
      app.clock.advance({ seconds: 1 });
      expect(await app.send(number, known)).toBe('sent');
    }
    expect(await app.send(number, known)).toBe(3_270);
    app.clock.advance({ seconds: 3_269 });
    expect(await app.send(number, known)).toBe(1);
    app.clock.advance({ seconds: 1 });
    expect(await app.send(number, known)).toBe('sent');
    expect(await historyOf(number)).toBe(6);
  });

  it('gets ten in a day', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect(await app.send(number, { isRegistered: true })).toBe('sent');
      app.clock.advance({ hours: 1 });
    }
    expect(await app.send(number, { isRegistered: true })).toBe(14 * 3_600);
    app.clock.advance({ hours: 14 });
    expect(await app.send(number, { isRegistered: true })).toBe('sent');
  });

  it('who is unknown gets three in an hour, over all clients', async () => {
    for (const clientId of ['a', 'b', 'c']) {
      expect(await app.send(number, { clientId })).toBe('sent');
      app.clock.advance({ minutes: 2 });
    }
    expect(await app.send(number, { clientId: 'd' })).toBe(54 * 60);
  });

  it('is the same in every spelling', async () => {
    expect(await app.send('+49 (0)151 123-45678')).toBe('sent');
    expect(await app.send(number)).toBe(30);
    expect(await app.send('Maria+one@Example.org')).toBe('sent');
    expect(await app.send('maria+two@EXAMPLE.ORG')).toBe(30);
    expect(await app.send('maria.two@example.org')).toBe('sent');
  });

  it('gets exactly one of 50 concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => app.send(number)));
    expect(sentOf(responses)).toBe(1);
    expect(responses.filter((response) => response === 30)).toHaveLength(49);
    expect(await historyOf(number)).toBe(1);
    expect(await app.counts()).toContain('prefix +49151123: 0/1');
  });

  it('who does not exist waits like one who does, and counts only for the client', async () => {
    const dummy = {
      channel: 'sms',
      clientId: 'web',
      isRegistered: true,
      recipientIndexes: [indexOf('user unknown')],
      now: app.clock.now(),
      destination: undefined,
    } as const;
    await app.run((work) => reserveSend(app.context(), work, dummy));
    await expect(app.run((work) => reserveSend(app.context(), work, dummy))).rejects.toMatchObject({
      literal: 'too-many-requests',
      more: { retryAfterSeconds: 30 },
    });
    expect(await app.counts()).toEqual(['client sms-registered web: 0/1']);
  });
});

describe('unknown recipients of one number range', () => {
  it('get 20 of 1,000 unused codes, and the bank is warned once', async () => {
    const responses: ('sent' | number)[] = [];
    for (let round = 0; round < 1_000; round += 50) {
      const numbers = Array.from({ length: 50 }, (_, index) => inBlock('+49151123', round + index));
      responses.push(...(await Promise.all(numbers.map((one) => app.send(one)))));
    }
    expect(sentOf(responses)).toBe(20);
    expect(new Set(responses)).toEqual(new Set(['sent', 6 * 3_600]));
    expect(await app.counts()).toEqual([
      'bank unproven: 0/20',
      'bank unregistered: 0/20',
      'client +49151123 web: 0/20',
      'client sms-unregistered web: 0/20',
      'country 49: 0/20',
      'prefix +49151123: 0/20',
    ]);
    expect(app.warnings).toEqual([{ bankId: '01', callerId: 'web', reason: 'prefix-credit-used-up' }]);
  });

  it('do not prevent codes to known users of the range', async () => {
    await seed([
      ['prefix', '+49151123', 20, 0],
      ['country', '49', 50, 0],
      ['bank', 'unregistered', 2_000, 0],
      ['client', 'sms-unregistered web', 1_000, 0],
    ]);
    expect(await app.send(inBlock('+49151123', 1))).toBe(6 * 3_600);
    expect(await app.send(inBlock('+49151123', 1), { isRegistered: true })).toBe('sent');
  });

  it('get more for each used code, and the full credit again after the cool-down', async () => {
    for (let index = 0; index < 20; index += 1) await app.send(inBlock('+49151123', index));
    expect(await app.send(inBlock('+49151123', 90))).toBe(6 * 3_600);
    await app.use(inBlock('+49151123', 0));
    expect(await app.send(inBlock('+49151123', 91))).toBe('sent');
    expect(await app.send(inBlock('+49151123', 92))).toBe('sent');
    expect(await app.send(inBlock('+49151123', 93))).toBe(6 * 3_600);
    app.clock.advance({ seconds: 6 * 3_600 - 1 });
    expect(await app.send(inBlock('+49151123', 94))).toBe(1);
    app.clock.advance({ seconds: 1 });
    expect(await app.send(inBlock('+49151123', 94))).toBe('sent');
  });

  it('share 200 of each client in an hour, exactly, also concurrently', async () => {
    await seed([
      ['prefix', '+49151123', 300, 290],
      ['client', '+49151123 web', 195, 190],
    ]);
    const numbers = Array.from({ length: 40 }, (_, index) => inBlock('+49151123', index));
    const responses = await Promise.all(numbers.map((one) => app.send(one)));
    expect(sentOf(responses)).toBe(5);
    expect(await app.send(inBlock('+49151123', 50), { clientId: 'app' })).toBe('sent');
    expect(app.warnings).toEqual([{ bankId: '01', callerId: 'web', reason: 'client-budget-used-up' }]);
    app.clock.advance({ hours: 1 });
    expect(await app.send(inBlock('+49151123', 51))).toBe('sent');
  });

  it('are counted for their own bank', async () => {
    await seed([['prefix', '+49151123', 20, 0]]);
    await app.database.query(`update "authorization".send_tally set bank_id = '02'`);
    expect(await app.send(inBlock('+49151123', 1))).toBe('sent');
  });
});

describe('unknown recipients over many destinations', () => {
  const blocks = Array.from({ length: 70 }, (_, index) => `+49151${200 + index}`);

  it('of one country get 50 unused codes', async () => {
    const responses = await Promise.all(blocks.map((block) => app.send(inBlock(block, 1))));
    expect(sentOf(responses)).toBe(50);
    expect(await app.counts()).toContain('country 49: 0/50');
  });

  it('of unproven destinations share 100 of the bank in an hour; proven ones do not', async () => {
    await seed([
      ['bank', 'unproven', 100, 0],
      ['prefix', '+49151123', 30, 28],
      ['country', '33', 80, 70],
    ]);
    expect(await app.send(inBlock('+49151124', 1))).toBe(3_600);
    expect(await app.send(inBlock('+49151123', 1))).toBe('sent');
    expect(await app.send('+33612345678')).toBe('sent');
    expect(await app.counts()).toContain('bank unproven: 0/100');
  });

  it('never cause a deadlock', async () => {
    const sends = blocks
      .slice(0, 10)
      .flatMap((block, index) =>
        [1, 2, 3].map((end) => ({ contact: inBlock(block, end), clientId: `client-${(index + end) % 4}` })),
      );
    const responses = await Promise.all(
      sends.map(({ clientId, contact }) => app.send(contact, { clientId })),
    );
    expect(sentOf(responses)).toBe(30);
  });
});

describe('a refused send', () => {
  it('counts nothing, whichever limit refuses it', async () => {
    await app.send(number);
    const before = await app.counts();
    expect(await app.send(number)).toBe(30);
    await seed([['country', '33', 50, 0]]);
    expect(await app.send('+33612345678')).toBe(6 * 3_600);
    expect(await historyOf('+33612345678')).toBeUndefined();
    expect((await app.counts()).filter((line) => !line.startsWith('country 33'))).toEqual(before);
  });

  it('counts nothing when the second evaluation refuses it', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => app.send(inBlock('+49151123', index))));
    const rows = await app.database.query(`select 1 from "authorization".recipient_sends`);
    expect(rows).toHaveLength(20);
  });

  it('waits for no lock: refused requests of an attack lock no rows that others need', async () => {
    await seed([
      ['bank', 'unregistered', 10, 0],
      ['country', '33', 50, 0],
    ]);
    const holder = new pg.Client({ connectionString: app.database.ownerUrl });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query(`select 1 from "authorization".send_tally where scope = 'bank' for update`);
      expect(await app.send('+33612345678')).toBe(6 * 3_600);
    } finally {
      await holder.end();
    }
  });

  it('is one to premium rate and satellite numbers, for every recipient, without any limit check', async () => {
    for (const dear of ['+499001234567', '+881612345678', '+870773111632']) {
      expect(await app.send(dear)).toBe(3_600);
      expect(await app.send(dear, { isRegistered: true })).toBe(3_600);
    }
    expect(await app.counts()).toEqual([]);
  });

  it('is an e-mail above the limit of the client, while known users have a separate limit', async () => {
    await seed([['client', 'email-unregistered web', 2_000, 0]]);
    expect(await app.send('maria@example.org')).toBe(3_600);
    expect(await app.send('maria@example.org', { isRegistered: true })).toBe('sent');
    expect(await app.send('maria@example.net', { clientId: 'app' })).toBe('sent');
  });
});

it('two sends of a client to different known users do not wait for each other', async () => {
  const counterOf = (contact: string): number => (indexOf(contact)[0] ?? 0) % 16;
  const numbers = Array.from({ length: 20 }, (_, index) => inBlock('+49151123', index));
  const other = numbers.find((contact) => counterOf(contact) !== counterOf(number)) ?? number;
  expect(await app.send(number, { isRegistered: true })).toBe('sent');
  const holder = new pg.Client({ connectionString: app.database.ownerUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    const locked = await holder.query(
      `select 1 from "authorization".send_tally where scope = 'client' for update`,
    );
    expect(locked.rowCount).toBe(1);
    expect(await app.send(other, { isRegistered: true })).toBe('sent');
  } finally {
    await holder.end();
  }
  expect(await app.counts()).toEqual(['client sms-registered web: 0/2']);
});
