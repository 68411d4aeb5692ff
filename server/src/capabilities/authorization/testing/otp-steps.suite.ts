import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { User } from '../ports/users.ts';
import { type AuthorizationTestApp, app, base, type Fields } from './authorization-test-app.suite.ts';

/** A code that was sent to a user. */
export interface SentCode {
  readonly id: string;
  readonly code: string;
  readonly user: User;
}

/** Test steps for one-time passwords. */
export interface OtpSteps {
  /** Sends to a new user, by default by SMS for a sign-in. */
  sent(more?: Fields, as?: TokenRequest): Promise<SentCode>;
  sendTo(userName: string, more?: Fields, as?: TokenRequest): Promise<TestResponse>;
  verify(id: string, otp: string, as?: TokenRequest): Promise<TestResponse>;
  attempts(id: string): Promise<number>;
  /** Sends a request with an idempotency key. */
  keyed(path: string, body: Fields, key: string, as?: TokenRequest): Promise<TestResponse>;
  row(id: string): Promise<OtpRow>;
}

/** A stored verification, as text. */
interface OtpRow {
  readonly user_id: string | null;
  readonly subject: string;
  readonly action: string;
  readonly is_dummy: boolean;
  readonly superseded: boolean;
  readonly attempts: number;
  readonly expires_at: string;
  readonly proof_until: string | null;
  readonly communication_id: string | null;
  readonly is_due: boolean;
}

/** Returns another code of the same length. */
export function wrong(code: string): string {
  const last = Number(code.at(-1));
  return `${code.slice(0, -1)}${(last + 1) % 10}`;
}

/** Returns the verification id of a response to a sent code. */
export function idIn({ body, status, text }: TestResponse): string {
  if (status !== 202 || typeof body !== 'string') throw new Error(`not sent: ${status} ${text}`);
  return body;
}

function utc(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ${column}`;
}

export function otpSteps(testApp: AuthorizationTestApp): OtpSteps {
  const sendTo = (userName: string, more: Fields = {}, as = app()): Promise<TestResponse> =>
    testApp.post('/otp/sms/send', { 'user-id': userName, action: 'login', ...more }, as);
  return {
    sendTo,
    sent: async (more, as) => {
      const user = testApp.users.add();
      const id = idIn(await sendTo(user.userId, more, as));
      return { id, user, code: await testApp.codeOf(id) };
    },
    verify: (id, otp, as = app()) => testApp.post('/otp/sms/verify', { 'verification-id': id, otp }, as),
    attempts: async (id) => {
      const [row] = await testApp.database.query<{ attempts: number }>(
        `select attempts from "authorization".otp_verification where verification_id = $1`,
        [id],
      );
      return row?.attempts ?? -1;
    },
    keyed: (path, body, key, as = app()) =>
      testApp.call({ method: 'POST', path: `${base}${path}`, as, body, headers: { 'idempotency-key': key } }),
    row: async (id) => {
      const [row] = await testApp.database.query<OtpRow>(
        `select user_id, subject, action, is_dummy, superseded_at is not null as superseded, attempts,
                ${utc('expires_at')}, ${utc('proof_until')}, communication_id, dispatch_at is not null as is_due
           from "authorization".otp_verification where verification_id = $1`,
        [id],
      );
      if (row === undefined) throw new Error('no such verification');
      return row;
    },
  };
}
