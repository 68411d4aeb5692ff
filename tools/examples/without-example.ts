/** How many operations may be in the list. Lower it when the list gets shorter; never raise it. */
export const withoutExampleMax = 2;

/** Operations that no history calls yet. A test refuses an operation that is here although it has an example. */
export const withoutExample: readonly string[] = [
  'Authorization_EvaluateSignatures',
  'Authorization_EvaluateUser',
];
