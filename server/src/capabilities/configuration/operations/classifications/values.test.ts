import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findUsableValue } from '#platform/classification/bank-values.ts';
import type { Reader } from '#platform/db/reader.ts';
import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import { refusalIn } from '#platform/testing/refusal-in.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import {
  createMaintenanceTestApp,
  type MaintenanceTestApp,
} from '../../testing/maintenance-test-app.suite.ts';
import { decideValue } from './decide-value.ts';
import { getValue } from './get-value.ts';
import { listValues } from './list-values.ts';
import { type ProposedValue, proposeValue } from './propose-value.ts';

const schema: ClassificationSchema = {
  id: 'colours',
  name: 'Colours',
  description: 'What things look like.',
  values: valuesOf(['red', 'green'], { descriptions: { red: 'As blood.', green: 'As grass.' } }),
  bank: { mayAdd: true, fixed: ['red'] },
  stored: 'literal',
};
let app: MaintenanceTestApp;
let context: Context;
beforeAll(async () => {
  app = await createMaintenanceTestApp();
  const { clock, services } = app;
  context = systemContext(
    { app: services.database, clock, ids: services.ids, log: services.log },
    { job: 'test', bankId: '01', requestId: 'test' },
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const propose = (literal: string, more: Partial<ProposedValue>): Promise<string> =>
  proposeValue(context, {
    schema,
    literal,
    code: undefined,
    texts: {},
    parentLiteral: undefined,
    validUntil: undefined,
    isStartingSet: false,
    effectiveFrom: undefined,
    reason: 'the board',
    employeeId: 'e-1',
    ...more,
  });
const decide = (
  literal: string,
  changeId: string,
  { by = 'e-2', verdict = 'approve' }: { readonly by?: string; readonly verdict?: 'approve' | 'reject' } = {},
): Promise<unknown> => decideValue(context, { schema, literal, changeId, verdict, employeeId: by });
async function approved(literal: string, more: Partial<ProposedValue>): Promise<void> {
  app.clock.advance({ seconds: 1 });
  await decide(literal, await propose(literal, more));
}
const held = async (literal: string, at = app.clock.now()): Promise<unknown> =>
  (await getValue(context, { schema, literal, at })).value;

describe('a proposed value', () => {
  test('waits for another employee, and is listed until then', async () => {
    const changeId = await propose('blue', { code: 'B', texts: { en: 'As the sky.' } });
    expect(await held('blue')).toBeUndefined();
    const listed = await listValues(context, { schema, at: app.clock.now() });
    expect(listed.values.map(({ literal }) => literal)).toEqual(['red', 'green']);
    expect(listed.proposed).toMatchObject([{ changeId, literal: 'blue', code: 'B', reason: 'the board' }]);
    expect(await refusalIn(propose('blue', { texts: { en: 'As the sea.' }, code: 'B' }))).toBe(
      'classification-value-proposed',
    );
    expect(await refusalIn(decide('blue', changeId, { by: 'E-1' }))).toBe('own-classification-approval');
    await decide('blue', changeId);
    expect(await held('blue')).toMatchObject({ code: 'B', texts: { en: 'As the sky.' } });
    expect(await refusalIn(decide('blue', changeId))).toBe('classification-value-not-proposed');
    expect((await listValues(context, { schema, at: app.clock.now() })).proposed).toEqual([]);
  });

  test('is the one that the second employee has read', async () => {
    const read = await propose('pink', { code: 'P', texts: { en: 'As a rose.' } });
    await decide('pink', read, { by: 'e-1', verdict: 'reject' });
    const swapped = await propose('pink', { code: 'P', texts: { en: 'As a pig.' } });
    expect(await refusalIn(decide('pink', read))).toBe('classification-value-proposed-anew');
    await decide('pink', swapped, { verdict: 'reject' });
    expect(await held('pink')).toBeUndefined();
  });

  test('has a code of its own, also if two are proposed at the same time', async () => {
    const [one, other] = [
      await propose('black', { code: 'K', texts: { en: 'As coal.' } }),
      await propose('brown', { code: 'K', texts: { en: 'As earth.' } }),
    ];
    await decide('black', one);
    expect(await refusalIn(decide('brown', other))).toBe('classification-code-taken');
    await decide('brown', other, { verdict: 'reject' });
  });

  test.each<[string, string, Partial<ProposedValue>]>([
    ['classification-value-fixed', 'red', { validUntil: Temporal.Instant.from('2027-01-01T00:00:00Z') }],
    ['classification-code-fixed', 'red', { code: 'R' }],
    ['classification-code-missing', 'white', { texts: { en: 'As snow.' } }],
    ['classification-text-missing', 'white', { code: 'W' }],
    ['classification-parent-unknown', 'white', { code: 'W', texts: { en: 'x' }, parentLiteral: 'warm' }],
    ['classification-value-added', 'white', { isStartingSet: true }],
    ['classification-value-unchanged', 'red', {}],
  ])('is refused: %s', async (refusal, literal, more) => {
    expect(await refusalIn(propose(literal, more))).toBe(refusal);
  });

  test('is refused in closed lists: classification-closed, classification-fixed-values, classification-value-reserved', async () => {
    const { bank: _, ...closed } = schema;
    const more = { code: 'W', texts: { en: 'As snow.' } };
    expect(await refusalIn(propose('white', { ...more, schema: closed }))).toBe('classification-closed');
    const ruled: ClassificationSchema = { ...schema, bank: { mayAdd: false, fixed: 'all' } };
    expect(await refusalIn(propose('white', { ...more, schema: ruled }))).toBe('classification-fixed-values');
    const reserving: ClassificationSchema = {
      ...schema,
      bank: { mayAdd: true, fixed: [], reserved: ['white'] },
    };
    expect(await refusalIn(propose('white', { ...more, schema: reserving }))).toBe(
      'classification-value-reserved',
    );
  });
});

describe('a value', () => {
  test('is found by its literal and its code, until it ends', async () => {
    const usable = async (sent: string): Promise<string | undefined> =>
      (await findUsableValue(context.db, context, schema, sent))?.literal;
    await approved('gold', { code: 'AU', texts: { en: 'As gold.' } });
    expect([await usable('gold'), await usable('AU'), await usable('002'), await usable('silver')]).toEqual([
      'gold',
      'gold',
      'green',
      undefined,
    ]);
    const end = app.clock.now().add({ hours: 1 });
    await approved('gold', { validUntil: end });
    await approved('green', { validUntil: end });
    expect([await usable('gold'), await usable('002')]).toEqual(['gold', 'green']);
    app.clock.advance({ hours: 2 });
    expect([await usable('gold'), await usable('AU'), await usable('002'), await usable('green')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(await held('gold')).toMatchObject({ validUntil: end });
  });

  test('that rules of the product use is found without a read', async () => {
    const unread: Reader = {
      rows: () => Promise.reject(new Error('read')),
      first: () => Promise.reject(new Error('read')),
    };
    const find = (sent: string) => findUsableValue(unread, context, schema, sent);
    expect(await find('red')).toMatchObject({ literal: 'red', code: '001' });
    await expect(find('green')).rejects.toThrow('read');
  });

  test('was on a past day what it was, whatever is approved later', async () => {
    const before = app.clock.now();
    await approved('grey', { code: 'G', texts: { en: 'As mice.' } });
    app.clock.advance({ hours: 24 });
    await approved('grey', { texts: { en: 'As elephants.' } });
    const texts = async (at: Temporal.Instant): Promise<unknown> =>
      ((await getValue(context, { schema, literal: 'grey', at })).value ?? { texts: undefined }).texts;
    expect([
      await texts(before.subtract({ hours: 1 })),
      await texts(before.add({ hours: 1 })),
      await texts(app.clock.now()),
    ]).toEqual([undefined, { en: 'As mice.' }, { en: 'As elephants.' }]);
  });

  test('that was scheduled has its code already', async () => {
    const later = app.clock.now().add({ hours: 48 });
    await approved('amber', { code: 'A', texts: { en: 'As resin.' }, effectiveFrom: later });
    const more = { texts: { en: 'As honey.' } };
    // The second employee would approve a code that the value never gets.
    expect(await refusalIn(propose('amber', { ...more, code: 'AM' }))).toBe('classification-code-fixed');
    await approved('amber', more);
    expect(await held('amber')).toMatchObject({ code: 'A', texts: more.texts });
  });

  test('of the starting set is listed below the parent that the bank chose', async () => {
    await approved('green', { parentLiteral: 'red' });
    expect(await held('green')).toMatchObject({ parentLiteral: 'red' });
    await approved('green', { isStartingSet: true });
    expect(await held('green')).toMatchObject({ parentLiteral: undefined });
  });

  test('is refused behind as many as a list shows: classification-full', async () => {
    const full: ClassificationSchema = { ...schema, id: 'shades' };
    await app.database.query(
      `insert into platform.classification_value (bank_id, schema_id, literal, code, added_at)
       select '01', 'shades', 'shade-' || n, 'S' || n, now() from generate_series(1, 999) n`,
    );
    const give = async (literal: string, code: string | undefined): Promise<unknown> => {
      const texts = { en: 'Some shade.' };
      const changeId = await propose(literal, { schema: full, code, texts });
      return decideValue(context, { schema: full, literal, changeId, verdict: 'approve', employeeId: 'e-2' });
    };
    await give('shade-1000', 'S1000');
    expect(await refusalIn(give('shade-1001', 'S1001'))).toBe('classification-full');
    app.clock.advance({ seconds: 1 });
    await give('shade-1000', undefined);
  });

  test('that was scheduled is ended by a later approval that takes effect before it', async () => {
    const later = app.clock.now().add({ hours: 48 });
    await approved('violet', { code: 'V', texts: { en: 'As wine.' }, effectiveFrom: later });
    expect((await getValue(context, { schema, literal: 'violet', at: app.clock.now() })).next).toMatchObject({
      effectiveFrom: later,
    });
    app.clock.advance({ hours: 1 });
    await approved('violet', { code: 'V', texts: { en: 'As plums.' } });
    expect(await held('violet', later.add({ hours: 1 }))).toMatchObject({ texts: { en: 'As plums.' } });
  });
});
