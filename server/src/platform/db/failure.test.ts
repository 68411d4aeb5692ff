import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { failureOf, isDatabaseTrouble } from './failure.ts';

function databaseError(code: string | undefined, constraint?: string): pg.DatabaseError {
  const error = new pg.DatabaseError('told by the server', 1, 'error');
  error.code = code;
  error.constraint = constraint;
  return error;
}

describe('what the server says', () => {
  test.each([
    ['40001', 'retry'],
    ['40P01', 'retry'],
    ['55P03', 'retry'],
    ['57014', 'timeout'],
    ['PX001', 'row-count'],
    ['57P01', 'lost'],
    ['57P02', 'lost'],
    ['57P03', 'lost'],
    ['08006', 'lost'],
    ['53300', 'lost'],
    ['42501', 'bug'],
    ['42P01', 'bug'],
    ['22021', 'bug'],
    ['25P02', 'bug'],
    ['23502', 'bug'],
  ])('%s is a matter of: %s', (code, kind) => {
    expect(failureOf(databaseError(code)).kind).toBe(kind);
  });

  test.each(['23505', '23503', '23514', '23P01'])('%s names the constraint', (code) => {
    expect(failureOf(databaseError(code, 'account_pkey'))).toEqual({
      kind: 'constraint',
      constraint: 'account_pkey',
    });
  });

  test('about a plan that is stale is a matter of trying again; other things not supported are bugs', () => {
    const stale = databaseError('0A000');
    stale.routine = 'RevalidateCachedQuery';
    expect(failureOf(stale).kind).toBe('retry');
    expect(failureOf(databaseError('0A000')).kind).toBe('bug');
  });

  test('without a code is a bug', () => {
    expect(failureOf(databaseError(undefined)).kind).toBe('bug');
  });
});

test.each([
  ['40001', true],
  ['57014', true],
  ['57P01', true],
  ['PX001', false],
  ['42P01', false],
])('%s is trouble of the database: %s', (code, expected) => {
  expect(isDatabaseTrouble(databaseError(code))).toBe(expected);
});

describe('what happens to the connection', () => {
  test.each(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH'])(
    '%s is trouble',
    (code) => {
      expect(failureOf(Object.assign(new Error('x'), { code })).kind).toBe('lost');
    },
  );

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('"%s" is trouble', (message) => {
    expect(failureOf(new Error(message)).kind).toBe('lost');
  });
});

test.each([new Error('x'), new TypeError('x'), 'text', undefined, null, { code: 'ECONNRESET' }, 42])(
  'anything else is a bug: %s',
  (error) => {
    expect(failureOf(error).kind).toBe('bug');
  },
);
