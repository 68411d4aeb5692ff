import type { TestResponse } from '../../server/src/platform/testing/test-app.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { Recorder } from './recorder.ts';

const application: TokenRequest = {
  kind: 'application',
  id: 'channel-app',
  banks: ['01'],
  scope: ['authorization.otp', 'authorization.otp.unregistered', 'authorization.levels'].join(' '),
};

/** Sends codes, verifies them, and asks who may sign. */
export async function authorizationHistory(recorder: Recorder, person: string): Promise<void> {
  const { call } = recorder;
  const as = application;
  const bySms = await call('Authorization_Otp_SendSms', {
    as,
    body: { action: 'registration', 'phone-number': '+4915123456789' },
  });
  await verify(recorder, 'Authorization_Otp_VerifySms', bySms);
  const byMail = await call('Authorization_Otp_SendEmail', {
    as,
    body: { action: 'registration', email: 'maria.schmidt@example.org' },
  });
  await verify(recorder, 'Authorization_Otp_VerifyEmail', byMail);
  await call('Authorization_AuthorizationLevels_Get', {
    as,
    query: { identifier: person, bankId: '01', amount: '250.00', currency: 'EUR' },
  });
}

/** Sends a wrong code, then the right one. */
async function verify({ app, call }: Recorder, operationId: string, sent: TestResponse): Promise<void> {
  const verificationId = String(sent.body);
  const [row] = await app.database.query<{ sealed_text: Buffer }>(
    `select sealed_text from "authorization".otp_verification where verification_id = $1`,
    [verificationId],
  );
  if (row === undefined) throw new Error('no such verification');
  const { code = '' } = app.authorization.authorizationVault.openText('01', verificationId, row.sealed_text);
  const body = { 'verification-id': verificationId };
  const wrong = code.startsWith('1') ? code.replace('1', '2') : code.replace(/^./u, '1');
  await call(operationId, { as: application, body: { ...body, otp: wrong }, fails: 440 });
  await call(operationId, { as: application, body: { ...body, otp: code } });
}
