import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { offerIdBytes, readOfferId, writeOfferId } from './offer-id.ts';

test.each([
  { isReset: false, offeredAtSeconds: 1_794_700_000 },
  { isReset: true, offeredAtSeconds: 0 },
])('an id contains what was written into it: %j', (offer) => {
  const id = writeOfferId(randomBytes(offerIdBytes), offer);
  expect(id).toMatch(/^[\w\-]{43}$/v);
  expect(readOfferId(id)).toEqual(offer);
});

test.each(['', 'short', 'A'.repeat(44), 'walk-1'])('%j is not the id of an offer', (text) => {
  expect(readOfferId(text)).toBeUndefined();
});
