import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runWith } from './program.suite.ts';

let database: TestDatabase;
let folder: string;
const masterKey = randomBytes(32).toString('base64');
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into oauth.employee (bank_id, employee_id, upstream_issuer, upstream_subject, unit, roles, signed_in_at)
     select '01', employee, 'https://staff.test', employee, null, '{}', now()
       from unnest(array['e-1', 'e-2', 'e-3']) as employee`,
  );
  folder = await mkdtemp(join(tmpdir(), 'portico-signing-rules-'));
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function run(
  action: string,
  rest: readonly string[],
): Promise<{ readonly code: number; readonly text: string }> {
  const settings = { PORTICO_DATABASE_URL: database.appUrl, PORTICO_MASTER_KEYS: masterKey };
  const { code, text } = await runWith(settings, ['signing-rules', ...action.split(' '), ...rest]);
  return { code, text };
}

async function fileWith(content: unknown): Promise<string> {
  const path = join(folder, `${randomBytes(6).toString('hex')}.json`);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

type Fields = Readonly<Record<string, unknown>>;

const directors = { level: 1, 'entity-level': 'special-group', 'entity-id': 'directors', required: 1 };
const ruleOf = (ruleId: string, more: Fields = {}): Fields => ({
  'rule-id': ruleId,
  version: 1,
  status: 'draft',
  'valid-from': '2020-01-01T00:00:00Z',
  'bank-id': '01',
  owner: '*',
  'resource-kind': 'payment',
  'authorization-type': 'PAYMENT',
  currency: 'EUR',
  'amount-from': '0',
  alternatives: [[directors]],
  ...more,
});
const ofBank = ['--bank', '01', '--owner', '*'];
const withFile = async (action: string, content: unknown, more: readonly string[] = ofBank) =>
  run(action, [await fileWith(content), ...more]);
const by = (employee: string) => ['--employee', employee, '--reason', 'board resolution'];
const propose = async (what: string, content: unknown, more: readonly string[] = ofBank) =>
  withFile(what, content, [...more, ...by('e-1')]);
/** The ids of the changes that a command proposed. */
const changesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^([0-9a-f-]{36}): proposed$/gm)].map(([, id]) => id ?? '');
const approveAll = async (text: string): Promise<readonly string[]> => {
  const lines = [];
  for (const id of changesIn(text))
    lines.push((await run('changes approve', ['--bank', '01', '--change', id, '--employee', 'e-2'])).text);
  return lines;
};
/** Proposes rules as e-1 and approves them as e-2; returns the outcome of the proposal. */
const activate = async (content: unknown, more: readonly string[] = ofBank) => {
  const outcome = await propose('propose', content, more);
  await approveAll(outcome.text);
  return outcome;
};

describe('signing-rules', () => {
  it('are checked without being changed, activated, and listed', async () => {
    const rules = [ruleOf('bank-default')];
    expect(await withFile('check', rules)).toEqual({
      code: 0,
      text: 'no findings\nthese rules can be activated',
    });
    expect((await run('list', ofBank)).text).toBe('no active rules');
    const proposed = await propose('propose', rules);
    expect(proposed).toMatchObject({ code: 0, text: expect.stringContaining('no findings\n') });
    expect((await run('list', ofBank)).text).toBe('no active rules');
    const [id = ''] = changesIn(proposed.text);
    const own = await run('changes approve', ['--bank', '01', '--change', id, '--employee', 'e-1']);
    expect(own).toEqual({ code: 1, text: expect.stringContaining('Another employee must') });
    expect((await run('changes list', ['--bank', '01'])).text).toContain('*: rules, proposed by e-1');
    expect((await run('changes show', ['--bank', '01', '--change', id])).text).toContain('"bank-default"');
    expect(await approveAll(proposed.text)).toEqual([
      expect.stringMatching(/: rules, proposed by e-1 at .*: board resolution; approved by e-2$/),
    ]);
    expect((await run('changes list', ['--bank', '01'])).text).toBe('bank 01: no change waits');
    expect((await run('history', ofBank)).text).toMatch(/^bank-default +1 +\S+ +e-1 and e-2 /m);
    expect((await run('history', [...ofBank, '--at', '2020-01-01'])).text).toBe('no versions');
    const { text } = await run('list', ofBank);
    expect(text.split('\n')[0]).toMatch(/^RULE +VERSION +OWNER +KIND/);
    expect(text).toMatch(
      /^bank-default +1 +\* +payment +PAYMENT N\/A +\* +EUR from 0\.00 +1 of special-group:directors \(level 1\)$/m,
    );
  });

  it('can be exported as JSON, changed, and activated as the next version', async () => {
    const { text } = await run('list', [...ofBank, '--json']);
    expect(await activate(text)).toMatchObject({ code: 0 });
    expect((await run('list', ofBank)).text).toMatch(/^bank-default +2 /m);
  });

  it('are not changed if there is an error, which is listed first', async () => {
    const rules = [
      ruleOf('low', { 'resource-kind': 'consent', 'authorization-type': 'CONSENT', 'amount-to': '100' }),
      ruleOf('late', { 'resource-kind': 'document', 'valid-until': '2021-01-01T00:00:00Z' }),
    ];
    const { code, text } = await propose('propose', rules);
    expect(code).toBe(1);
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^SEVERITY +RULES +CODE +AT +MEANING$/);
    const severities = lines.slice(1, -1).map((line) => line.split(' ')[0]);
    expect(severities).toContain('error');
    expect(severities.join(' ')).toMatch(/^(?:error ?)+(?:warning ?)*$/);
    expect(lines.at(-1)).toBe('nothing was changed');
    expect((await run('list', ofBank)).text).not.toContain('low');
  });

  it('retire only rules of the owner', async () => {
    const document = ruleOf('papers', { 'resource-kind': 'document', 'authorization-type': 'N/A' });
    const foreign = ['--bank', '01', '--owner', '1000000001', '--retire', 'bank-default'];
    const otherOwner = await propose('propose', [{ ...document, owner: '1000000001' }], foreign);
    expect(otherOwner).toEqual({
      code: 1,
      text: 'not active rules of 1000000001: bank-default\nnothing was changed',
    });
    expect((await activate([document], [...ofBank, '--retire', 'bank-default'])).code).toBe(0);
    const { text } = await run('list', ofBank);
    expect(text).toContain('papers');
    expect(text).not.toContain('bank-default');
  });

  it('of another owner or bank are refused by name', async () => {
    const { code, text } = await propose('propose', [ruleOf('mine'), ruleOf('theirs', { 'bank-id': '02' })]);
    expect(code).toBe(1);
    expect(text).toBe('of another bank or owner: theirs\nnothing was changed');
  });

  it('that cannot be read are refused with the path of every error', async () => {
    const { code, text } = await withFile('check', [ruleOf('x', { currency: 'EURO', surprise: 1 })]);
    expect(code).toBe(2);
    expect(text).toContain('/0/surprise: unknown-member');
    expect(text).toContain('/0/currency: not-a-currency');
    expect(await withFile('check', '{"rule-id": geheim')).toEqual({ code: 2, text: 'not JSON' });
  });
});

describe('signing groups and absences', () => {
  const member = (userId: string, more: Fields = {}): Fields => ({
    'user-id': userId,
    'valid-from': '2020-01-01T00:00:00Z',
    ...more,
  });

  it('are changed by two employees, and keep who was a member before', async () => {
    const until = { 'valid-until': '2030-01-01T00:00:00Z' };
    const groups = [{ 'group-id': 'directors', members: [member('e-1'), member('e-2', until)] }];
    const proposed = await propose('groups propose', groups);
    expect(proposed).toMatchObject({ code: 0, text: expect.stringContaining('directors: 2 members') });
    expect((await run('groups list', ofBank)).text).toBe('*: no members');
    expect((await propose('groups propose', groups)).text).toContain('waits for its second employee');
    await approveAll(proposed.text);
    expect((await run('groups list', ofBank)).text).toMatch(
      /^directors  e-1  \S+ to its end\ndirectors  e-2 /,
    );
    const left = await propose('groups propose', [
      { 'group-id': 'directors', members: [member('e-2', until)] },
    ]);
    await approveAll(left.text);
    expect((await run('groups list', ofBank)).text).not.toContain('e-1');
    const past = await database.query(`select user_id from "authorization".signing_group_past`);
    expect(past).toEqual([{ user_id: 'e-1' }]);
    expect((await run('groups list', [...ofBank, '--at', '2020-01-01'])).text).toBe('*: no members');
  });

  it('name users and staff who exist', async () => {
    const unknown = await propose('groups propose', [{ 'group-id': 'g', members: [member('e-9')] }]);
    expect(unknown).toEqual({
      code: 1,
      text: expect.stringContaining('A user id in this change is unknown'),
    });
    const ofCompany = ['--bank', '01', '--owner', '1000000001'];
    const staff = await propose('groups propose', [{ 'group-id': 'g', members: [member('e-1')] }], ofCompany);
    expect(staff.code).toBe(1);
  });

  it.each([
    ['no list', {}],
    ['a member with an unknown field', [{ 'group-id': 'g', members: [member('anna', { level: 1 })] }]],
    ['no time', [{ 'group-id': 'g', members: [member('anna', { 'valid-from': 'today' })] }]],
    [
      'a time that ends before',
      [{ 'group-id': 'g', members: [member('anna', { 'valid-until': '2019-01-01T00:00:00Z' })] }],
    ],
    ['a duplicate member', [{ 'group-id': 'g', members: [member('anna'), member('anna')] }]],
  ])('are not saved from a file with %s', async (_, groups) => {
    expect((await propose('groups propose', groups)).code).toBe(2);
  });

  it('record an absence, list it, and end it early', async () => {
    const span = ['--from', '2026-08-01T00:00:00Z', '--until', '2099-09-01T00:00:00Z'];
    const absent = ['--user', 'e-2', '--delegate', 'e-3'];
    const proposed = await run('absences propose', [...ofBank, ...absent, ...span, ...by('e-1')]);
    expect(proposed).toMatchObject({
      code: 0,
      text: expect.stringContaining('e-2 is absent, e-3 may sign instead'),
    });
    await approveAll(proposed.text);
    const [id = ''] = changesIn(proposed.text);
    expect((await run('absences list', ofBank)).text).toMatch(
      new RegExp(`^${id}  e-2  \\S+ to \\S+, e-3 signs instead$`),
    );
    const ending = await run('absences end', [...ofBank, '--absence', id, ...by('e-2')]);
    const [endingId = ''] = changesIn(ending.text);
    const rejected = await run('changes reject', ['--bank', '01', '--change', endingId, '--employee', 'e-2']);
    expect(rejected.text).toContain('rejected by e-2');
    const again = await run('absences end', [...ofBank, '--absence', id, ...by('e-1')]);
    await approveAll(again.text);
    expect((await run('absences list', ofBank)).text).toBe('*: no absences');
    expect((await run('absences list', [...ofBank, '--all'])).text).toContain('ended at');
    const reversed = [...absent, ...span.toReversed(), ...by('e-1')];
    expect((await run('absences propose', [...ofBank, ...reversed])).code).toBe(2);
  });
});

describe('a change that its owner signs', () => {
  it('is printed as the text to sign, and refused while it is not signed', async () => {
    const path = await fileWith([ruleOf('own')]);
    const { text } = await run('text', [path, ...ofBank]);
    expect(JSON.parse(text)).toMatchObject({ rules: [{ 'rule-id': 'own' }], retire: [] });
    const entered = await run('enter-signed', [path, ...ofBank, '--resource-id', 'r-1', ...by('e-1')]);
    expect(entered.code).toBe(1);
    expect(entered.text).toContain('the owner did not sign exactly this change');
    expect((await run('collections', ofBank)).text).toBe('*: no resource waits for signatures');
  });
});

describe('signing-rules explain', () => {
  const payment = {
    debtorAccount: { iban: 'DE89370400440532013000' },
    creditorAccount: { iban: 'NL91ABNA0417164300' },
    instructedAmount: { currency: 'EUR', amount: '250.00' },
  };
  const explained = async (payload: unknown, owner = '1000000001') =>
    run('explain', [
      '--bank',
      '01',
      '--owner',
      owner,
      '--kind',
      'payment',
      '--payload',
      await fileWith(payload),
    ]);

  it('prints which rule applies, what is missing, and who may sign', async () => {
    await activate([ruleOf('explained')]);
    const { code, text } = await explained(payment);
    expect(code).toBe(0);
    const lines = text.split('\n');
    expect(lines[0]).toBe('Read: payment, PAYMENT, PMT, EUR 250.00, account DE89370400440532013000.');
    expect(lines[1]).toBe('Rule explained version 1 of the bank governs.');
    expect(lines).toContain('Alternative 1 lacks 1 of special-group:directors at level 1.');
    expect(lines).toContain('  may sign now: e-2');
  });

  it('evaluates a currency without rules by the rules in the currency of the bank', async () => {
    const { text } = await explained({ ...payment, instructedAmount: { currency: 'USD', amount: '250.00' } });
    expect(text).toContain('Rule explained version 1 of the bank governs.');
    expect(text).toContain('Alternative 1 lacks 1 of special-group:directors at level 1.');
  });

  it('reads a pain.001 file like any other payload', async () => {
    const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr/><PmtInf>
      <PmtMtd>TRF</PmtMtd><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct><CdtTrfTxInf>
      <Amt><InstdAmt Ccy="EUR">70.50</InstdAmt></Amt><CdtrAcct><Id><Othr><Id>1</Id></Othr></Id></CdtrAcct>
      </CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`;
    expect((await explained(xml)).text).toContain('EUR 70.50, account DE89370400440532013000.');
  });

  it('reports what is wrong with a payload', async () => {
    const { code, text } = await explained({
      ...payment,
      instructedAmount: { currency: 'EUR', amount: 250 },
    });
    expect(code).toBe(1);
    expect(text).toContain('refused: invalid.');
    expect(text).toContain('payload: amount-not-text at /instructedAmount/amount');
  });
});

