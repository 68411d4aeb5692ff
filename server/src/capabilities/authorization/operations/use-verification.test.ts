import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '#platform/auth/caller.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { type AuthorizationWorld, createAuthorizationWorld } from '../ports/authorization-world.suite.ts';
import { sendContactCode } from './send-contact-code.ts';
import { sendOtp } from './send-otp.ts';
import { useVerification } from './use-verification.ts';
import { verifyOtp } from './verify-otp.ts';

const many = 20;
let world: AuthorizationWorld;
beforeAll(async () => {
  world = await createAuthorizationWorld({ poolSize: 10 });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.set('2026-11-15T10:00:00Z'));

type Channel = 'sms' | 'email';
type Ctx = Context & AuthorizationPorts;

const client = (clientId: string): Ctx => {
  const scopes = new Set(['authorization.otp', 'authorization.otp.unregistered']);
  const caller: Caller = { kind: 'application', clientId, bankId: '01', scopes, binding: 'none' };
  return { ...world.context(), caller };
};
const own = (): Ctx => client('sign-up');

let numbers = 0;
function newContact(channel: Channel): string {
  numbers += 1;
  return channel === 'sms' ? `+4915188${String(100_000 + numbers)}` : `stranger.${numbers}@example.org`;
}

interface Proof {
  readonly channel: Channel;
  readonly contact: string;
  readonly verificationId: string;
}

async function sent(channel: Channel, contact = newContact(channel)): Promise<Proof> {
  const asked = {
    channel,
    contact,
    action: 'registration',
    message: undefined,
    userName: undefined,
  } as const;
  return { channel, contact, verificationId: await sendOtp(own(), asked) };
}

async function passed(channel: Channel, contact?: string): Promise<Proof> {
  const proof = await sent(channel, contact);
  const { verificationId } = proof;
  await verifyOtp(own(), { channel, verificationId, otp: await world.codeOf(verificationId) });
  return proof;
}

const use = (proof: Proof, ctx: Ctx = own()): Promise<boolean> =>
  runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'verification', aggregateId: proof.verificationId, changes: [] });
    return useVerification(ctx, work, { ...proof, usedFor: 'registration' });
  });

describe('useVerification', () => {
  test('the right contact is proven once, by number or by address', async () => {
    for (const channel of ['sms', 'email'] as const) {
      const proof = await passed(channel);
      expect([await use(proof), await use(proof)]).toEqual([true, false]);
    }
  });

  test('an address is the same however it is written, as when codes are counted', async () => {
    const proof = await passed('email', 'Some.Body@Example.org');
    expect(await use({ ...proof, contact: 'some.body@example.org' })).toBe(true);
  });

  test('by twenty at once it is proven to one', async () => {
    const proof = await passed('sms');
    const answers = await Promise.all(Array.from({ length: many }, () => use(proof)));
    expect(answers.filter(Boolean)).toHaveLength(1);
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

  test('another client proves nothing with it, nor does another bank', async () => {
    const proof = await passed('email');
    expect(await use(proof, client('thief'))).toBe(false);
    expect(await use(proof, { ...world.context('nl'), caller: { ...own().caller } })).toBe(false);
    expect(await use(proof)).toBe(true);
  });

  test('a code that nobody typed in proves nothing', async () => {
    expect(await use(await sent('sms'))).toBe(false);
  });

  test('whoever takes longer than a quarter of an hour proves it anew', async () => {
    const [inTime, late] = [await passed('sms'), await passed('sms')];
    world.clock.advance({ minutes: 15 });
    world.clock.advance({ milliseconds: -1 });
    expect(await use(inTime)).toBe(true);
    world.clock.advance({ milliseconds: 1 });
    expect(await use(late)).toBe(false);
  });

  test('what a user proved for a change is no proof for somebody who signs up', async () => {
    const contact = newContact('sms');
    const { userId } = world.users.add();
    const asked = { channel: 'sms', contact, language: undefined, validFor: { minutes: 15 } } as const;
    const verificationId = await sendContactCode(own(), { ...asked, userId });
    await verifyOtp(own(), { channel: 'sms', verificationId, otp: await world.codeOf(verificationId) });
    expect(await use({ channel: 'sms', contact, verificationId })).toBe(false);
  });
});
