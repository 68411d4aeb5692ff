import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#platform/work/context.ts';
import { recoveryContact } from '../domain/recovery.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { createIdentityWorld, type IdentityWorld } from '../ports/identity-world.suite.ts';
import { recoveryWords } from '../ports/recovery-words.suite.ts';
import { sendTemporaryPassword, type TemporaryFor } from './send-temporary-password.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await createIdentityWorld({ poolSize: 10 });
  // Publishes the templates.
  await recoveryWords(world);
});
afterAll(() => world[Symbol.asyncDispose]());

/** The same world, in which something happens while a text is made. */
function whileWriting(happens: () => Promise<void>): Context & IdentityPorts {
  const ctx = world.context();
  const { correspondence } = ctx.authorization;
  const press = {
    ...correspondence.press,
    texts: async (job: Parameters<typeof correspondence.press.texts>[0]) => {
      await happens();
      return correspondence.press.texts(job);
    },
  };
  return {
    ...ctx,
    authorization: { ...ctx.authorization, correspondence: { ...correspondence, press } },
  };
}

function askedFor(userId: string): TemporaryFor {
  return {
    userId,
    wayTo(user) {
      const contact = recoveryContact(user, 'email', world.clock.now());
      return contact && { contact, channel: contact.channel };
    },
  };
}

async function temporariesOf(userId: string): Promise<number> {
  const rows = await world.database.query(
    `select 1 from platform.outbox_event where aggregate_id = $1 and name = 'password-reset-requested'`,
    [userId],
  );
  return rows.length;
}

test('the user is not locked while the message is written', async () => {
  const { userId } = await world.register();
  let isFree = false;
  const ctx = whileWriting(async () => {
    await world.database.query(`select from identity.user_account where user_id = $1 for update nowait`, [
      userId,
    ]);
    isFree = true;
  });
  await sendTemporaryPassword(ctx, askedFor(userId));
  expect(isFree).toBe(true);
  expect(await temporariesOf(userId)).toBe(1);
});

test('a user who was suspended while the message was written gets none', async () => {
  const { userId } = await world.register();
  const ctx = whileWriting(async () => {
    await world.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      userId,
    ]);
  });
  await sendTemporaryPassword(ctx, askedFor(userId));
  expect(await temporariesOf(userId)).toBe(0);
});