it.each([
  ['check', ofBank, 'FILE is missing'],
  ['check', ['file.json', '--bank', '01'], '--owner is missing'],
  ['check', ['file.json', '--bank', 'zz', '--owner', '*'], '--bank must be one of: 01, 02, nl'],
  [
    'check',
    ['file.json', ...ofBank, '--owner-kind', 'club'],
    '--owner-kind must be one of: organization, person, joint',
  ],
  ['list', ['file.json', ...ofBank], 'too many arguments'],
  ['groups propose', ofBank, 'FILE is missing'],
  ['absences propose', ofBank, '--user is missing\n--from is missing\n--until is missing'],
  ['history', [...ofBank, '--at', 'yesterday'], 'a day (2026-12-01)'],
  ['explain', [...ofBank, '--kind', 'payment'], 'at least one is required of --payload, --resource-id'],
  [
    'explain',
    [...ofBank, '--kind', 'Gift', '--resource-id', '1'],
    '--kind must be a literal of resource-kinds',
  ],
  ['delete', ofBank, "unknown command 'delete'"],
])('signing-rules %s %j says what is wrong', async (action, rest, wrong) => {
  const { code, text } = await run(action, rest);
  expect(code).toBe(2);
  expect(text).toContain(wrong);
  expect(text).toContain('help: portico signing-rules');
});
