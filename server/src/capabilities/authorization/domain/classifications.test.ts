import { expect, test } from 'vitest';
import { mayEnd } from '#platform/kernel/classification.ts';
import {
  authorizationClassifications,
  resourceKindSchema,
  sensitiveActionSchema,
} from './classifications.ts';
import { noAction, sensitiveActions } from './literals.ts';
import { anyKind, resourceKinds } from './signing/rule.ts';

test.each([
  [sensitiveActionSchema, sensitiveActions, noAction],
  [resourceKindSchema, resourceKinds, anyKind],
] as const)('$0.id: banks add values and end none that rules use', (schema, literals, reserved) => {
  expect(schema.bank).toMatchObject({ mayAdd: true, reserved: [reserved] });
  expect(schema.values.map(({ literal }) => literal)).toEqual(literals);
  expect(literals.filter((literal) => mayEnd(schema, literal))).toEqual([]);
  expect(authorizationClassifications.map(({ id }) => id)).toContain(schema.id);
});
