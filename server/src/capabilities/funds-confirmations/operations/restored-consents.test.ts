import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { Ending } from '#platform/work/ending-ledger.ts';
import {
  createFundsTestApp,
  type FundsTestApp,
  pathIn,
  type TestHolder,
} from '../testing/funds-test-app.suite.ts';
import { endConsentsOfUser } from './end-consents-of-user.ts';
import { expireConsents } from './expire-consents.ts';
import { replayFundsConsentEndings } from './replay-funds-consent-endings.ts';

let app: FundsTestApp;
beforeAll(async () => {
  app = await createFundsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

async function asked(holder: TestHolder): Promise<string> {
  return pathIn(await app.ask({ iban: holder.iban }));
}

async function given(holder: TestHolder): Promise<string> {
  const path = await asked(holder);
  expect(await app.approve(path, holder)).toBe('finalised');
  return path;
}

/** The row of a consent as a backup has it; the returned function writes it back, as a restore does. */
async function backup(path: string): Promise<() => Promise<void>> {
  const { database } = app.identity;
  const [row] = await database.query<{ row: string }>(
    'select to_json(consent)::text as row from funds_confirmations.consent where consent_id = $1',
    [idOf(path)],
  );
  return async () => {
    await database.query('delete from funds_confirmations.consent where consent_id = $1', [idOf(path)]);
    await database.query(
      'insert into funds_confirmations.consent select * from json_populate_record(null::funds_confirmations.consent, $1::json)',
      [row?.row],
    );
  };
}

/** The lines that the worker appends to the ledger. */
async function linesOf(path: string): Promise<readonly Ending[]> {
  const rows = await app.identity.database.query<{ data: string }>(
    `select data from platform.outbox_event where name = 'funds-consent-ended' and aggregate_id = $1`,
    [idOf(path)],
  );
  return rows.map(({ data }) => ({
    event: 'funds-consent-ended',
    bankId: '01',
    subject: idOf(path),
    at: String(at(JSON.parse(data), 'at')),
    reason: String(at(JSON.parse(data), 'reason')),
  }));
}

async function replay(endings: readonly Ending[]): Promise<readonly string[]> {
  const found = await replayFundsConsentEndings(app.context(), endings);
  for (const step of found) await step.apply();
  return found.map(({ what }) => what);
}

function closeUser({ userId }: TestHolder): Promise<void> {
  return endConsentsOfUser(app.context(), {
    id: '01a1dcbf-fdb1-7d5d-b669-60821bd6845c',
    name: 'user-closed',
    version: 1,
    occurredAt: app.identity.clock.now().toString(),
    aggregateKind: 'user',
    aggregateId: userId,
    sequence: 1,
    data: {},
  });
}

/** A minute passes, so that an end is later than the backup. */
const later = (): void => app.identity.clock.advance({ minutes: 1 });

describe('a consent that ended after the backup (replayFundsConsentEndings)', () => {
  test('by its third party ends again, once', async () => {
    const path = await given(await app.holder());
    const restore = await backup(path);
    later();
    expect((await app.send({ method: 'DELETE', path })).status).toBe(204);
    const endings = await linesOf(path);
    await restore();
    expect(await app.statusOf(path)).toBe('valid');
    const foreign = endings.map((ending) => ({ ...ending, bankId: '02' }));
    const unreadable = endings.map((ending) => ({ ...ending, subject: 'unreadable' }));
    expect(await replay([...foreign, ...unreadable])).toEqual([]);
    expect(await replay(endings)).toEqual(['consents to the confirmation of funds ended again']);
    expect(await app.statusOf(path)).toBe('terminatedByTpp');
    expect(await replay(endings)).toEqual([]);
  });

  test('for the customer ends again', async () => {
    const holder = await app.holder();
    const path = await given(holder);
    const restore = await backup(path);
    later();
    await closeUser(holder);
    await restore();
    expect(await replay(await linesOf(path))).toHaveLength(1);
    expect(await app.statusOf(path)).toBe('revokedByPsu');
  });

  test('and whose row is newer than its end stays as it is', async () => {
    const path = await given(await app.holder());
    const restore = await backup(path);
    later();
    await app.send({ method: 'DELETE', path });
    await restore();
    later();
    await app.identity.database.query(
      'update funds_confirmations.consent set changed_at = $2 where consent_id = $1',
      [idOf(path), app.identity.clock.now().toString()],
    );
    expect(await replay(await linesOf(path))).toEqual([]);
    expect(await app.statusOf(path)).toBe('valid');
  });
});

test('an end that the clock causes is in no ledger: it comes again by itself', async () => {
  const path = await asked(await app.holder());
  app.identity.clock.advance({ hours: 1 });
  await expireConsents(app.context());
  expect([await app.statusOf(path), await linesOf(path)]).toEqual(['rejected', []]);
});
