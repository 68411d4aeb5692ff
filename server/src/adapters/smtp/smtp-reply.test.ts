import { describe, expect, it, test } from 'vitest';
import { queueIdIn, sendResultOf } from './smtp-reply.ts';

describe('the result of a failure', () => {
  const failures: readonly (readonly [object, string, string])[] = [
    [
      { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 <a@b.test>' },
      'refused',
      'smtp 550 5.1.1',
    ],
    [
      { command: 'RCPT TO', responseCode: 550, response: '550-5.1.1 <a@b.test>' },
      'refused',
      'smtp 550 5.1.1',
    ],
    [{ command: 'RCPT TO', responseCode: 553, response: '553 a@b.test' }, 'refused', 'smtp 553'],
    [{ command: 'RCPT TO', responseCode: 452, response: '452 4.2.2 full' }, 'deferred', 'smtp 452 4.2.2'],
    [{ command: 'DATA', responseCode: 554, response: '554 5.7.1 spam' }, 'refused', 'smtp 554 5.7.1'],
    [{ command: 'DATA', responseCode: 451, response: '451 4.3.0' }, 'deferred', 'smtp 451 4.3.0'],
    [{ command: 'DATA', responseCode: 421, response: '421 4.3.2 bye' }, 'unavailable', 'smtp 421 4.3.2'],
    [{ command: 'MAIL FROM', responseCode: 552, response: '552 5.3.4 big' }, 'refused', 'smtp 552 5.3.4'],
    [{ command: 'MAIL FROM', responseCode: 550, response: '550 no' }, 'deferred', 'smtp 550'],
    [{ command: 'MAIL FROM', responseCode: 451, response: '451 no' }, 'deferred', 'smtp 451'],
    [
      { command: 'MAIL FROM', responseCode: 530, response: '530 5.7.0 auth' },
      'unavailable',
      'smtp 530 5.7.0',
    ],
    [{ command: 'MAIL FROM', code: 'EMESSAGE' }, 'refused', 'smtp size'],
    [{ command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 x' }, 'unavailable', 'smtp 535 5.7.8'],
    [{ command: 'CONN', responseCode: 554, response: '554 5.7.1 x' }, 'unavailable', 'smtp 554 5.7.1'],
    [{ command: 'CONN', code: 'ESOCKET', originalCode: 'ECONNRESET' }, 'unavailable', 'smtp ECONNRESET'],
    [{ command: 'CONN', code: 'ETIMEDOUT' }, 'unavailable', 'smtp ETIMEDOUT'],
    [{ code: 'a@b.test said no' }, 'unavailable', 'smtp failed'],
    [new Error('a@b.test'), 'unavailable', 'smtp failed'],
  ];

  test.each(failures)('%j is %s', (error, kind, reason) => {
    expect(sendResultOf(error)).toEqual({ kind, reason });
  });

  it('is an outage for anything that is not an error', () => {
    for (const error of [undefined, null, 'a@b.test', 7])
      expect(sendResultOf(error)).toEqual({ kind: 'unavailable', reason: 'smtp failed' });
  });
});

test.each([
  ['250 2.0.0 Ok: queued as 4Xk2Yp1gQz', '4Xk2Yp1gQz'],
  ['250 OK id=1tABcd-0001Xy-7F', '1tABcd-0001Xy-7F'],
  ['250 2.0.0 OK', undefined],
  ['250 queued as <customer@example.test>', undefined],
])('the reply %j contains the id %j', (reply, id) => {
  expect(queueIdIn(reply)).toBe(id);
});
