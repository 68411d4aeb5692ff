import { describe, expect, test } from 'vitest';
import { chooseApproach } from './approach.ts';

type Supported = Parameters<typeof chooseApproach>[0];
const all: Supported = ['REDIRECT', 'DECOUPLED', 'EMBEDDED'];

describe('the approach', () => {
  test.each<[string, Supported, boolean | undefined, boolean | undefined, string]>([
    ['without a preference is the bank’s first', all, undefined, undefined, 'REDIRECT'],
    ['follows a wish for a redirect', ['EMBEDDED', 'REDIRECT'], true, undefined, 'REDIRECT'],
    ['follows a wish for the app', all, undefined, true, 'DECOUPLED'],
    ['without a redirect is the next one', all, false, undefined, 'DECOUPLED'],
    ['without the app is the next one', ['DECOUPLED', 'EMBEDDED'], undefined, false, 'EMBEDDED'],
    ['without a redirect stays what is none', ['EMBEDDED', 'REDIRECT'], false, undefined, 'EMBEDDED'],
    ['without the app stays what is none', all, undefined, false, 'REDIRECT'],
    ['is the app where it comes first', ['DECOUPLED', 'REDIRECT'], undefined, undefined, 'DECOUPLED'],
    ['follows a wish for a redirect alone', ['DECOUPLED', 'REDIRECT'], true, undefined, 'REDIRECT'],
    ['with neither is embedded', all, false, false, 'EMBEDDED'],
    [
      'with both is the first that is not embedded',
      ['EMBEDDED', 'DECOUPLED', 'REDIRECT'],
      true,
      true,
      'DECOUPLED',
    ],
    ['is never refused: an unsupported redirect', ['EMBEDDED'], true, undefined, 'EMBEDDED'],
    ['is never refused: the app is not supported', ['REDIRECT', 'EMBEDDED'], undefined, true, 'REDIRECT'],
    ['is never refused: only a redirect is supported', ['REDIRECT'], false, false, 'REDIRECT'],
    ['is never refused: only a redirect, and none wanted', ['REDIRECT'], false, undefined, 'REDIRECT'],
  ])('%s', (_, supported, redirect, decoupled, approach) => {
    expect(chooseApproach(supported, { redirect, decoupled })).toBe(approach);
  });
});
