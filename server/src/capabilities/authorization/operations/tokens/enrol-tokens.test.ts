import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import { runCommand } from '#platform/work/command.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import { enrolToken } from '../../testing/enrolled-token.suite.ts';
import { otpSteps } from '../../testing/otp-steps.suite.ts';
import {
  enrolled,
  newSerial,
  type TokenSteps,
  tokenSteps,
  withHotp,
} from '../../testing/token-steps.suite.ts';
import { cleanUpAuthorization } from '../clean-up-authorization.ts';
import { assignToken } from './assign-token.ts';
import { endTokens } from './end-tokens.ts';
import { type ImportedToken, importTokens } from './import-tokens.ts';

let testApp: AuthorizationTestApp;
let steps: TokenSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  steps = tokenSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => testApp.clock.set('2026-11-15T10:00:00Z'));

interface TokenRow {
  readonly user_id: string | null;
  readonly status: string;
  readonly kind: string;
  readonly row: string;
}

const rowsOf = (column: 'serial' | 'user_id' | 'token_id', value: string): Promise<readonly TokenRow[]> =>
  testApp.database.query<TokenRow>(
    `select user_id, status, kind, t::text as row from "authorization".oath_token t where ${column}::text = $1
      order by token_id`,
    [value],
  );

const capOf = async (subject: string): Promise<number | undefined> => {
  const [row] = await testApp.database.query<{ daily_cap: number }>(
    `select daily_cap from "authorization".factor_attempts where subject = $1`,
    [subject],
  );
  return row?.daily_cap;
};

const seed = new Secret<Uint8Array>(Buffer.from('12345678901234567890'));
/** RFC 4226, appendix D. */
const firstCode = '755224';
const hotp = (serial: string): ImportedToken => ({
  serial,
  kind: 'hotp',
  suite: 'sha1',
  digits: 6,
  stepSeconds: 30,
  seed,
  counter: 0,
  drift: 0,
});

const end = (userId: string, deviceId?: string): Promise<number> => {
  const ctx = testApp.context();
  return runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
    return endTokens(ctx, work, deviceId === undefined ? { userId } : { userId, deviceId });
  });
};

describe('a token made for a device', () => {
  test('has its own long seed that is stored in no plain text', async () => {
    const { userId } = testApp.users.add();
    const [totp, ocra] = [
      await enrolToken(testApp.context(), { userId, deviceId: 'd1', kind: 'totp' }),
      await enrolToken(testApp.context(), { userId, deviceId: 'd1', kind: 'ocra' }),
    ];
    expect([totp.seed.reveal().length, ocra.seed.reveal().length]).toEqual([32, 64]);
    expect(totp).toMatchObject({ suite: 'sha256', digits: 8, stepSeconds: 30 });
    expect(ocra).toMatchObject({ suite: 'OCRA-1:HOTP-SHA512-8:QN08-T1M', digits: 8, stepSeconds: 60 });
    const rows = await rowsOf('user_id', userId);
    expect(rows.map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
      'ocra awaiting-confirmation',
      'totp awaiting-confirmation',
    ]);
    for (const made of [totp, ocra]) {
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(made.seed.reveal()).toString('hex'));
    }
  });

  test('concurrently created by the dozen leave the right daily cap', async () => {
    const { user } = await withHotp(testApp);
    await Promise.all(Array.from({ length: 6 }, () => enrolled(testApp, 'totp', user)));
    // Six values of the event token and three of each time token, as if all had six digits: 999999 / 240000.
    expect(await capOf(user.userId)).toBe(4);
  });
});

