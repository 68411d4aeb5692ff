import { type FieldCursor, inspect } from '#dialects/channel/field-errors.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { parsePhone } from '#platform/kernel/phone-number.ts';
import type {
  sendEmailOtp,
  sendSmsOtp,
  verifyEmailOtp,
  verifyOathOtp,
  verifySmsOtp,
} from '../contract/otp.ts';
import { actionNamed, type OtpChannel } from '../domain/literals.ts';
import { isPlainMessage } from '../domain/otp.ts';
import type { SendOtp } from '../operations/codes/send-otp.ts';
import type { VerifyOtp } from '../operations/codes/verify-otp.ts';

type SendBody = RequestOf<typeof sendSmsOtp>['body'] | RequestOf<typeof sendEmailOtp>['body'];

export function toSendSms({ body }: RequestOf<typeof sendSmsOtp>): SendOtp {
  return inspect('body', (cursor) => ({
    ...aboutCode(body, cursor),
    channel: 'sms',
    contact: read(body['phone-number'], cursor.at('phone-number'), (text) => parsePhone(text)?.number),
    userName: nameIn(body, cursor, 'phone-number'),
  }));
}

export function toSendEmail({ body }: RequestOf<typeof sendEmailOtp>): SendOtp {
  return inspect('body', (cursor) => ({
    ...aboutCode(body, cursor),
    channel: 'email',
    contact: read(body.email, cursor.at('email'), (text) => normalizeEmail(text)?.address),
    userName: nameIn(body, cursor, 'email'),
  }));
}

function aboutCode({ action, message }: SendBody, cursor: FieldCursor): Pick<SendOtp, 'action' | 'message'> {
  if (message !== undefined && !isPlainMessage(message)) cursor.at('message').report('pattern');
  return {
    action: action === undefined ? undefined : (actionNamed(action) ?? cursor.at('action').report('enum')),
    message,
  };
}

function read(
  text: string | undefined,
  cursor: FieldCursor,
  parse: (text: string) => string | undefined,
): string | undefined {
  return text === undefined ? undefined : (parse(text) ?? cursor.report('format'));
}

/** Returns the user name. Either a user name or a contact is required. */
function nameIn(body: SendBody, cursor: FieldCursor, address: 'phone-number' | 'email'): string | undefined {
  const name = body['user-id'];
  if (name === undefined && Reflect.get(body, address) === undefined) cursor.at('user-id').report('required');
  return name;
}

export function toVerify(
  channel: OtpChannel,
): (request: RequestOf<typeof verifySmsOtp> | RequestOf<typeof verifyEmailOtp>) => VerifyOtp {
  return ({ body }) => ({ channel, verificationId: body['verification-id'], otp: body.otp });
}

export function toVerifyOath({ body }: RequestOf<typeof verifyOathOtp>): {
  readonly userName: string;
  readonly otp: string;
} {
  return { userName: body['user-id'], otp: body.otp };
}

export function toSentResponse(verificationId: string): ResponseOf<typeof sendSmsOtp> {
  return { status: 202, body: verificationId };
}

export function toRightResponse(): { readonly status: 204 } {
  return { status: 204 };
}
