import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findConsent } from '../store/consents.store.ts';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
} from '../testing/consents-test-app.suite.ts';
import type { UsableConsent } from './check-consent.ts';
import { countAccess } from './count-access.ts';
import { endUsedConsent } from './end-used-consent.ts';
import { findLastReport } from './find-last-report.ts';
import { rememberReport } from './remember-report.ts';

let app: ConsentsTestApp;
beforeAll(async () => {
  app = await createConsentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

/** A consent that a customer has approved. */
async function usable(
  isRecurring: boolean,
): Promise<{ readonly consent: UsableConsent; readonly path: string }> {
  const holder = await app.holder();
  const path = pathIn(await app.ask(allOf(holder), { body: { recurringIndicator: isRecurring } }));
  await app.approve(path, holder);
  const consentId = path.slice(path.lastIndexOf('/') + 1);
  const found = await findConsent(app.context().db, app.ports.consentsVault, { bankId: '01', consentId });
  if (found?.approvedAt === undefined || found.owner === undefined) throw new Error('not approved');
  return { consent: { ...found, approvedAt: found.approvedAt, owner: found.owner }, path };
}

describe('the last report', () => {
  test('is that of its account under its consent', async () => {
    const [{ consent }, { consent: other }] = [await usable(true), await usable(true)];
    const ctx = app.context();
    const newest = { reference: '7', day: day('2026-11-16') };
    await rememberReport(ctx, { consent, resourceId: 'a', newest });
    expect(await findLastReport(ctx, { consent, resourceId: 'a' })).toEqual(newest);
    expect(await findLastReport(ctx, { consent, resourceId: 'b' })).toBeUndefined();
    expect(await findLastReport(ctx, { consent: other, resourceId: 'a' })).toBeUndefined();
  });

  test('is not replaced by one that ended on an earlier day', async () => {
    const { consent } = await usable(true);
    const ctx = app.context();
    const remember = (reference: string, on: string): Promise<void> =>
      rememberReport(ctx, { consent, resourceId: 'a', newest: { reference, day: day(on) } });
    await remember('7', '2026-11-16');
    await remember('5', '2026-11-15');
    expect(await findLastReport(ctx, { consent, resourceId: 'a' })).toMatchObject({ reference: '7' });
    await remember('8', '2026-11-16');
    expect(await findLastReport(ctx, { consent, resourceId: 'a' })).toMatchObject({ reference: '8' });
  });
});

test('a consent for one access ends with the last thing that it allows, and not before', async () => {
  const { consent, path } = await usable(false);
  const ctx = app.context();
  const targets = ['list', 'balances'];
  await countAccess(ctx, { consent, isAttended: true, target: 'list' });
  await endUsedConsent(ctx, { consent, targets });
  expect(await app.statusOf(path)).toBe('valid');
  await countAccess(ctx, { consent, isAttended: true, target: 'balances' });
  await endUsedConsent(ctx, { consent, targets });
  expect(await app.statusOf(path)).toBe('expired');
  // Two requests may find at the same time that everything is read.
  await endUsedConsent(ctx, { consent, targets });
  expect(await app.statusOf(path)).toBe('expired');
});
