import type { PathValues } from '../../tools/matrix/object-entry.ts';

/** The attacked user, or an unrelated one. */
export interface Person {
  readonly userId: string;
  readonly username: string;
  readonly password: string;
  readonly customerNumber: string;
}

/** Users and objects of the bodies. */
export interface Deps {
  readonly victim: Person;
  readonly communicationId: string;
  /** A device that is unpaired, and the code of another one. */
  readonly changeRequestId: string;
  readonly deviceId: string;
  readonly deviceCode: string;
}

const unknownHandle = 'AAAAAAAAAAAAAAAAAAAAAA';
const paper = {
  'registration-profile': 'contact',
  'email-address': { value: 'mass@example.org' },
} as const;

let made = 0;

/** Returns unused names and contacts. */
function fresh(): { readonly name: string; readonly email: string; readonly phone: string } {
  made += 1;
  const number = String(made).padStart(7, '0');
  return { name: `mass.person.${number}`, email: `mass.${number}@example.org`, phone: `+49170${number}2` };
}

/** Valid bodies by operation; the matrix has those of objects with their own path. */
export const bodies: Readonly<Record<string, (deps: Deps) => Readonly<Record<string, unknown>>>> = {
  Client_Device_Unpair: ({ deviceId }) => ({ deviceId, reason: 'lost' }),
  Client_Offline_Verify: ({ deviceCode, victim: { username } }) => ({ username, responseCode: deviceCode }),
  Identity_Users_Register: () => {
    const { email, name, phone } = fresh();
    return { username: name, password: 'violet harbour 47 lanterns', email, 'phone-number': phone };
  },
  Identity_Users_ValidateAnswers: () => ({
    answers: [{ 'question-id': 'first-dish', answer: 'Burnt porridge' }],
  }),
  Identity_Users_ResetPassword: () => ({ channel: 'email' }),
  Identity_Users_Suspend: () => ({ reason: 'agent' }),
  Identity_Users_Reinstate: () => ({ reason: 'agent' }),
  Identity_Users_Unlock: () => ({ reason: 'agent' }),
  Identity_Users_RecoverUsername: () => ({ channel: 'email' }),
  Identity_Me_LinkLogin: () => ({
    provider: 'google',
    code: 'a-code',
    'code-verifier': 'v'.repeat(43),
    nonce: 'a-nonce',
  }),
  Identity_Me_ChangePassword: ({ victim: { password } }) => ({
    'current-password': password,
    'new-password': 'seven violet tractors in fog',
  }),
  Identity_Me_ChangeUsername: () => ({ username: fresh().name }),
  Identity_Me_SetAnswers: () => ({
    answers: [
      { 'question-id': 'first-dish', answer: 'Burnt porridge' },
      { 'question-id': 'hiding-place', answer: 'Under the third stair' },
      { 'question-id': 'old-phone', answer: '471193' },
    ],
  }),
  Identity_Me_ChangeEmail: () => ({ email: fresh().email }),
  Identity_Me_ConfirmEmail: () => ({ email: fresh().email, otp: '123456' }),
  Identity_Me_ChangePhoneNumber: () => ({ 'phone-number': fresh().phone }),
  Identity_Me_ConfirmPhoneNumber: () => ({ 'phone-number': fresh().phone, otp: '123456' }),
  Individuals_Register: () => {
    const { phone } = fresh();
    return { ...paper, 'given-name': 'Mass', surname: 'Muster', 'mobile-phone': { number: phone } };
  },
  Organizations_Register: () => ({
    ...paper,
    'commercial-name': 'Mass Werke',
    phone: { number: '+493012345678' },
  }),
  Correspondence_Communications_Initiate: ({ victim: { customerNumber } }) => ({
    'customer-number': customerNumber,
    'message-kind': 'notice',
    'contact-medium': 'mailbox',
    message: { title: 'Mass', body: { 'content-type': 'text/plain', content: 'Good day.' } },
  }),
  Correspondence_Communications_UpdateStatuses: ({ communicationId }) => ({
    items: [{ 'communication-id': communicationId, status: 'sent' }],
  }),
  Correspondence_Templates_Render: () => ({ 'template-id': 'statement', format: 'pdf', 'template-data': {} }),
  Correspondence_Messages_Archive: ({ communicationId }) => ({ 'message-ids': [communicationId] }),
  Correspondence_NotificationPreferences_Set: () => ({
    items: [
      {
        'notification-group': 'incoming-payment',
        channels: [{ 'contact-medium': 'mailbox', enabled: true }],
      },
    ],
  }),
  Authorization_Otp_SendSms: () => ({ action: 'registration', 'phone-number': fresh().phone }),
  Authorization_Otp_SendEmail: () => ({ action: 'registration', email: fresh().email }),
  Authorization_Otp_VerifySms: () => ({ 'verification-id': unknownHandle, otp: '123456' }),
  Authorization_Otp_VerifyEmail: () => ({ 'verification-id': unknownHandle, otp: '123456' }),
  Authorization_Otp_VerifyOath: ({ victim: { userId } }) => ({ 'user-id': userId, otp: '123456' }),
  Authorization_Ocra_Challenge: ({ victim: { userId } }) => ({
    'challenge-mode': 'random',
    'user-id': userId,
  }),
  Authorization_Ocra_Verify: () => ({ 'challenge-id': unknownHandle, 'response-code': '12345678' }),
  Authorization_EvaluateSignatures: () => ({
    'resource-id': 'mass-1',
    'resource-kind': 'employee-approval',
    payload: 'Close branch 7',
  }),
  Authorization_EvaluateUser: () => ({
    'resource-id': 'mass-1',
    'resource-kind': 'employee-approval',
    payload: 'Close branch 7',
  }),
  Client_Update: () => ({ displayName: 'Mass', timeZone: 'Europe/Berlin' }),
  Client_SecureUpdate: () => ({
    deliveryAddress: { streetName: 'Weg', postCode: '10115', townName: 'Berlin', country: 'DE' },
  }),
  Client_GenerateEmailUpdateCode: () => ({ newEmail: fresh().email }),
  Client_ActionChangeRequest: ({ changeRequestId }) => ({ changeRequestId, action: 'cancel' }),
  Client_ClaimTutorial: () => ({ tutorialId: 'first-steps', claimed: true }),
  Client_RefuseRequest: () => ({ muteRequester: false }),
  Client_SetRestriction: () => ({ kind: 'card-block', scope: { cards: ['mass-card'] }, reason: 'lost' }),
  Client_ReportSuspectedFraud: () => ({ category: 'other', blockNow: false }),
  Configuration_PlanMaintenance: () => ({ startsAt: '2099-01-01T00:00:00Z', messages: { en: 'Back soon.' } }),
};

/** Returns the path values of the victim's own objects. */
export function ownPathValues({ username }: Person): PathValues {
  return { username };
}
