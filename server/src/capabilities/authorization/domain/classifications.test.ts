import { expect, test } from 'vitest';
import { mayEnd } from '#platform/kernel/classification.ts';
import {
  authorizationClassifications,
  resourceKindSchema,
  sensitiveActionSchema,
} from './classifications.ts';
import { sensitiveActions } from './literals.ts';
import { resourceKinds } from './signing/rule.ts';

test.each([
  [sensitiveActionSchema, sensitiveActions],
  [resourceKindSchema, resourceKinds],
] as const)('$0.id: banks add values and end none that rules use', (schema, literals) => {
  expect(schema.bank?.mayAdd).toBe(true);
  expect(schema.values.map(({ literal }) => literal)).toEqual(literals);
  expect(literals.filter((literal) => mayEnd(schema, literal))).toEqual([]);
  expect(authorizationClassifications.map(({ id }) => id)).toContain(schema.id);
});
