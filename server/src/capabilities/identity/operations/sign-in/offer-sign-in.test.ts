import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { offerSignIn } from './offer-sign-in.ts';
import { submitSignIn } from './submit-sign-in.ts';
import { viewSignIn } from './view-sign-in.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

describe('offerSignIn', () => {
  test('returns the first page, the same each time it is viewed, and stores nothing', async () => {
    const ctx = app.context();
    const handle = offerSignIn(ctx, { isReset: false });
    const [first, second] = [await viewSignIn(ctx, handle), await viewSignIn(ctx, handle)];
    expect(first).toMatchObject({ kind: 'identify' });
    expect(second).toEqual(first);
    const reset = offerSignIn(ctx, { isReset: true });
    expect(await viewSignIn(ctx, reset)).toMatchObject({ kind: 'temporary-password', asksName: true });
    expect(await app.database.query('select 1 from identity.sign_in')).toEqual([]);
  });

  test('is valid at its own bank, with its own secret, and until it expires', async () => {
    const ctx = app.context();
    const handle = offerSignIn(ctx, { isReset: false });
    const other = offerSignIn(ctx, { isReset: false });
    expect(await viewSignIn(app.context('02'), handle)).toBeUndefined();
    expect(await viewSignIn(ctx, { ...handle, secret: other.secret })).toBeUndefined();
    // The id contains the time; an id with another time has another secret.
    const later = `${handle.signInId.slice(0, 4)}_${handle.signInId.slice(5)}`;
    expect(await viewSignIn(ctx, { ...handle, signInId: later })).toBeUndefined();
    app.clock.advance({ seconds: 900 });
    expect(await viewSignIn(ctx, handle)).toBeUndefined();
  });

  test('creates one row, however many forms are submitted at once', async () => {
    const ctx = app.context();
    const handle = offerSignIn(ctx, { isReset: false });
    const csrf = ctx.identityVault.csrfOf(ctx.bankId, handle.secret);
    const fields = new Map(Object.entries({ csrf, step: 'identify', username: 'anybody.at.all' }));
    const browserInfo = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => submitSignIn(ctx, { ...handle, fields, browserInfo })),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ kind: 'continues' });
    const rows = await app.database.query('select 1 from identity.sign_in where sign_in_id = $1', [
      handle.signInId,
    ]);
    expect(rows).toHaveLength(1);
  });
});
