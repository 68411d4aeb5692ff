import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import { createPartyTestApp, type PartyTestApp } from '../../testing/party-test-app.suite.ts';
import { changeOwnData } from './change-own-data.ts';
import { checkOwnData } from './check-own-data.ts';
import { listExpiringDocuments } from './list-expiring-documents.ts';
import { lockProfile } from './lock-profile.ts';
import { profileOf } from './profile-of.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const passport = (documentNumber: string, expiryDate: string) => ({
  kind: 'document' as const,
  document: {
    kind: 'passport' as const,
    documentNumber,
    issueDate: '2020-01-01',
    expiryDate,
    issuingCountry: 'DE',
    issuingAuthority: 'Stadt Berlin',
  },
});

test('a record is locked and changed in the command of another capability, which audits it', async () => {
  const number = await app.person();
  const ctx = app.context();
  const before = await profileOf(ctx, ctx.db, number);
  const after = await runCommand(ctx, async (work) => {
    const locked = await lockProfile(ctx, work, number);
    expect(() =>
      checkOwnData(ctx, locked, { changes: [passport('C01X00T47', '2021-01-01')], documentUrl: undefined }),
    ).toThrow('expired');
    const { audit, profile } = changeOwnData(ctx, work, locked, {
      changes: [{ kind: 'picture', url: 'https://portico.test/content/a.png' }],
    });
    work.audit(audit);
    return profile;
  });
  expect(after.version).toBe((before?.version ?? 0n) + 1n);
  expect(await profileOf(ctx, ctx.db, number)).toEqual(after);
  expect(await profileOf(ctx, ctx.db, 'unknown')).toBeUndefined();
});

test('documents that expire soon are found page by page, others are not read', async () => {
  const ctx = app.context();
  const today = app.clock.today('Europe/Berlin');
  const numbers: string[] = [];
  for (const days of [5, 6, 90]) {
    const number = await app.person();
    numbers.push(number);
    await runCommand(ctx, async (work) => {
      const locked = await lockProfile(ctx, work, number);
      const change = passport(`C01X00T${days}`, today.add({ days }).toString());
      work.audit(changeOwnData(ctx, work, locked, { changes: [change] }).audit);
    });
  }
  const until = today.add({ days: 30 }).toString();
  const first = await listExpiringDocuments(ctx, { until, listMax: 1 });
  expect(first.documents.map(({ customerNumber }) => customerNumber)).toEqual(numbers.slice(0, 1));
  const after = first.next ?? { dueOn: until, partyNumber: '' };
  const second = await listExpiringDocuments(ctx, { until, listMax: 10, after });
  expect(second.documents.map(({ customerNumber }) => customerNumber)).toEqual(numbers.slice(1, 2));
  expect(second.next).toBeUndefined();
});
