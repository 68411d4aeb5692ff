import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  publishCodeTemplate,
  trustedApp,
} from '../testing/authorization-test-app.suite.ts';
import { idIn, otpSteps, wrong } from '../testing/otp-steps.suite.ts';
import { enrolled, tokenSteps, withHotp } from '../testing/token-steps.suite.ts';
import { dispatchCodes } from './dispatch-codes.ts';

let world: AuthorizationTestApp;
beforeAll(async () => {
  world = await createAuthorizationTestApp({ poolSize: 10 });
});
afterAll(() => world[Symbol.asyncDispose]());

/** A job whose log lines are kept with the others. */
const logged = (): ReturnType<AuthorizationTestApp['context']> => ({
  ...world.context(),
  log: world.services.log,
});

/** Everything that outlives a request, as text: every table of these schemas, and every log line. */
async function written(): Promise<Readonly<Record<string, string>>> {
  const names = await world.database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('authorization', 'platform', 'correspondence')`,
  );
  const found: Record<string, string> = { log: JSON.stringify(world.lines) };
  for (const { name } of names) {
    const rows = await world.database.query<{ row: string }>(`select t::text as row from ${name} t`);
    found[name] = rows.map(({ row }) => row).join('\n');
  }
  return found;
}

/** Bytes are written in hexadecimal where somebody stores them as they are. */
const spellings = (secret: string): readonly string[] => [secret, Buffer.from(secret).toString('hex')];

test('no code, seed, number or address is written anywhere in the clear', async () => {
  const words = otpSteps(world);
  const tokens = tokenSteps(world);
  const secrets: string[] = [];
  const user = world.users.add({ mobileNumber: '+4915177665544', email: 'secret.person@example.org' });
  secrets.push('15177665544', 'secret.person@');
  const sms = idIn(await words.sendTo(user.userId, { message: 'Greetings to Hildegard' }));
  const email = idIn(
    await world.post(
      '/otp/email/send',
      { 'user-id': user.userId, email: user.email, action: 'consent' },
      app(),
    ),
  );
  const bare = { 'phone-number': '+4915166554433', action: 'registration' };
  const stranger = idIn(await world.post('/otp/sms/send', bare, app()));
  secrets.push('15166554433', 'Hildegard');
  for (const id of [sms, email, stranger])
    secrets.push(`"${await world.codeOf(id)}"`, ` ${await world.codeOf(id)} `);
  const smsCode = await world.codeOf(sms);
  // Without a template it fails and is logged; with one it goes.
  const before = world.lines.length;
  await dispatchCodes(logged());
  expect(world.lines.length).toBeGreaterThan(before);
  await publishCodeTemplate(world);
  world.clock.advance({ seconds: 16 });
  await dispatchCodes(logged());
  await words.verify(sms, wrong(smsCode));
  await words.verify(sms, wrong(smsCode), trustedApp);
  await words.verify(sms, smsCode);
  await words.verify(sms, smsCode);
  const totp = await enrolled(world, 'totp', user);
  const hotp = await withHotp(world);
  const ocra = await enrolled(world, 'ocra', user);
  await tokens.oath(user.userId, totp.codeNow());
  await tokens.oath(user.userId, totp.codeNow(), trustedApp);
  await tokens.oath(hotp.user.userId, hotp.codeAt(0));
  await tokens.oath('Jane.Unknown', '98765432');
  await words.sendTo('Jane.Unknown');
  const challenge = await tokens.asked(user.userId, 'EUR 4711.00 NL91ABNA0417164300');
  await tokens.answer(challenge.id, ocra.answerTo(challenge.code));
  await world.post(
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
  const leaks = Object.entries(places).flatMap(([place, text]) =>
    secrets
      .flatMap(spellings)
      .filter((secret) => text.includes(secret))
      .map((secret) => `${place}: ${secret}`),
  );
  expect(leaks).toEqual([]);
  expect(places['log']?.length).toBeGreaterThan(100);
});

test('codes stand in no event, no record and no log line, whatever digits they have', async () => {
  const words = otpSteps(world);
  const sent = [];
  for (let count = 0; count < 10; count += 1) sent.push(await words.sent({ action: 'payment' }));
  for (const { code, id } of sent) {
    await words.verify(id, wrong(code));
    await words.verify(id, code);
  }
  const rows = await world.database.query<{ text: string }>(
    `select data::text as text from platform.outbox_event union all select record::text from platform.audit_entry`,
  );
  const text = rows.map((row) => row.text).join('\n') + JSON.stringify(world.lines);
  // Eight digits alone, and not a piece of an id or a time.
  const found = sent.filter(({ code }) => new RegExp(`(?<![0-9a-f-])${code}(?![0-9a-f-])`).test(text));
  expect(found).toEqual([]);
});
