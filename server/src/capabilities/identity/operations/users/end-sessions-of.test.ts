import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { endSessionsOf } from './end-sessions-of.ts';

const ended: string[] = [];
let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp({
    ports: {
      sessions: {
        endAll: (_context, _work, { exceptSignInAt, userId }) =>
          void ended.push(`${userId} ${exceptSignInAt?.toString() ?? 'all'}`),
      },
    },
  });
});
afterAll(() => app[Symbol.asyncDispose]());

test('endSessionsOf ends the sign-ins of a user, except the one that is named', async () => {
  const { userId } = await app.register();
  const ctx = app.context();
  for (const exceptSignInAt of [undefined, app.clock.now()])
    await runCommand(ctx, async (work) => {
      work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
      await endSessionsOf(ctx, work, { userId, exceptSignInAt });
    });
  expect(ended).toEqual([`${userId} all`, `${userId} ${app.clock.now().toString()}`]);
});
