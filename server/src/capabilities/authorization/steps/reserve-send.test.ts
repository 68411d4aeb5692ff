import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSendTestApp, indexOf, type SendTestApp } from '../testing/send-steps.suite.ts';
import { reserveSend } from './reserve-send.ts';

let app: SendTestApp;

beforeAll(async () => {
  app = await createSendTestApp();
});
beforeEach(() => app.reset());
afterAll(() => app[Symbol.asyncDispose]());

const number = '+4915112345678';
/** Number so-and-so of a block. */
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

const sentOf = (answers: readonly ('sent' | number)[]): number =>
  answers.filter((answer) => answer === 'sent').length;

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

  it('of whom nobody knows gets three in an hour, over whatever client asks', async () => {
    for (const clientId of ['a', 'b', 'c']) {
      expect(await app.send(number, { clientId })).toBe('sent');
      app.clock.advance({ minutes: 2 });
    }
    expect(await app.send(number, { clientId: 'd' })).toBe(54 * 60);
  });

  it('is one, however it is spelled', async () => {
    expect(await app.send('+49 (0)151 123-45678')).toBe('sent');
    expect(await app.send(number)).toBe(30);
    expect(await app.send('Maria+one@Example.org')).toBe('sent');
    expect(await app.send('maria+two@EXAMPLE.ORG')).toBe(30);
    expect(await app.send('maria.two@example.org')).toBe('sent');
  });

  it('gets exactly one when 50 ask at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.send(number)));
    expect(sentOf(answers)).toBe(1);
    expect(answers.filter((answer) => answer === 30)).toHaveLength(49);
    expect(await historyOf(number)).toBe(1);
    expect(await app.counts()).toContain('prefix +49151123: 0/1');
  });

  it('who does not exist waits like one who does, and counts for the client alone', async () => {
    const dummy = {
      channel: 'sms',
      clientId: 'web',
      isRegistered: true,
      recipientIndexes: [indexOf('user nobody')],
      now: app.clock.now(),
      place: undefined,
    } as const;
    await app.run((work) => reserveSend(app.context(), work, dummy));
    await expect(app.run((work) => reserveSend(app.context(), work, dummy))).rejects.toMatchObject({
      literal: 'too-many-requests',
      more: { retryAfterSeconds: 30 },
    });
    expect(await app.counts()).toEqual(['client sms-registered web: 0/1']);
  });
});

describe('strangers of one block', () => {
  it('get 20 of 1,000 that nobody uses, and the bank is warned once', async () => {
    const answers: ('sent' | number)[] = [];
    for (let round = 0; round < 1_000; round += 50) {
      const numbers = Array.from({ length: 50 }, (_, index) => inBlock('+49151123', round + index));
      answers.push(...(await Promise.all(numbers.map((one) => app.send(one)))));
    }
    expect(sentOf(answers)).toBe(20);
    expect(new Set(answers)).toEqual(new Set(['sent', 6 * 3_600]));
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

  it('do not keep from their codes those whom we know there', async () => {
    await seed([
      ['prefix', '+49151123', 20, 0],
      ['country', '49', 50, 0],
      ['bank', 'unregistered', 2_000, 0],
      ['client', 'sms-unregistered web', 1_000, 0],
    ]);
    expect(await app.send(inBlock('+49151123', 1))).toBe(6 * 3_600);
    expect(await app.send(inBlock('+49151123', 1), { isRegistered: true })).toBe('sent');
  });

  it('get further ones for each that is used, and all of them again after the cool-down', async () => {
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

  it('share 200 of each client in an hour, to the last one when many ask at once', async () => {
    await seed([
      ['prefix', '+49151123', 300, 290],
      ['client', '+49151123 web', 195, 190],
    ]);
    const numbers = Array.from({ length: 40 }, (_, index) => inBlock('+49151123', index));
    const answers = await Promise.all(numbers.map((one) => app.send(one)));
    expect(sentOf(answers)).toBe(5);
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

describe('strangers over many places', () => {
  const blocks = Array.from({ length: 70 }, (_, index) => `+49151${200 + index}`);

  it('of one country get 50 that nobody uses', async () => {
    const answers = await Promise.all(blocks.map((block) => app.send(inBlock(block, 1))));
    expect(sentOf(answers)).toBe(50);
    expect(await app.counts()).toContain('country 49: 0/50');
  });

  it('of unknown places share 100 of the bank in an hour; proven places do not', async () => {
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

  it('never hold each other up in a circle', async () => {
    const wishes = blocks
      .slice(0, 10)
      .flatMap((block, index) =>
        [1, 2, 3].map((end) => ({ contact: inBlock(block, end), clientId: `client-${(index + end) % 4}` })),
      );
    const answers = await Promise.all(wishes.map(({ clientId, contact }) => app.send(contact, { clientId })));
    expect(sentOf(answers)).toBe(30);
  });
});

describe('what is refused', () => {
  it('counts nothing, whichever limit refuses it', async () => {
    await app.send(number);
    const before = await app.counts();
    expect(await app.send(number)).toBe(30);
    await seed([['country', '33', 50, 0]]);
    expect(await app.send('+33612345678')).toBe(6 * 3_600);
    expect(await historyOf('+33612345678')).toBeUndefined();
    expect((await app.counts()).filter((line) => !line.startsWith('country 33'))).toEqual(before);
  });

  it('counts nothing when it was let through at first and then held back by one that came before', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => app.send(inBlock('+49151123', index))));
    const rows = await app.database.query(`select 1 from "authorization".recipient_sends`);
    expect(rows).toHaveLength(20);
  });

  it('waits for nobody: what an attack asks for in vain holds no row that others need', async () => {
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

  it('is premium rate and satellites, for whomever, without a look at any budget', async () => {
    for (const dear of ['+499001234567', '+881612345678', '+870773111632']) {
      expect(await app.send(dear)).toBe(3_600);
      expect(await app.send(dear, { isRegistered: true })).toBe(3_600);
    }
    expect(await app.counts()).toEqual([]);
  });

  it('is an e-mail when the client has used up its hour, and people we know have their own', async () => {
    await seed([['client', 'email-unregistered web', 2_000, 0]]);
    expect(await app.send('maria@example.org')).toBe(3_600);
    expect(await app.send('maria@example.org', { isRegistered: true })).toBe('sent');
    expect(await app.send('maria@example.net', { clientId: 'app' })).toBe('sent');
  });
});
