import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  type BankMaintenance,
  closingWindow,
  messageOf,
  retryAfterSeconds,
  statusOf,
} from './maintenance-status.ts';
import { isWindowId, type MaintenanceWindow } from './maintenance-window.ts';

const now = Temporal.Instant.from('2026-11-15T10:00:00Z');

function windowWith(changed: Partial<MaintenanceWindow> = {}): MaintenanceWindow {
  const id = '018f3f3e-0000-7000-8000-000000000000';
  if (!isWindowId(id)) throw new Error('not an id');
  return {
    id,
    bankId: '01',
    state: 'started',
    startsAt: now,
    endsAt: undefined,
    messages: { en: 'Back soon.', de: 'Gleich zurück.', 'fr-CH': 'De retour bientôt.' },
    plannedBy: 'e-1',
    approvedBy: 'e-2',
    startedAt: now,
    endedAt: undefined,
    version: 1n,
    ...changed,
  };
}
const maintenance = (...windows: readonly MaintenanceWindow[]): BankMaintenance => ({
  defaultLanguage: 'de',
  windows,
});

describe('the maintenance status', () => {
  test('is empty while no window closes the bank', () => {
    const open = { isInMaintenance: false, message: '' };
    expect(statusOf(maintenance(), now, ['en'])).toEqual(open);
    expect(statusOf(maintenance(windowWith({ state: 'planned' })), now, ['en'])).toEqual(open);
  });

  test('has the message of the window that closes the bank, among others that do not', () => {
    const later = windowWith({
      state: 'approved',
      startsAt: now.add({ hours: 1 }),
      messages: { en: 'Later.' },
    });
    expect(statusOf(maintenance(later, windowWith()), now, ['en'])).toEqual({
      isInMaintenance: true,
      message: 'Back soon.',
    });
    expect(closingWindow(maintenance(later), now)).toBeUndefined();
  });

  test.each([
    [['en'], 'Back soon.'],
    [['en-GB'], 'Back soon.'],
    [['fr-CH'], 'De retour bientôt.'],
    [['it', 'en'], 'Back soon.'],
    [['it'], 'Gleich zurück.'],
    [[], 'Gleich zurück.'],
    [['EN-gb'], 'Back soon.'],
  ])('for the languages %j has the message: %s', (languages, message) => {
    expect(messageOf(windowWith(), languages, 'de')).toBe(message);
  });

  test('always has a message if there is one, whatever the languages', () => {
    const tags = fc.array(fc.stringMatching(/^[A-Za-z]{1,4}(-[A-Za-z0-9]{1,9}){0,5}$/));
    const names = fc.uniqueArray(fc.constantFrom('en', 'de', 'nl', 'fr-CH', 'zh-Hant', 'EN-us'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(tags, names, fc.constantFrom('en', 'nl', 'xx'), (wanted, languages, fallback) => {
        const messages = Object.fromEntries(languages.map((tag) => [tag, `in ${tag}`]));
        expect(Object.values(messages)).toContain(messageOf(windowWith({ messages }), wanted, fallback));
      }),
      { numRuns: 500 },
    );
  });
});

describe('Retry-After', () => {
  test.each([
    [undefined, 300],
    [1, 1],
    [1_800, 1_800],
    [3_600, 3_600],
    [86_400, 3_600],
    [0, 1],
    [-5, 1],
  ])('for a window that ends in %s seconds is %s', (seconds, retry) => {
    const endsAt = seconds === undefined ? undefined : now.add({ seconds });
    expect(retryAfterSeconds(windowWith({ endsAt }), now)).toBe(retry);
  });

  test('is a whole number of seconds, never too short', () => {
    expect(retryAfterSeconds(windowWith({ endsAt: now.add({ milliseconds: 1_001 }) }), now)).toBe(2);
  });
});
