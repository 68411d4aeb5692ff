import pg from 'pg';
import { describe, expect, test } from 'vitest';
import {
  ConnectionFailed,
  failureInUse,
  failureOf,
  isDatabaseUnavailable,
  isSessionRefused,
} from './failure.ts';

function databaseError(code: string | undefined, constraint?: string): pg.DatabaseError {
  const error = new pg.DatabaseError('from the server', 1, 'error');
  error.code = code;
  error.constraint = constraint;
  return error;
}

describe('an error of the server', () => {
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
    ['53100', 'lost'],
    ['53000', 'exhausted'],
    ['53200', 'exhausted'],
    ['53400', 'exhausted'],
    ['42501', 'internal-error'],
    ['42P01', 'internal-error'],
    ['22021', 'internal-error'],
    ['25P02', 'internal-error'],
    ['23502', 'internal-error'],
  ])('%s is of kind %s', (code, kind) => {
    expect(failureOf(databaseError(code)).kind).toBe(kind);
  });

  test.each(['23505', '23503', '23514', '23P01'])('%s names the constraint', (code) => {
    expect(failureOf(databaseError(code, 'account_pkey'))).toEqual({
      kind: 'constraint',
      constraint: 'account_pkey',
    });
  });

  test('about a stale plan is retried; other unsupported features are internal errors', () => {
    const stale = databaseError('0A000');
    stale.routine = 'RevalidateCachedQuery';
    expect(failureOf(stale).kind).toBe('retry');
    expect(failureOf(databaseError('0A000')).kind).toBe('internal-error');
  });

  test('without a code is an internal error', () => {
    expect(failureOf(databaseError(undefined)).kind).toBe('internal-error');
  });
});

test.each([
  ['40001', true],
  ['57014', true],
  ['57P01', true],
  ['53200', true],
  ['53400', true],
  ['PX001', false],
  ['42P01', false],
])('%s is a database failure: %s', (code, expected) => {
  expect(isDatabaseUnavailable(databaseError(code))).toBe(expected);
});

describe('an error of the connection', () => {
  const cause = Object.assign(new Error('x'), { code: 'ENOTFOUND' });

  test.each(['connecting', 'in-use'] as const)(
    '%s is a database failure and has the code of its cause',
    (phase) => {
      const error = new ConnectionFailed(phase, cause);
      expect(failureOf(error).kind).toBe('lost');
      expect(error.code).toBe('ENOTFOUND');
    },
  );

  test('in use is the server’s error, or else a lost connection', () => {
    const serverError = databaseError('42501');
    expect(failureInUse(serverError)).toBe(serverError);
    expect(failureInUse(cause)).toBeInstanceOf(ConnectionFailed);
  });

  test.each([
    ['28P01', 'connecting', true],
    ['3D000', 'connecting', true],
    ['57P03', 'connecting', false],
    ['53300', 'connecting', false],
    ['53200', 'connecting', false],
    ['28P01', 'in-use', false],
  ] as const)('%s while %s is a refused session: %s', (code, phase, expected) => {
    expect(isSessionRefused(new ConnectionFailed(phase, databaseError(code)))).toBe(expected);
  });

  test('from another system is not a database failure', () => {
    expect(failureOf(cause).kind).toBe('internal-error');
  });
});

test.each([new Error('x'), new TypeError('x'), 'text', undefined, null, { code: 'ECONNRESET' }, 42])(
  'any other error is an internal error: %s',
  (error) => {
    expect(failureOf(error).kind).toBe('internal-error');
  },
);
