import { describe, expect, it } from 'vitest';
import { sensitiveActions } from '../server/src/capabilities/authorization/domain/literals.ts';
import {
  authorizationTypes,
  resourceKinds,
  transactionTypes,
} from '../server/src/capabilities/authorization/domain/signing/rule.ts';
import { identityClassifications } from '../server/src/capabilities/correspondence/domain/classifications/identity-classifications.ts';
import { signingClassifications } from '../server/src/capabilities/correspondence/domain/classifications/signing-classifications.ts';

/** Returns the literals of a published classification. */
function publishedLiterals(id: string): readonly string[] {
  const schema = [...signingClassifications, ...identityClassifications].find((one) => one.id === id);
  return schema?.values.map(({ literal }) => literal) ?? [];
}

describe('literals that two capabilities share are equal in both', () => {
  it.each([
    ['resource-kinds', resourceKinds],
    ['authorization-types', authorizationTypes],
    ['transaction-types', transactionTypes],
    ['sensitive-actions', sensitiveActions],
  ])('%s', (id, literals) => {
    expect(publishedLiterals(id)).toEqual(literals);
  });
});
