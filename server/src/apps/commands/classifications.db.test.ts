import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUsableValue, listHeldValues } from '#platform/classification/bank-values.ts';
import { type ClassificationSchema, isUsable } from '#platform/kernel/classification.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import type { Context } from '#platform/work/context.ts';
import { openResources } from '../program/open-resources.ts';
import { classifications } from '../wiring.ts';
import { configFrom, runWith, type Settings } from './program.suite.ts';

let database: TestDatabase;
const masterKey = randomBytes(32).toString('base64');
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into oauth.employee (bank_id, employee_id, upstream_issuer, upstream_subject, unit, roles, signed_in_at)
     select '01', employee, 'https://staff.test', employee, null, '{}', now() from unnest(array['e-1', 'e-2']) as employee`,
  );
});
afterAll(() => database[Symbol.asyncDispose]());

const unknownChange = '01936d0e-5b1c-7abc-8def-0123456789ab';
const settings = (): Settings => ({
  PORTICO_DATABASE_URL: database.appUrl,
  PORTICO_MASTER_KEYS: masterKey,
});

async function run(line: string, more: readonly string[] = []): Promise<[number, string]> {
  const { code, text } = await runWith(settings(), ['classifications', ...line.split(' '), ...more]);
  return [code, text];
}

/** `schema literal`, as in the lines of the commands. */
function valueOptions(value: string): string {
  const [schema = '', literal = ''] = value.split(' ');
  return `--bank 01 --schema ${schema} --literal ${literal}`;
}

const propose = (value: string, more: readonly string[]): Promise<[number, string]> =>
  run(`propose ${valueOptions(value)} --employee e-1`, ['--reason', 'a decision of the bank', ...more]);
/** The change that waits, as the list shows it. */
async function changeOf(value: string): Promise<string> {
  const [schema = ''] = value.split(' ');
  const [, listed] = await run(`list --bank 01 --schema ${schema}`);
  const line = listed.split('\n').find((one) => one.includes(`  ${value} `)) ?? '';
  return line.slice(0, unknownChange.length) || unknownChange;
}
const decide = async (
  verdict: 'approve' | 'reject',
  value: string,
  { by = 'e-2', change }: { readonly by?: string; readonly change?: string } = {},
): Promise<[number, string]> =>
  run(`${verdict} ${valueOptions(value)} --change ${change ?? (await changeOf(value))} --employee ${by}`);
async function approved(value: string, more: readonly string[]): Promise<void> {
  expect((await propose(value, more))[0]).toBe(0);
  expect((await decide('approve', value))[0]).toBe(0);
}
const show = async (value: string, more = ''): Promise<string> =>
  (await run(`show ${valueOptions(value)}${more}`))[1];

function schemaOf(id: string): ClassificationSchema {
  const schema = classifications.find((one) => one.id === id);
  assert(schema !== undefined);
  return schema;
}

describe('values of a bank', () => {
  it('are added by two employees, take effect in every process that runs, and at one bank only', async () => {
    await using one = openResources(configFrom(settings()), { command: 'test' });
    await using other = openResources(configFrom(settings()), { command: 'test' });
    const contexts = [one.contextFor('01'), other.contextFor('01'), one.contextFor('02')];
    const schema = schemaOf('legal-structures');
    const held = (): Promise<readonly (string | undefined)[]> =>
      Promise.all(
        contexts.map(async (context) => (await findUsableValue(context.db, context, schema, 'guild'))?.code),
      );
    const value = 'legal-structures guild';
    expect((await propose(value, ['--code', 'GLD', '--nl', 'Een gilde.', '--de', 'Eine Gilde.']))[0]).toBe(0);
    expect(await held()).toEqual([undefined, undefined, undefined]);
    expect(await decide('approve', value, { by: 'e-1' })).toEqual([
      1,
      expect.stringContaining('Another employee must'),
    ]);
    expect(await decide('approve', value)).toEqual([
      0,
      expect.stringContaining('guild (GLD): de “Eine Gilde.”, nl “Een gilde.”'),
    ]);
    expect(await held()).toEqual(['GLD', 'GLD', undefined]);
    expect(await decide('approve', value)).toEqual([1, expect.stringContaining('No change of this value')]);
  });

  it('have texts and reasons that no one misreads: one line, nothing hidden, nothing that turns the line', async () => {
    const value = 'legal-structures order';
    const wrong = [2, expect.stringContaining('characters that can be shown in one line')];
    // The second employee reads them on a terminal, customers in an app.
    for (const hostile of [
      'a\nb',
      'a\u001b[2Jb',
      'a\u009b2Jb',
      'a\u202eb',
      'a\u2066b',
      'a\u200b\ufeffb',
      '\u2029',
      ' ',
    ]) {
      expect(await propose(value, ['--code', 'ORD', '--en', hostile])).toEqual(wrong);
      expect(await propose(value, ['--code', 'ORD', '--en', 'An order.', '--reason', hostile])).toEqual(
        wrong,
      );
    }
    expect((await propose(value, ['--code', 'ORD', '--ar', 'منظمة \u200fIBAN\u200f.']))[0]).toBe(0);
    expect((await decide('reject', value))[0]).toBe(0);
  });

  it('answer what held on a day, and what will', async () => {
    const value = 'organization-purposes sports';
    const day = Temporal.Now.plainDateISO('UTC').toString();
    await approved(value, ['--code', '008', '--en', 'To practise sports.']);
    await approved(value, ['--en', 'Sports.', '--from', '2099-01-01']);
    expect(await show(value, ' --at 2026-01-01')).toMatch(/^sports: no value at 2026-01-01T23:59:59/);
    expect(await show(value, ` --at ${day}`)).toContain('sports (008): en “To practise sports.”');
    expect(await show(value, ' --at 2099-01-01')).toMatch(/^sports \(008\): en “Sports.”/);
    const now = await show(value);
    expect(now).toContain('next: ');
    expect(now).toContain('proposed by e-1: a decision of the bank; approved by e-2');
    const [, listed] = await run('list --bank 01 --schema organization-purposes --at 2099-01-02');
    expect(listed).toContain('sports (008): en “Sports.”');
  });

  it('end, are refused for new data from then on, are still listed, and can be reopened', async () => {
    await using resources = openResources(configFrom(settings()), { command: 'test' });
    const context: Context = resources.contextFor('01');
    const schema = schemaOf('correction-reasons');
    const usable = async (): Promise<readonly string[]> =>
      (await listHeldValues(context.db, context, schema))
        .filter((value) => isUsable(value, context.clock.now()))
        .map(({ literal }) => literal);
    const value = 'correction-reasons migration';
    await approved(value, ['--until', '2026-01-31']);
    expect(await usable()).toEqual(['typing-error', 'document-check', 'customer-request', 'court-order']);
    expect(await show(value)).toContain('migration (005, ended 2026-01-31T23:59:59.999Z)');
    expect((await run('list --bank 01 --schema correction-reasons'))[1]).toContain('migration (005, ended');
    await approved(value, ['--until', 'never']);
    expect(await usable()).toContain('migration');
    await approved(value, ['--until', '2026-01-31', '--en', 'Old data.']);
    await approved(value, ['--starting-set']);
    expect(await usable()).toContain('migration');
    expect(await show(value)).toMatch(/^migration \(005\): .*en “Another system delivered wrong data.”/);
  });

  it('that rules of the product use do not end, and enums do not change', async () => {
    for (const [value, more, message] of [
      ['sensitive-actions payment', ['--until', '2026-12-31'], 'Rules of the product use this value'],
      ['restriction-reasons stolen', ['--until', '2026-12-31'], 'Rules of the product use this value'],
      ['genders other', ['--code', '7', '--en', 'Other.'], 'are those of the specification'],
      ['restriction-kinds nap', ['--code', 'N', '--en', 'Sleep.'], 'is a rule of the product'],
      ['legal-structures Guild!', ['--code', 'G', '--en', 'Guild.'], 'is not a literal'],
      ['shoe-sizes forty', ['--code', '40', '--en', 'Forty.'], 'no classification has the schema-id'],
    ] as const)
      expect(await propose(value, more)).toEqual([1, expect.stringContaining(message)]);
    await approved('restriction-kinds card-block', ['--en', 'Pay by card.']);
    expect(await show('restriction-kinds card-block')).toContain('en “Pay by card.”');
  });

  it('have one proposal at a time, which is approved by the id that was read, or withdrawn', async () => {
    const value = 'fraud-categories deepfake';
    await propose(value, ['--code', '009', '--en', 'A forged voice.']);
    const read = await changeOf(value);
    expect(await propose(value, ['--code', '010', '--en', 'Another.'])).toEqual([
      1,
      expect.stringContaining('waits for its second'),
    ]);
    expect((await decide('reject', value, { by: 'e-1' }))[0]).toBe(0);
    await propose(value, ['--code', '010', '--en', 'Swapped.']);
    expect(await decide('approve', value, { change: read })).toEqual([
      1,
      expect.stringContaining('refused: classification-value-proposed-anew.'),
    ]);
    expect(await decide('approve', value, { by: 'e-7' })).toEqual([
      1,
      expect.stringContaining('no employee with the id e-7'),
    ]);
    expect((await decide('reject', value))[0]).toBe(0);
    expect(await show(value)).toContain('rejected by e-2');
  });

  it('have codes of their own, which never change', async () => {
    await approved('message-categories pension', ['--code', '012', '--en', 'Pensions.']);
    await propose('message-categories mortgage', ['--code', '012', '--en', 'Mortgages.']);
    expect(await decide('approve', 'message-categories mortgage')).toEqual([
      1,
      expect.stringContaining('has this code'),
    ]);
    expect(await propose('message-categories pension', ['--code', '013'])).toEqual([
      1,
      expect.stringContaining('The code of a value cannot change'),
    ]);
  });

  it('are decided once by two employees at the same time', async () => {
    const value = 'control-kinds veto';
    await propose(value, ['--code', '004', '--en', 'A veto.']);
    const change = await changeOf(value);
    const [one, other] = await Promise.all([
      decide('approve', value, { change }),
      decide('reject', value, { change }),
    ]);
    expect(one[0] + other[0]).toBe(1);
    const rows = await database.query(
      `select 1 from platform.classification_change where literal = 'veto' and state <> 'proposed'`,
    );
    expect(rows).toHaveLength(1);
  });
});

describe('classifications', () => {
  it('are listed with what a bank may change', async () => {
    const [, listed] = await run('list --bank 01');
    expect(listed).toContain('genders: Genders (enum)');
    expect(listed).toContain('legal-structures: Legal structures (class; the bank may add values)');
    expect(listed).toContain(
      'restriction-kinds: Restriction kinds (class; the bank may change descriptions)',
    );
  });

  it('have ids of their own, and name fixed values that they have', () => {
    expect(new Set(classifications.map(({ id }) => id)).size).toBe(classifications.length);
    const unknown = classifications.flatMap(({ bank, id, values }) => {
      const fixed = bank === undefined || bank.fixed === 'all' ? [] : bank.fixed;
      return fixed
        .filter((one) => !values.some(({ literal }) => literal === one))
        .map((one) => `${id} ${one}`);
    });
    expect(unknown).toEqual([]);
  });
});
