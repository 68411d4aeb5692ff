import { sendOtp, verifyOtp } from '#capabilities/authorization/index.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { app, goodPassword, type IdentityTestApp } from './identity-test-app.suite.ts';

/** An application of the bank's staff, and one for self-registration. */
export const registry = app(['users.register']);
export const signUp = app(['signup']);

export type NewUserBody = Readonly<Record<string, unknown>> & {
  readonly username: string;
  readonly email: string;
  readonly 'phone-number': string;
};

/** Steps of tests about new users. */
export interface SignUpSteps {
  /** The body for a user who does not exist yet. */
  newUser(more?: Readonly<Record<string, unknown>>): NewUserBody;
  /** Registers, by default as the staff application and with a new idempotency key. */
  register(
    body: unknown,
    more?: { readonly as?: TokenRequest; readonly key?: string },
  ): Promise<TestResponse>;
  /** Returns a verification of a contact, made by this client. */
  proof(contact: string, clientId?: string): Promise<string>;
  /** Returns the verifications of both contacts, as a request contains them. */
  proofs(body: NewUserBody, clientId?: string): Promise<{ readonly 'verification-ids': readonly string[] }>;
}

export function signUpSteps(testApp: IdentityTestApp): SignUpSteps {
  let made = 0;
  const register: SignUpSteps['register'] = (body, { as = registry, key } = {}) => {
    made += 1;
    const headers = { 'idempotency-key': key ?? `sign-up-key-${String(made).padStart(12, '0')}` };
    return testApp.send('POST', '/users', { as, body, headers });
  };
  const proof: SignUpSteps['proof'] = async (contact, clientId = 'channel-app') => {
    const channel = contact.includes('@') ? 'email' : 'sms';
    const ctx = testApp.contextAs({
      kind: 'application',
      clientId,
      bankId: '01',
      scopes: new Set(['authorization.otp', 'authorization.otp.unregistered']),
      binding: 'none',
    });
    const codes = { ...ctx, ...ctx.authorization };
    const request = {
      channel,
      action: 'registration',
      message: undefined,
      contact,
      userName: undefined,
    } as const;
    const verificationId = await sendOtp(codes, request);
    await verifyOtp(codes, { channel, verificationId, otp: await testApp.codeOf(verificationId) });
    return verificationId;
  };
  return {
    register,
    proof,
    newUser: (more = {}) => {
      made += 1;
      const number = String(made).padStart(7, '0');
      const contacts = { email: `new.${number}@example.net`, 'phone-number': `+49160${number}1` };
      return { username: `newcomer.${number}`, password: goodPassword, ...contacts, ...more };
    },
    proofs: async (body, clientId) => ({
      'verification-ids': [
        await proof(body.email, clientId),
        await proof(body['phone-number'].replaceAll(/[^+0-9]/gv, ''), clientId),
      ],
    }),
  };
}
