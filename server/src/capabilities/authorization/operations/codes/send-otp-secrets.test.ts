import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  publishCodeTemplate,
  trustedApp,
} from '../../testing/authorization-test-app.suite.ts';
import { idIn, otpSteps, wrong } from '../../testing/otp-steps.suite.ts';
import { enrolled, tokenSteps, withHotp } from '../../testing/token-steps.suite.ts';
import { dispatchCodes } from './dispatch-codes.ts';

let testApp: AuthorizationTestApp;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
});
afterAll(() => testApp[Symbol.asyncDispose]());

/** A job whose log lines are collected with the others. */
const logged = (): ReturnType<AuthorizationTestApp['context']> => ({
  ...testApp.context(),
  log: testApp.services.log,
});

/** Returns everything that outlives a request, as text: every table of these schemas, and every log line. */
async function written(): Promise<Readonly<Record<string, string>>> {
  const names = await testApp.database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('authorization', 'platform', 'correspondence')`,
  );
  const found: Record<string, string> = { log: JSON.stringify(testApp.lines) };
  for (const { name } of names) {
    const rows = await testApp.database.query<{ row: string }>(`select t::text as row from ${name} t`);
    found[name] = rows.map(({ row }) => row).join('\n');
  }
  return found;
}

/** Bytes appear in hexadecimal where a table stores them. */
const spellings = (secret: string): readonly string[] => [secret, Buffer.from(secret).toString('hex')];

test('no code, seed, number or address is stored in plain text', async () => {
  const steps = otpSteps(testApp);
  const tokens = tokenSteps(testApp);
  const secrets: string[] = [];
  const user = testApp.users.add({ mobileNumber: '+4915177665544', email: 'secret.person@example.org' });
  secrets.push('15177665544', 'secret.person@');
  const sms = idIn(await steps.sendTo(user.userId, { message: 'Greetings to Hildegard' }));
  const email = idIn(
    await testApp.post(
      '/otp/email/send',
      { 'user-id': user.userId, email: user.email, action: 'consent' },
      app(),
    ),
  );
  const bare = { 'phone-number': '+4915166554433', action: 'registration' };
  const unknown = idIn(await testApp.post('/otp/sms/send', bare, app()));
  secrets.push('15166554433', 'Hildegard');
  for (const id of [sms, email, unknown])
    secrets.push(`"${await testApp.codeOf(id)}"`, ` ${await testApp.codeOf(id)} `);
  const smsCode = await testApp.codeOf(sms);
  // Without a template the dispatch fails and is logged; with one it succeeds.
  const before = testApp.lines.length;
  await dispatchCodes(logged());
  expect(testApp.lines.length).toBeGreaterThan(before);
  await publishCodeTemplate(testApp);
  testApp.clock.advance({ seconds: 16 });
  await dispatchCodes(logged());
  await steps.verify(sms, wrong(smsCode));
  await steps.verify(sms, wrong(smsCode), trustedApp);
  await steps.verify(sms, smsCode);
  await steps.verify(sms, smsCode);
  const totp = await enrolled(testApp, 'totp', user);
  const hotp = await withHotp(testApp);
  const ocra = await enrolled(testApp, 'ocra', user);
  await tokens.oath(user.userId, totp.codeNow());
  await tokens.oath(user.userId, totp.codeNow(), trustedApp);
  await tokens.oath(hotp.user.userId, hotp.codeAt(0));
  await tokens.oath('Jane.Unknown', '98765432');
  await steps.sendTo('Jane.Unknown');
  const challenge = await tokens.newChallenge(user.userId, 'EUR 4711.00 NL91ABNA0417164300');
  await tokens.answer(challenge.id, ocra.answerTo(challenge.code));
  await testApp.post(
    '/otp/sms/send',
    { 'user-id': user.userId, 'phone-number': 'not 15177665544', message: 'http://x.y' },
    app(),
  );
  secrets.push(
    totp.codeNow(),
    ocra.answerTo(challenge.code),
    '12345678901234567890',
    'NL91ABNA',
    'Jane.Unknown',
    '98765432',
  );

  const places = await written();
  expect(Object.keys(places)).toContain('"authorization".otp_verification');
  const leaks = Object.entries(places).flatMap(([destination, text]) =>
    secrets
      .flatMap(spellings)
      .filter((secret) => text.includes(secret))
      .map((secret) => `${destination}: ${secret}`),
  );
  expect(leaks).toEqual([]);
  expect(places['log']?.length).toBeGreaterThan(100);
});

test('codes appear in no event, no record and no log line, whatever digits they have', async () => {
  const steps = otpSteps(testApp);
  const sent = [];
  for (let count = 0; count < 10; count += 1) sent.push(await steps.sent({ action: 'payment' }));
  for (const { code, id } of sent) {
    await steps.verify(id, wrong(code));
    await steps.verify(id, code);
  }
  const rows = await testApp.database.query<{ text: string }>(
    `select data::text as text from platform.outbox_event union all select record::text from platform.audit_entry`,
  );
  const text = rows.map((row) => row.text).join('\n') + JSON.stringify(testApp.lines);
  // Eight digits alone, and not a part of an id or a time.
  const found = sent.filter(({ code }) => new RegExp(`(?<![0-9a-f-])${code}(?![0-9a-f-])`).test(text));
  expect(found).toEqual([]);
});
