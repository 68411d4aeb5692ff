import { expect, test } from 'vitest';
import { subjectNamed } from '#capabilities/party/testing/screening.suite.ts';
import { outcomeIn, toBody } from './wire.ts';

test('a question has what is compared, and neither bank nor number', () => {
  expect(toBody(subjectNamed('Schmidt'))).toEqual({
    subject: {
      kind: 'individual',
      givenName: 'Anna',
      surname: 'Schmidt',
      birthDate: '1984-02-29',
      country: 'DE',
    },
  });
  const firm = { kind: 'organization', commercialName: 'Nordwind', registeredName: 'Nordwind GmbH' } as const;
  expect(toBody({ bankId: '01', name: firm, birthDate: undefined, country: undefined })).toEqual({
    subject: firm,
  });
});

test.for([
  ['clear', 'clear'],
  ['hit', 'hit'],
  ['review', 'open'],
  ['maybe', undefined],
  [7, undefined],
] as const)('the outcome %s is read as %s', ([outcome, read]) => {
  expect(outcomeIn({ outcome, more: true })).toBe(read);
});

test.for([undefined, null, [], 'clear', {}])('%j is no answer', (body) => {
  expect(outcomeIn(body)).toBeUndefined();
});
