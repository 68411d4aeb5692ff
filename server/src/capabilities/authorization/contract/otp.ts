import Type from 'typebox';
import { closed } from '#dialects/channel/schema-parts.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { otpMessageMax } from '../domain/policy.ts';
import { problems } from '../problems.ts';
import { authorization, done, handle, literalOf, userName } from './interface.ts';

const { Optional } = Type;

const phoneTextMax = 40;
const emailMax = 254;

const aboutCode = {
  action: Optional(literalOf('sensitive-actions')),
  message: Optional(Type.String({ maxLength: otpMessageMax })),
  'user-id': Optional(userName),
} as const;

const verifyRequest = named(
  'CodeVerification',
  'A code that the user entered.',
  Type.Object({ 'verification-id': handle, otp: Type.String({ pattern: '^[0-9]{6,8}$' }) }, closed),
  { 'verification-id': 'From the response that sent the code.' },
);

const accepted = {
  202: {
    description: 'Accepted; the code will be sent. Returned for unknown users as well.',
    body: Type.String({ description: 'verification-id' }),
  },
} as const;

const otpScope = 'authorization.otp';

const byOtp = {
  interface: authorization,
  method: 'POST',
  access: callers({ application: { scope: otpScope } }),
  idempotency: 'optional',
  rate: 'change',
  source: 'S002',
} as const;

const sending = {
  ...byOtp,
  access: callers({ application: { scope: otpScope }, delegate: { scope: otpScope } }),
  problems: [problems['no-such-user']],
  responses: accepted,
} as const;

const verifying = {
  ...byOtp,
  problems: [problems['bad-otp'], problems['replayed-otp'], problems['no-such-verification']],
  responses: done,
} as const;

export const sendSmsOtp = contract({
  ...sending,
  operationId: 'Authorization_Otp_SendSms',
  path: '/v1/authorization/otp/sms/send',
  summary: 'Send a one-time password by SMS',
  description:
    'Sends a code to the phone number, or to that of the user. Keep the returned verification id; the verify operation needs it. The response does not reveal whether the user exists.',
  request: {
    body: Type.Object(
      {
        ...aboutCode,
        'phone-number': Optional(Type.String({ format: 'phone', minLength: 1, maxLength: phoneTextMax })),
      },
      closed,
    ),
  },
});

export const sendEmailOtp = contract({
  ...sending,
  operationId: 'Authorization_Otp_SendEmail',
  path: '/v1/authorization/otp/email/send',
  summary: 'Send a one-time password by e-mail',
  description:
    'Sends a code to the e-mail address, or to that of the user. Keep the returned verification id; the verify operation needs it. The response does not reveal whether the user exists.',
  request: {
    body: Type.Object(
      { ...aboutCode, email: Optional(Type.String({ format: 'email', minLength: 1, maxLength: emailMax })) },
      closed,
    ),
  },
});

export const verifySmsOtp = contract({
  ...verifying,
  operationId: 'Authorization_Otp_VerifySms',
  path: '/v1/authorization/otp/sms/verify',
  summary: 'Verify a one-time password that was sent by SMS',
  description:
    '204 if the code is right. A code is accepted once; after too many wrong codes request a new one.',
  request: { body: verifyRequest },
});

export const verifyEmailOtp = contract({
  ...verifying,
  operationId: 'Authorization_Otp_VerifyEmail',
  path: '/v1/authorization/otp/email/verify',
  summary: 'Verify a one-time password that was sent by e-mail',
  description:
    '204 if the code is right. A code is accepted once; after too many wrong codes request a new one.',
  request: { body: verifyRequest },
});

export const verifyOathOtp = contract({
  ...byOtp,
  operationId: 'Authorization_Otp_VerifyOath',
  path: '/v1/authorization/otp/oath/verify',
  summary: 'Verify a one-time password made by a token of the user (HOTP, TOTP)',
  description: '204 if the code is that of an active token of the user. A code is accepted once.',
  access: callers({ application: { scope: 'authorization.oath' } }),
  problems: [problems['bad-otp'], problems['replayed-otp'], problems['no-such-user']],
  request: {
    body: Type.Object({ 'user-id': userName, otp: Type.String({ pattern: '^[0-9]{6,8}$' }) }, closed),
  },
  responses: done,
});
