import { describe, expect, test } from 'vitest';
import { isServiceMessage, laneOf } from './communication.ts';
import { type Lane, messageKinds, type Priority, priorities } from './literals.ts';

describe('service messages', () => {
  test('are all kinds except offers and announcements', () => {
    expect(messageKinds.filter((kind) => !isServiceMessage(kind))).toEqual(['announcement', 'offer']);
  });
});

describe('the lane', () => {
  test.each(priorities)('of a code of %s priority is the code lane, even in a batch', (priority) => {
    for (const batchId of [undefined, 'run-1'])
      expect(laneOf({ messageKind: 'one-time-password', priority, batchId })).toBe('code');
  });

  test.each(messageKinds.filter((kind) => kind !== 'one-time-password'))(
    'of a %s of high priority is neither the bulk lane nor the code lane',
    (messageKind) => {
      for (const batchId of [undefined, 'run-1'])
        expect(laneOf({ messageKind, priority: 'high', batchId })).toBe('normal');
    },
  );

  test.each(['statement', 'offer', 'announcement'] as const)('of a %s is the bulk lane', (messageKind) => {
    expect(laneOf({ messageKind, priority: 'normal', batchId: undefined })).toBe('bulk');
  });

  test.each<[Priority, string | undefined, Lane]>([
    ['normal', undefined, 'normal'],
    ['normal', 'run-1', 'bulk'],
    ['low', undefined, 'bulk'],
    ['low', 'run-1', 'bulk'],
  ])('of other messages of %s priority in batch %s is %s', (priority, batchId, lane) => {
    for (const messageKind of ['alert', 'reminder', 'advice', 'notice', 'private-message'] as const)
      expect(laneOf({ messageKind, priority, batchId })).toBe(lane);
  });
});
