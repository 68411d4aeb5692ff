import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPartyTestApp, type PartyTestApp } from '../../testing/party-test-app.suite.ts';
import { listHolderNames } from '../customers/list-holder-names.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';
import { endNameSecrecy } from './end-name-secrecy.ts';
import { findNameSecrecy } from './find-name-secrecy.ts';
import { replayNameSecrecy } from './replay-name-secrecy.ts';
import { setNameSecrecy } from './set-name-secrecy.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const byStaff = (partyNumber: string): { readonly partyNumber: string; readonly employeeId: string } => ({
  partyNumber,
  employeeId: 'e-1',
});
const set = (partyNumber: string): Promise<void> => setNameSecrecy(app.context(), byStaff(partyNumber));
const end = (partyNumber: string): Promise<void> => endNameSecrecy(app.context(), byStaff(partyNumber));

async function isListed(partyNumber: string): Promise<boolean> {
  const ctx = app.context();
  return (await listHolderNames(ctx, ctx.db, { bankId: '01', partyNumbers: [partyNumber] })).has(partyNumber);
}

test('a secret name is not listed among names of holders until the secrecy ends', async () => {
  const number = await app.person();
  expect(await isListed(number)).toBe(true);
  await set(number);
  await setNameSecrecy(app.context(), { partyNumber: number, employeeId: 'e-2' });
  expect(await isListed(number)).toBe(false);
  expect(await findNameSecrecy(app.context(), number)).toEqual({ enteredBy: 'e-1' });
  await end(number);
  expect(await isListed(number)).toBe(true);
  await expect(end(number)).rejects.toMatchObject({ literal: 'name-not-secret' });
});

test('staff read the same record as before', async () => {
  const number = await app.person();
  const read = async (): Promise<string> =>
    (await app.get(`/parties/${number}`)).text.replaceAll(/"(last-modified|sync-token)":"[^"]+"/g, '');
  const before = await read();
  await set(number);
  expect(await read()).toBe(before);
});

describe('after a merge', () => {
  test('the name of the surviving record is secret if one of the two was', async () => {
    const [merged, survivor] = [await app.person(), await app.person()];
    await set(merged);
    await mergeParties(app.context(), { partyNumber: merged, survivorPartyNumber: survivor });
    expect(await findNameSecrecy(app.context(), survivor)).toEqual({ enteredBy: 'e-1' });
    expect([await isListed(merged), await isListed(survivor)]).toEqual([false, false]);
  });

  test('the earlier entry of the surviving record stays', async () => {
    const [merged, survivor] = [await app.person(), await app.person()];
    await set(merged);
    await setNameSecrecy(app.context(), { partyNumber: survivor, employeeId: 'e-2' });
    await mergeParties(app.context(), { partyNumber: merged, survivorPartyNumber: survivor });
    expect(await findNameSecrecy(app.context(), survivor)).toEqual({ enteredBy: 'e-2' });
  });
});

describe('after a restore', () => {
  const line = (
    event: string,
    subject: string,
    at: string,
  ): Parameters<typeof replayNameSecrecy>[1][number] => ({
    event,
    subject,
    at,
    bankId: '01',
  });

  test('a name that became secret after the backup is secret again', async () => {
    const [lost, known, ended, erased] = [
      await app.person(),
      await app.person(),
      await app.person(),
      await app.person(),
    ];
    await set(known);
    const erasureLedger = { append: async () => undefined, list: async () => [] };
    await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: erased });
    const steps = await replayNameSecrecy(app.context(), [
      ...[lost, known, ended, erased, 'unknown'].map((subject) =>
        line('party-name-disclosure-ended', subject, '2026-11-15T10:00:00.000Z'),
      ),
      line('party-name-secrecy-ended', ended, '2026-11-15T11:00:00.000Z'),
    ]);
    expect(steps.map(({ subject }) => subject)).toEqual([lost]);
    await steps[0]?.apply();
    expect([await isListed(lost), await isListed(ended)]).toEqual([false, true]);
  });
});
