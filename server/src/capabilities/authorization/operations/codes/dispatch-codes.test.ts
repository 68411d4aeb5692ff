import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  publishCodeTemplate,
} from '../../testing/authorization-test-app.suite.ts';
import { idIn, type OtpSteps, otpSteps } from '../../testing/otp-steps.suite.ts';
import { dispatchCodes } from './dispatch-codes.ts';

let testApp: AuthorizationTestApp;
let steps: OtpSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  steps = otpSteps(testApp);
  await publishCodeTemplate(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(async () => {
  testApp.clock.set('2026-11-15T10:00:00Z');
  await testApp.database.query(`update "authorization".otp_verification set dispatch_at = null`);
});

interface Message {
  readonly communication_id: string;
  readonly medium: string;
  readonly lane: number;
  readonly status: string;
  readonly message_kind: string;
  readonly expires: string;
  readonly content_id: string;
  readonly sealed: Buffer;
  readonly sealed_contact: Buffer;
}

async function messages(): Promise<readonly Message[]> {
  return testApp.database.query<Message>(
    `select m.communication_id, m.medium, m.lane, m.status, m.message_kind, m.content_id, m.sealed_contact, c.sealed,
            to_char(m.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as expires
       from correspondence.communication m join correspondence.content c using (bank_id, content_id)
      order by m.position`,
  );
}

async function messageOf(id: string): Promise<Message> {
  const { communication_id } = await steps.row(id);
  const found = (await messages()).find((message) => message.communication_id === communication_id);
  if (found === undefined) throw new Error('no message');
  return found;
}

const textOf = ({ content_id, sealed }: Message): string =>
  JSON.stringify(testApp.ports.correspondence.correspondenceVault.openContent('01', content_id, sealed));

const sealedTextOf = async (id: string): Promise<unknown> => {
  const [row] = await testApp.database.query<{ sealed_text: Buffer }>(
    `select sealed_text from "authorization".otp_verification where verification_id = $1`,
    [id],
  );
  return testApp.ports.authorizationVault.openText('01', id, row?.sealed_text ?? Buffer.alloc(0));
};

const eventNames = async (id: string): Promise<readonly string[]> =>
  (await testApp.eventsOf('verification', id)).map(({ name }) => name);

describe('a code that is due', () => {
  test('goes to delivery as a code, for as long as it is valid', async () => {
    const { code, id, user } = await steps.sent();
    expect(await dispatchCodes(testApp.context())).toBe(1);
    const message = await messageOf(id);
    expect(message).toMatchObject({
      medium: 'sms',
      lane: 0,
      status: 'queued',
      message_kind: 'one-time-password',
      expires: (await steps.row(id)).expires_at,
    });
    expect(textOf(message)).toContain(`@bank.example #${code}`);
    const vault = testApp.ports.correspondence.correspondenceVault;
    const contact = vault.openContact('01', message.communication_id, message.sealed_contact);
    expect(JSON.stringify(contact)).toContain(user.mobileNumber);
    expect(await eventNames(id)).toEqual(['otp-sent']);
  });

  test.each([
    ['payment', true],
    ['consent', true],
    ['login', false],
    [undefined, false],
  ])('for the action %s keeps account numbers in full: %s', async (action, isLinked) => {
    const { id } = await steps.sent({ action, message: 'EUR 50.00 NL91ABNA0417164300' });
    await dispatchCodes(testApp.context());
    expect(textOf(await messageOf(id)).includes('"showsAccounts":true')).toBe(isLinked);
  });

  test('goes by e-mail when requested by e-mail', async () => {
    const user = testApp.users.add();
    const id = idIn(await testApp.post('/otp/email/send', { 'user-id': user.userId }, app()));
    const code = await testApp.codeOf(id);
    await dispatchCodes(testApp.context());
    const message = await messageOf(id);
    expect(message).toMatchObject({ medium: 'email', lane: 0, expires: '2026-11-15T10:10:00Z' });
    expect(textOf(message)).toContain(code);
  });

  test('is removed from its row afterwards, with the number, and still verifies', async () => {
    const { code, id } = await steps.sent({ message: 'Sign in' });
    await dispatchCodes(testApp.context());
    const left = await sealedTextOf(id);
    expect(at(left, 'code')).toBeUndefined();
    expect(at(left, 'contact')).toBeUndefined();
    expect(JSON.stringify(left)).not.toContain(code);
    expect(await steps.row(id)).toMatchObject({ is_due: false });
    expect((await steps.verify(id, code)).status).toBe(204);
  });

  test('is dispatched once, by any number of concurrent workers', async () => {
    const sent = await Promise.all(Array.from({ length: 10 }, () => steps.sent()));
    const before = (await messages()).length;
    const looked = await Promise.all(Array.from({ length: 6 }, () => dispatchCodes(testApp.context())));
    expect(looked.reduce((sum, count) => sum + count, 0)).toBe(10);
    expect((await messages()).length - before).toBe(10);
    expect(await dispatchCodes(testApp.context())).toBe(0);
    for (const { id } of sent) expect(await eventNames(id)).toEqual(['otp-sent']);
  });

  test('is dispatched once when the first worker was too slow', async () => {
    const { id } = await steps.sent();
    const before = (await messages()).length;
    await testApp.database.query(
      `update "authorization".otp_verification set dispatch_at = $2 where verification_id = $1`,
      [id, '2026-11-15T10:00:15Z'],
    );
    expect(await dispatchCodes(testApp.context())).toBe(0);
    testApp.clock.advance({ seconds: 15 });
    expect(await dispatchCodes(testApp.context())).toBe(1);
    expect((await messages()).length - before).toBe(1);
  });

  test('of another bank is not dispatched', async () => {
    await steps.sent();
    expect(await dispatchCodes(testApp.context('02'))).toBe(0);
    expect(await dispatchCodes(testApp.context())).toBe(1);
  });

  test('waits when there are more than a batch', async () => {
    for (let count = 0; count < 23; count += 1) await steps.sent();
    const looked = [await dispatchCodes(testApp.context()), await dispatchCodes(testApp.context())];
    expect(looked).toEqual([20, 3]);
  });
});

describe('nothing is dispatched', () => {
  const idle: readonly (readonly [string, () => Promise<string>])[] = [
    ['for an unknown user', async () => idIn(await steps.sendTo('unknown.user.name'))],
    [
      'for a suspended user',
      async () => idIn(await steps.sendTo(testApp.users.add({ status: 'suspended' }).userId)),
    ],
    [
      'once a newer code superseded it',
      async () => {
        const { id, user } = await steps.sent();
        idIn(await testApp.post('/otp/email/send', { 'user-id': user.userId, action: 'login' }, app()));
        return id;
      },
    ],
    [
      'once it has expired',
      async () => {
        const { id } = await steps.sent();
        testApp.clock.advance({ minutes: 5 });
        return id;
      },
    ],
  ];
  test.each(idle)('%s, and the code is removed all the same', async (_, make) => {
    const id = await make();
    await dispatchCodes(testApp.context());
    expect(await steps.row(id)).toMatchObject({ communication_id: null, is_due: false });
    expect(at(await sealedTextOf(id), 'code')).toBeUndefined();
    expect(await eventNames(id)).toEqual([]);
  });
});

describe('a newer code', () => {
  test('cancels the older message when it was not sent yet', async () => {
    const { id, user } = await steps.sent();
    await dispatchCodes(testApp.context());
    expect(await messageOf(id)).toMatchObject({ status: 'queued' });
    testApp.clock.advance({ seconds: 31 });
    const fresh = idIn(await steps.sendTo(user.userId));
    await dispatchCodes(testApp.context());
    expect(await messageOf(id)).toMatchObject({ status: 'cancelled' });
    expect(await messageOf(fresh)).toMatchObject({ status: 'queued' });
  });

  test('for another action leaves the older message unchanged', async () => {
    const { id, user } = await steps.sent();
    await dispatchCodes(testApp.context());
    testApp.clock.advance({ seconds: 31 });
    idIn(await steps.sendTo(user.userId, { action: 'contact-change' }));
    await dispatchCodes(testApp.context());
    expect(await messageOf(id)).toMatchObject({ status: 'queued' });
  });

  test('cancels each of several older ones', async () => {
    const { id, user } = await steps.sent();
    const ids = [id];
    await dispatchCodes(testApp.context());
    for (const seconds of [31, 61]) {
      testApp.clock.advance({ seconds });
      ids.push(idIn(await steps.sendTo(user.userId)));
      await dispatchCodes(testApp.context());
    }
    const statuses = await Promise.all(ids.map(async (each) => (await messageOf(each)).status));
    expect(statuses).toEqual(['cancelled', 'cancelled', 'queued']);
  });
});

test('without a template a code stays due, and is dispatched when there is one', async () => {
  await using bare = await createAuthorizationTestApp({ poolSize: 5 });
  const its = otpSteps(bare);
  const { code, id } = await its.sent();
  expect(await dispatchCodes(bare.context())).toBe(1);
  expect(await its.row(id)).toMatchObject({ is_due: true, communication_id: null });
  expect(await bare.eventsOf('verification', id)).toEqual([]);
  expect(await bare.codeOf(id)).toBe(code);
  await publishCodeTemplate(bare);
  expect(await dispatchCodes(bare.context())).toBe(0);
  bare.clock.advance({ seconds: 15 });
  expect(await dispatchCodes(bare.context())).toBe(1);
  expect(await its.row(id)).toMatchObject({ is_due: false });
  expect((await bare.eventsOf('verification', id)).map(({ name }) => name)).toEqual(['otp-sent']);
});

test('a request sent twice with one idempotency key is one message', async () => {
  const before = (await messages()).length;
  const body = { 'user-id': testApp.users.add().userId, action: 'login' };
  await steps.keyed('/otp/sms/send', body, 'one-message-0123456789');
  await dispatchCodes(testApp.context());
  await steps.keyed('/otp/sms/send', body, 'one-message-0123456789');
  await dispatchCodes(testApp.context());
  expect((await messages()).length - before).toBe(1);
});
