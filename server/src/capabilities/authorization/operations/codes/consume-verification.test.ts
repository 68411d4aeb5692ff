import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '#platform/auth/caller.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { assignVerifications } from './assign-verifications.ts';
import { consumeVerification } from './consume-verification.ts';
import { isContactProven } from './is-contact-proven.ts';
import { isVerified } from './is-verified.ts';
import { sendContactCode } from './send-contact-code.ts';
import { sendOtp } from './send-otp.ts';
import { verifyOtp } from './verify-otp.ts';

const many = 20;
let app: AuthorizationTestApp;
beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

type Channel = 'sms' | 'email';
type Ctx = Context & AuthorizationPorts;

const client = (clientId: string): Ctx => {
  const scopes = new Set(['authorization.otp', 'authorization.otp.unregistered']);
  const caller: Caller = { kind: 'application', clientId, bankId: '01', scopes, binding: 'none' };
  return { ...app.context(), caller };
};
const own = (): Ctx => client('sign-up');

let numbers = 0;
function newContact(channel: Channel): string {
  numbers += 1;
  return channel === 'sms' ? `+4915188${String(100_000 + numbers)}` : `unknown.${numbers}@example.org`;
}

interface Proof {
  readonly channel: Channel;
  readonly contact: string;
  readonly verificationId: string;
}

async function sent(
  channel: Channel,
  contact = newContact(channel),
  action: 'registration' | 'password-reset' = 'registration',
): Promise<Proof> {
  const request = { channel, contact, action, message: undefined, userName: undefined };
  return { channel, contact, verificationId: await sendOtp(own(), request) };
}

async function passed(channel: Channel, contact?: string): Promise<Proof> {
  const proof = await sent(channel, contact);
  const { verificationId } = proof;
  await verifyOtp(own(), { channel, verificationId, otp: await app.codeOf(verificationId) });
  return proof;
}

const use = (proof: Proof, ctx: Ctx = own()): Promise<boolean> =>
  runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'verification', aggregateId: proof.verificationId, changes: [] });
    return consumeVerification(ctx, work, { ...proof, usedFor: 'registration' });
  });

describe('useVerification', () => {
  test('the right contact is proven once, by number or by address', async () => {
    for (const channel of ['sms', 'email'] as const) {
      const proof = await passed(channel);
      expect([await use(proof), await use(proof)]).toEqual([true, false]);
    }
  });

  test('an address is the same in every spelling, as when codes are counted', async () => {
    const proof = await passed('email', 'Some.Body@Example.org');
    expect(await use({ ...proof, contact: 'some.body@example.org' })).toBe(true);
  });

  test('of twenty concurrent commands one consumes it', async () => {
    const proof = await passed('sms');
    const responses = await Promise.all(Array.from({ length: many }, () => use(proof)));
    expect(responses.filter(Boolean)).toHaveLength(1);
  });

  test.each<[string, (proof: Proof) => Partial<Proof>]>([
    ['another contact', () => ({ contact: newContact('sms') })],
    ['another way', () => ({ channel: 'email' })],
    ['a verification that never was', () => ({ verificationId: 'never-was' })],
  ])('%s proves nothing, and the proof stays good', async (_, changed) => {
    const proof = await passed('sms');
    expect(await use({ ...proof, ...changed(proof) })).toBe(false);
    expect(await use(proof)).toBe(true);
  });

  test('a code for another action proves no contact for a registration', async () => {
    const proof = await sent('sms', undefined, 'password-reset');
    const { channel, verificationId } = proof;
    await verifyOtp(own(), { channel, verificationId, otp: await app.codeOf(verificationId) });
    expect(await isVerified(own(), app.context().db, proof)).toBe(false);
    expect(await use(proof)).toBe(false);
  });

  test('another client or bank cannot consume it', async () => {
    const proof = await passed('email');
    expect(await use(proof, client('thief'))).toBe(false);
    expect(await use(proof, { ...app.context('nl'), caller: { ...own().caller } })).toBe(false);
    expect(await use(proof)).toBe(true);
  });

  test('a code to an address with a tag proves that address only: at some providers the other one is another person', async () => {
    const proof = await passed('email', 'victim+mine@example.org');
    const victim = { ...proof, contact: 'victim@example.org' };
    expect(await isContactProven(own(), own().db, victim)).toBe(false);
    expect(await isVerified(own(), own().db, victim)).toBe(false);
    expect(await isVerified(own(), own().db, proof)).toBe(true);
    expect(await use(victim)).toBe(false);
    const spelled = { ...proof, contact: 'Victim+Mine@EXAMPLE.org' };
    expect(await isContactProven(own(), own().db, spelled)).toBe(true);
    expect(await use(spelled)).toBe(true);
  });

  test('a code that was not verified proves nothing', async () => {
    expect(await use(await sent('sms'))).toBe(false);
  });

  test('a proof expires after a quarter of an hour', async () => {
    const [inTime, late] = [await passed('sms'), await passed('sms')];
    app.clock.advance({ minutes: 15 });
    app.clock.advance({ milliseconds: -1 });
    expect(await use(inTime)).toBe(true);
    app.clock.advance({ milliseconds: 1 });
    expect(await use(late)).toBe(false);
  });

  test('the proof of a contact change is no proof for a sign-up', async () => {
    const contact = newContact('sms');
    const { userId } = app.users.add();
    const request = { channel: 'sms', contact, language: undefined, validFor: { minutes: 15 } } as const;
    const verificationId = await sendContactCode(own(), { ...request, userId });
    await verifyOtp(own(), { channel: 'sms', verificationId, otp: await app.codeOf(verificationId) });
    expect(await use({ channel: 'sms', contact, verificationId })).toBe(false);
  });
});