describe('a delivery of tokens', () => {
  test('is inserted into the stock; its codes verify for no user yet', async () => {
    const serials = [newSerial(), newSerial()];
    expect(await importTokens(testApp.context(), serials.map(hotp))).toEqual({ imported: 2, known: [] });
    for (const serial of serials) {
      expect(await rowsOf('serial', serial)).toMatchObject([{ status: 'stock', user_id: null }]);
    }
  });

  test('with some known tokens leaves these unchanged', async () => {
    const known = await withHotp(testApp);
    const fresh = newSerial();
    const outcome = await importTokens(testApp.context(), [
      { ...hotp(known.tokenId), counter: 0 },
      hotp(fresh),
    ]);
    expect(outcome).toEqual({ imported: 1, known: [known.tokenId] });
    expect(await rowsOf('serial', known.tokenId)).toMatchObject([
      { status: 'active', user_id: known.user.userId },
    ]);
  });

  test('with a duplicate serial number is inserted not at all, or once', async () => {
    const serial = newSerial();
    await importTokens(testApp.context(), [hotp(serial), hotp(serial)]).catch(() => undefined);
    expect((await rowsOf('serial', serial)).length).toBeLessThanOrEqual(1);
  });

  test('imported by two concurrent commands is inserted once', async () => {
    const serials = Array.from({ length: 5 }, () => newSerial());
    await Promise.allSettled(
      Array.from({ length: 4 }, () => importTokens(testApp.context(), serials.map(hotp))),
    );
    for (const serial of serials) expect(await rowsOf('serial', serial)).toHaveLength(1);
  });

  test('of another bank is another delivery', async () => {
    const serial = newSerial();
    await importTokens(testApp.context('02'), [hotp(serial)]);
    expect(await importTokens(testApp.context(), [hotp(serial)])).toEqual({ imported: 1, known: [] });
    expect(await rowsOf('serial', serial)).toHaveLength(2);
  });
});

describe('a token from the stock', () => {
  test('is assigned to one user, however many concurrent commands there are', async () => {
    const serial = newSerial();
    await importTokens(testApp.context(), [hotp(serial)]);
    const users = Array.from({ length: 8 }, () => testApp.users.add());
    const outcomes = await Promise.all(
      users.map(({ username }) =>
        assignToken(testApp.context(), { serial, userName: username, code: firstCode }),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['assigned', ...Array.from({ length: 7 }, () => 'taken')]);
    const winner = users[outcomes.indexOf('assigned')];
    expect(await rowsOf('serial', serial)).toMatchObject([{ status: 'active', user_id: winner?.userId }]);
    expect(await capOf(winner?.userId ?? '')).toBe(16);
  });

  test('is not assigned without a right code, which is consumed', async () => {
    const serial = newSerial();
    await importTokens(testApp.context(), [hotp(serial)]);
    const { userId } = testApp.users.add();
    const assign = (code: string): Promise<string> =>
      assignToken(testApp.context(), { serial, userName: userId, code });
    expect(await assign('000000')).toBe('wrong-code');
    expect(await rowsOf('serial', serial)).toMatchObject([{ status: 'stock', user_id: null }]);
    expect(await assign(firstCode)).toBe('assigned');
    const rows = await testApp.database.query(
      `select status, counter::int from "authorization".oath_token where serial = $1`,
      [serial],
    );
    expect(rows).toEqual([{ status: 'active', counter: 1 }]);
  });

  test('that had a user is assigned to no other', async () => {
    const token = await withHotp(testApp);
    expect(await end(token.user.userId)).toBe(1);
    const other = testApp.users.add();
    expect(
      await assignToken(testApp.context(), {
        serial: token.tokenId,
        userName: other.userId,
        code: firstCode,
      }),
    ).toBe('taken');
    expect(await rowsOf('serial', token.tokenId)).toMatchObject([
      { status: 'ended', user_id: token.user.userId },
    ]);
  });

  test('must exist, and so must its user', async () => {
    const { userId } = testApp.users.add();
    expect(
      await assignToken(testApp.context(), { serial: 'SN-none', userName: userId, code: firstCode }),
    ).toBe('no-such-token');
    const serial = newSerial();
    await importTokens(testApp.context(), [hotp(serial)]);
    await expect(
      assignToken(testApp.context(), { serial, userName: 'unknown', code: firstCode }),
    ).rejects.toMatchObject({
      literal: 'no-such-user',
    });
    expect(await rowsOf('serial', serial)).toMatchObject([{ status: 'stock' }]);
  });

  test('of another bank is unknown', async () => {
    const serial = newSerial();
    await importTokens(testApp.context('02'), [hotp(serial)]);
    const { userId } = testApp.users.add();
    expect(await assignToken(testApp.context(), { serial, userName: userId, code: firstCode })).toBe(
      'no-such-token',
    );
  });
});

describe('ended tokens', () => {
  test('are those of the device, or all of the user, and of no other user', async () => {
    const user = testApp.users.add();
    const enrol = (deviceId: string) =>
      enrolToken(testApp.context(), { userId: user.userId, deviceId, kind: 'totp' });
    const [one, two] = [await enrol('d1'), await enrol('d2')];
    const other = await enrolled(testApp, 'totp');
    expect(await end(user.userId, 'd1')).toBe(1);
    expect(await rowsOf('token_id', one.tokenId)).toMatchObject([{ status: 'ended' }]);
    expect(await rowsOf('token_id', two.tokenId)).toMatchObject([{ status: 'awaiting-confirmation' }]);
    expect(await end(user.userId)).toBe(1);
    expect(await end(user.userId)).toBe(0);
    expect((await steps.oath(other.user.userId, other.codeNow())).status).toBe(204);
  });

  test('verify no code from then on', async () => {
    const token = await enrolled(testApp, 'totp');
    await end(token.user.userId);
    expect(refusalOf(await steps.oath(token.user.userId, token.codeNow()))).toBe('440 bad-otp');
  });

  test('during a verification end before or after it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const token = await enrolled(testApp, 'totp');
      const [response] = await Promise.all([
        steps.oath(token.user.userId, token.codeNow()),
        end(token.user.userId),
      ]);
      expect([204, 440]).toContain(response.status);
      expect(await rowsOf('token_id', token.tokenId)).toMatchObject([{ status: 'ended' }]);
    }
  });

  test('of one device leave the challenges of another device open', async () => {
    const user = testApp.users.add();
    const other = await enrolled(testApp, 'ocra', user);
    await enrolToken(testApp.context(), { userId: user.userId, deviceId: 'lost', kind: 'ocra' });
    const { code, id } = await steps.newChallenge(user.userId);
    await end(user.userId, 'lost');
    const response = await steps.answer(id, other.answerTo(code));
    expect(['204', '440 no-such-challenge']).toContain(refusalOf(response));
  });
});

