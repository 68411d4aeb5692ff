import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityTestApp, type IdentityTestApp } from '../testing/identity-test-app.suite.ts';
import { offerSignIn } from './offer-sign-in.ts';
import { submitSignIn } from './submit-sign-in.ts';
import { viewSignIn } from './view-sign-in.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

describe('offerSignIn', () => {
  test('gives the first page, the same each time it is looked at, and stores nothing', async () => {
    const ctx = app.context();
    const held = offerSignIn(ctx, { isReset: false });
    const [first, second] = [await viewSignIn(ctx, held), await viewSignIn(ctx, held)];
    expect(first).toMatchObject({ kind: 'identify' });
    expect(second).toEqual(first);
    const reset = offerSignIn(ctx, { isReset: true });
    expect(await viewSignIn(ctx, reset)).toMatchObject({ kind: 'temporary-password', asksName: true });
    expect(await app.database.query('select 1 from identity.sign_in')).toEqual([]);
  });

  test('is good at its own bank, with its own secret, and for its time', async () => {
    const ctx = app.context();
    const held = offerSignIn(ctx, { isReset: false });
    const other = offerSignIn(ctx, { isReset: false });
    expect(await viewSignIn(app.context('02'), held)).toBeUndefined();
    expect(await viewSignIn(ctx, { ...held, secret: other.secret })).toBeUndefined();
    // The id says when it was made; one that says something else has another secret.
    const later = `${held.signInId.slice(0, 4)}_${held.signInId.slice(5)}`;
    expect(await viewSignIn(ctx, { ...held, signInId: later })).toBeUndefined();
    app.clock.advance({ seconds: 900 });
    expect(await viewSignIn(ctx, held)).toBeUndefined();
  });

  test('leads to one row, however many forms come at once', async () => {
    const ctx = app.context();
    const held = offerSignIn(ctx, { isReset: false });
    const csrf = ctx.identityVault.csrfOf(ctx.bankId, held.secret);
    const fields = new Map(Object.entries({ csrf, step: 'identify', username: 'anybody.at.all' }));
    const visitor = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => submitSignIn(ctx, { ...held, fields, visitor })),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ kind: 'moved' });
    const rows = await app.database.query('select 1 from identity.sign_in where sign_in_id = $1', [
      held.signInId,
    ]);
    expect(rows).toHaveLength(1);
  });
});
