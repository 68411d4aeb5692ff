import { expect, test } from 'vitest';
import { answerIn, toBody } from './wire.ts';

const question = { iban: 'NL91ABNA0417164300', claim: { kind: 'name', name: 'Anna' }, timeoutMs: 1 } as const;
const organisation = {
  ...question,
  claim: {
    kind: 'organisation',
    organisationId: { anyBic: 'ABNANL2A', others: [{ scheme: 'SREN', id: '552100554' }] },
  },
} as const;

test('a question has the members of the standard', () => {
  expect(toBody({ ...question, bic: 'ABNANL2A' })).toEqual({
    partyAccount: { iban: question.iban },
    party: { name: 'Anna' },
    partyAgent: { financialInstitutionId: { bicfi: 'ABNANL2A' } },
  });
  expect(toBody(organisation)).toEqual({
    partyAccount: { iban: question.iban },
    party: {
      identification: {
        organisationId: {
          anyBIC: 'ABNANL2A',
          others: [{ identification: '552100554', schemeNameCode: 'SREN' }],
        },
      },
    },
  });
});

test.for([
  ['no body', undefined],
  ['another type', { partyNameMatch: 7 }],
  ['no code', {}],
  ['an unknown code', { partyNameMatch: 'XXXX' }],
  ['a close match without a name', { partyNameMatch: 'CMTC' }],
  ['only an answer about identifiers', { partyIdMatch: 'MTCH' }],
] as const)('an answer with %s is NOAP', ([, body]) => {
  expect(answerIn(body, question)).toMatchObject({ code: 'NOAP', rule: 'none' });
});

test('names are cut, and kept for close matches alone', () => {
  const matchedName = 'x'.repeat(200);
  expect(answerIn({ partyNameMatch: 'CMTC', matchedName }, question).matchedName).toHaveLength(140);
  expect(answerIn({ partyNameMatch: 'NMTC', matchedName }, question)).not.toHaveProperty('matchedName');
  expect(answerIn({ partyIdMatch: 'CMTC', matchedName }, organisation).code).toBe('NOAP');
});