describe('clean-up', () => {
  test('purges rows after a day, and nothing younger', async () => {
    const otp = otpSteps(testApp);
    const ocra = await enrolled(testApp, 'ocra');
    const old = await otp.sent();
    const request = await steps.newChallenge(ocra.user.userId);
    testApp.clock.advance({ hours: 23, minutes: 59 });
    const young = await otp.sent();
    await cleanUpAuthorization(testApp.context());
    expect(await otp.attempts(old.id)).toBe(0);
    testApp.clock.advance({ minutes: 2 });
    await cleanUpAuthorization(testApp.context('02'));
    expect(await otp.attempts(old.id)).toBe(0);
    expect(await cleanUpAuthorization(testApp.context())).toBeGreaterThanOrEqual(2);
    expect(await otp.attempts(old.id)).toBe(-1);
    await expect(steps.challengeRow(request.id)).rejects.toThrow('no such challenge');
    expect(await otp.attempts(young.id)).toBe(0);
    expect(refusalOf(await otp.verify(old.id, old.code))).toBe('440 no-such-verification');
    expect((await otp.verify(young.id, young.code)).status).toBe(204);
  });

  test('never purges a lockout, an attempt of the last day or a lower daily cap', async () => {
    const suspended = await enrolled(testApp, 'totp');
    const counted = await withHotp(testApp);
    const recent = await enrolled(testApp, 'totp');
    for (const minutes of [30, 120, 0]) {
      for (let attempt = 1; attempt <= 5; attempt += 1)
        await steps.oath(suspended.user.userId, '00000000', app());
      testApp.clock.advance({ minutes });
    }
    testApp.clock.advance({ days: 3 });
    await steps.oath(recent.user.userId, '00000000');
    testApp.clock.advance({ hours: 23 });
    await cleanUpAuthorization(testApp.context());
    expect(refusalOf(await steps.oath(suspended.user.userId, suspended.codeNow()))).toBe(
      '429 too-many-requests',
    );
    expect(await capOf(counted.user.userId)).toBe(16);
    expect(await capOf(recent.user.userId)).toBe(20);
  });
});
