import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { listSigningKeys } from './list-signing-keys.ts';
import { provideSigningKeys } from './provide-signing-keys.ts';
import { purgeExpired } from './purge-expired.ts';
import { rotateSigningKeys } from './rotate-signing-keys.ts';

let app: ServerTestApp;
beforeAll(async () => {
  app = await createServerTestApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const pace = { announceSeconds: 60, overlapSeconds: 360 };
const ctx = (bankId: string): Parameters<typeof provideSigningKeys>[0] => ({
  ...app.contextFor(bankId),
  signingKeyVault: app.signingKeyVault,
});

describe('provide-signing-keys', () => {
  it('creates one key for each token class, and no second one', async () => {
    expect(await provideSigningKeys(ctx('01'))).toBe(0);
    const keys = await listSigningKeys(ctx('01'));
    expect(keys.map(({ tokenClass }) => tokenClass).toSorted()).toEqual(['access-token', 'id-token']);
  });

  it('creates separate keys for every bank', async () => {
    const [one, other] = await Promise.all([listSigningKeys(ctx('01')), listSigningKeys(ctx('02'))]);
    const ids = [...one, ...other].map(({ keyId }) => keyId);
    expect(new Set(ids).size).toBe(4);
  });

  it('run by many processes at once creates one key', async () => {
    await app.database.query("delete from oauth.signing_key where bank_id = 'nl'");
    const made = await Promise.all(Array.from({ length: 5 }, () => provideSigningKeys(ctx('nl'))));
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await listSigningKeys(ctx('nl'))).toHaveLength(2);
  });

  it('replaces keys that have signed for 90 days', async () => {
    app.moveTime(91 * 86_400);
    expect(await provideSigningKeys(ctx('02'))).toBe(2);
    expect(await listSigningKeys(ctx('02'))).toHaveLength(4);
  });
});

describe('rotate-signing-keys', () => {
  it('never returns a private key, not even encrypted', async () => {
    const [key] = await listSigningKeys(ctx('01'));
    expect(Object.keys(key ?? {})).not.toContain('sealedPrivateKey');
    expect(key?.publicKey).not.toHaveProperty('d');
  });

  it('stores private keys encrypted in the database', async () => {
    const rows = await app.database.query<{ sealed_private_key: Buffer }>('select * from oauth.signing_key');
    for (const { sealed_private_key: sealed } of rows) expect(sealed.includes('"d"')).toBe(false);
  });

  it('run concurrently fails (rotation-under-way), and creates one key', async () => {
    const before = await listSigningKeys(ctx('01'));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => rotateSigningKeys(ctx('01'), { tokenClass: 'access-token', pace })),
    );
    const after = await listSigningKeys(ctx('01'));
    const won = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(won).toBeGreaterThanOrEqual(1);
    expect(after.length - before.length).toBe(won);
    expect(
      after.filter(({ tokenClass, verifiesUntil }) => tokenClass === 'access-token' && !verifiesUntil),
    ).toHaveLength(1);
    const refusals = outcomes.filter(({ status }) => status === 'rejected');
    expect(refusals.map((refusal) => at(refusal, 'reason', 'literal'))).toEqual(
      refusals.map(() => 'rotation-under-way'),
    );
  });

  it('returns when the key really signs, also for the first one, which signs at once', async () => {
    await app.database.query("delete from oauth.signing_key where bank_id = 'nl'");
    const first = await rotateSigningKeys(ctx('nl'), { tokenClass: 'access-token', pace });
    const [kept] = await listSigningKeys(ctx('nl'));
    await provideSigningKeys(ctx('nl'));
    expect(kept).toMatchObject({ keyId: first.keyId });
    expect(kept?.signsFrom.toString()).toBe(first.signsFrom.toString());
  });

  it('is audited: who, which key, which predecessor', async () => {
    const key = await rotateSigningKeys(ctx('01'), { tokenClass: 'id-token', pace });
    const [entry] = await app.database.query<{ record: string }>(
      "select record from platform.audit_entry where aggregate_kind = 'signing-key' and aggregate_id = $1",
      [key.keyId],
    );
    expect(JSON.parse(entry?.record ?? '{}')).toMatchObject({
      changes: [{ field: 'tokenClass', after: 'id-token' }, { field: 'predecessor' }],
    });
  });
});

describe('purge-expired', () => {
  it('deletes keys whose overlap has ended, and no other', async () => {
    await rotateSigningKeys(ctx('nl'), { tokenClass: 'access-token', pace });
    const before = await listSigningKeys(ctx('nl'));
    await purgeExpired(ctx('nl'));
    expect(await listSigningKeys(ctx('nl'))).toHaveLength(before.length);
    app.moveTime(60 + 360 + 1);
    await purgeExpired(ctx('nl'));
    expect(await listSigningKeys(ctx('nl'))).toHaveLength(before.length - 1);
  });
});
