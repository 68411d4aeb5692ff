import { describe, expect, test } from 'vitest';
import { contentsFor, notificationContents } from './contents.ts';

describe('the contents of a third party (contentsFor)', () => {
  test('are those that it prefers and the bank offers, in the order of the standard', () => {
    expect(contentsFor('status=LAST,SCA', notificationContents)).toEqual(['SCA', 'LAST']);
    expect(contentsFor('status=LAST, SCA', ['PROCESS', 'LAST'])).toEqual(['LAST']);
  });

  test('are all that the bank offers, if it does not say', () => {
    expect(contentsFor(undefined, ['PROCESS'])).toEqual(['PROCESS']);
  });

  test('are none, if nothing is left or one is named twice', () => {
    expect(contentsFor('status=SCA', ['PROCESS', 'LAST'])).toBeUndefined();
    expect(contentsFor('status=SCA, SCA', notificationContents)).toBeUndefined();
  });
});
