import { inspect } from '#dialects/channel/field-errors.ts';
import type { RequestOf } from '#platform/http/contract.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { parsePhone } from '#platform/kernel/phone-number.ts';
import type {
  changeEmail,
  changePassword,
  changePhoneNumber,
  changeUsername,
  confirmEmail,
  confirmPhoneNumber,
} from '../contract/me.ts';
import { normalizeUsername } from '../domain/username.ts';
import type { ChangeContact } from '../operations/profile/change-contact.ts';
import type { ChangePassword } from '../operations/profile/change-password.ts';
import type { ChangeUsername } from '../operations/profile/change-username.ts';
import type { ConfirmContact } from '../operations/profile/confirm-contact.ts';
import { toVersion } from './if-match.ts';

export function toNewPassword({ body }: RequestOf<typeof changePassword>): ChangePassword {
  return { currentPassword: body['current-password'], newPassword: body['new-password'] };
}

export function toNewUsername({ body, headers }: RequestOf<typeof changeUsername>): ChangeUsername {
  return inspect('body', (cursor) => ({
    username: normalizeUsername(body.username) ?? cursor.at('username').report('pattern') ?? '',
    ifMatch: toVersion(headers),
  }));
}

function emailIn({ email }: { readonly email: string }): string {
  return inspect(
    'body',
    (cursor) => normalizeEmail(email)?.address ?? cursor.at('email').report('format') ?? '',
  );
}

function phoneIn(body: { readonly 'phone-number': string }): string {
  return inspect(
    'body',
    (cursor) => parsePhone(body['phone-number'])?.number ?? cursor.at('phone-number').report('format') ?? '',
  );
}

export function toNewEmail({ body }: RequestOf<typeof changeEmail>): ChangeContact {
  return { kind: 'email', value: emailIn(body) };
}

export function toNewPhone({ body }: RequestOf<typeof changePhoneNumber>): ChangeContact {
  return { kind: 'phone', value: phoneIn(body) };
}

export function toConfirmEmail({ body }: RequestOf<typeof confirmEmail>): ConfirmContact {
  return { kind: 'email', value: emailIn(body), otp: body.otp };
}

export function toConfirmPhone({ body }: RequestOf<typeof confirmPhoneNumber>): ConfirmContact {
  return { kind: 'phone', value: phoneIn(body), otp: body.otp };
}

export function toDoneResponse(): { readonly status: 204 } {
  return { status: 204 };
}

export function toStartedResponse(): { readonly status: 202 } {
  return { status: 202 };
}
