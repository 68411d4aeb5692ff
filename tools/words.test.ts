import { describe, expect, it } from 'vitest';
import { sensitiveActions } from '../server/src/capabilities/authorization/domain/literals.ts';
import {
  authorizationTypes,
  resourceKinds,
  transactionTypes,
} from '../server/src/capabilities/authorization/domain/signing/rule.ts';
import { identityClassifications } from '../server/src/capabilities/correspondence/domain/classifications/identity-classifications.ts';
import { signingClassifications } from '../server/src/capabilities/correspondence/domain/classifications/signing-classifications.ts';

/** The words of a classification as everybody can read them. */
function told(id: string): readonly string[] {
  const schema = [...signingClassifications, ...identityClassifications].find((one) => one.id === id);
  return schema?.values.map(({ literal }) => literal) ?? [];
}

describe('words that two capabilities know are the same in both', () => {
  it.each([
    ['resource-kinds', resourceKinds],
    ['authorization-types', authorizationTypes],
    ['transaction-types', transactionTypes],
    ['sensitive-actions', sensitiveActions],
  ])('%s', (id, words) => {
    expect(told(id)).toEqual(words);
  });
});
