import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
} from '../testing/consents-test-app.suite.ts';
import { standingOfConsent } from './standing-of-consent.ts';
import { withdrawConsent } from './withdraw-consent.ts';

let app: ConsentsTestApp;
beforeAll(async () => {
  app = await createConsentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('a consent is open, suspended for 48 hours after a withdrawal, and then over', async () => {
  const holder = await app.holder();
  const path = pathIn(await app.ask(allOf(holder)));
  const consentId = path.slice(path.lastIndexOf('/') + 1);
  const standing = (id = consentId): ReturnType<typeof standingOfConsent> =>
    standingOfConsent(app.context(), id);
  expect(await standing()).toEqual({ kind: 'open', isRecurring: true });
  expect(await app.approve(path, holder)).toBe('finalised');
  expect(await standing()).toEqual({ kind: 'open', isRecurring: true });
  await withdrawConsent(app.context(), { viewer: holder, consentId });
  const until = app.identity.clock.now().add({ hours: 48 });
  const suspended = await standing();
  expect(suspended.kind === 'suspended' && suspended.until.toString()).toBe(until.toString());
  app.identity.clock.advance({ hours: 48 });
  expect(await standing()).toEqual({ kind: 'over' });
  expect(await standing('01a1ede2-6680-78f6-bfca-5f5ba7ad8aaf')).toEqual({ kind: 'over' });
  expect(await standing('nothing')).toEqual({ kind: 'over' });
});