describe('isContactProven', () => {
  const isProven = ({ channel, contact }: Proof, ctx: Ctx = own()): Promise<boolean> =>
    isContactProven(ctx, ctx.db, { channel, contact });

  test.each(['sms', 'email'] as const)(
    'accepts a verified code by %s, and consumes nothing',
    async (channel) => {
      const proof = await passed(channel);
      expect([await isProven(proof), await isProven(proof)]).toEqual([true, true]);
      expect(await use(proof)).toBe(true);
      expect(await isProven(proof)).toBe(false);
    },
  );

  test('refuses a code that was not verified, belongs to another client, or is old', async () => {
    expect(await isProven(await sent('sms'))).toBe(false);
    const proof = await passed('sms');
    expect(await isProven(proof, client('another'))).toBe(false);
    expect(await isProven({ ...proof, contact: newContact('sms') })).toBe(false);
    app.clock.advance({ minutes: 16 });
    expect(await isProven(proof)).toBe(false);
  });
});

test('assignVerifications assigns the messages of codes to a customer, and takes none from another', async () => {
  const proof = await passed('sms');
  const communicationId = '019c0000-0000-7000-8000-000000000001';
  await app.database.query(
    `update "authorization".otp_verification set communication_id = $2 where verification_id = $1`,
    [proof.verificationId, communicationId],
  );
  await app.database.query(
    `insert into correspondence.communication
       (bank_id, communication_id, message_id, content_id, sender_id, medium, lane, status, message_kind,
        message_category, priority, urgency, sealed_contact, recipient_index, further_media, release_at, due_at,
        expires_at, settled_at, retry_count, row_version, created_at, modified_at)
     values ('01', $1, $1, $1, 'test', 'sms', 0, 'delivered', 'one-time-password', 'security', 'high', 'urgent',
             '', '', '{}', $2, $2, $2::timestamptz + interval '1 hour', $2, 0, 1, $2, $2)`,
    [communicationId, app.clock.now().toString()],
  );
  const assign = (customerNumber: string): Promise<void> =>
    runCommand(own(), async (work) => {
      const verificationIds = [proof.verificationId, 'unknown'];
      await assignVerifications(own(), work, { customerNumber, verificationIds });
      work.audit({ aggregateKind: 'test', aggregateId: 'test', changes: [] });
    });
  for (const customerNumber of ['1000000001', '1000000002']) await assign(customerNumber);
  const [row] = await app.database.query<{ customer_number: string }>(
    'select customer_number from correspondence.communication where communication_id = $1',
    [communicationId],
  );
  expect(row?.customer_number).toBe('1000000001');
});
