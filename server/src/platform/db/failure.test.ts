import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { ConnectionFailed, failureInUse, failureOf, isDatabaseTrouble, isSessionRefused } from './failure.ts';

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
    ['53100', 'lost'],
    ['53000', 'exhausted'],
    ['53200', 'exhausted'],
    ['53400', 'exhausted'],
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
  ['53200', true],
  ['53400', true],
  ['PX001', false],
  ['42P01', false],
])('%s is trouble of the database: %s', (code, expected) => {
  expect(isDatabaseTrouble(databaseError(code))).toBe(expected);
});

describe('what happens to the connection', () => {
  const cause = Object.assign(new Error('x'), { code: 'ENOTFOUND' });

  test.each(['connecting', 'in-use'] as const)('%s is trouble, and keeps the code of its cause', (phase) => {
    const error = new ConnectionFailed(phase, cause);
    expect(failureOf(error).kind).toBe('lost');
    expect(error.code).toBe('ENOTFOUND');
  });

  test('in use is what the server says, or else a lost connection', () => {
    const said = databaseError('42501');
    expect(failureInUse(said)).toBe(said);
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

  test('elsewhere than with the database is no trouble of the database', () => {
    expect(failureOf(cause).kind).toBe('bug');
  });
});

test.each([new Error('x'), new TypeError('x'), 'text', undefined, null, { code: 'ECONNRESET' }, 42])(
  'anything else is a bug: %s',
  (error) => {
    expect(failureOf(error).kind).toBe('bug');
  },
);
