import Type, { type Static } from 'typebox';

/** What a worker is told: which mutants of one file to try, against which test files, the nearest first. */
export const jobSchema = Type.Object({
  root: Type.String(),
  target: Type.String(),
  /** Files that import the target, directly or not, and the target itself; they are read again for static mutants. */
  dependents: Type.Array(Type.String()),
  testFiles: Type.Array(Type.String()),
  ids: Type.Array(Type.Integer()),
  /** A property that has drawn cases for this long draws no more. */
  propertyMaxMs: Type.Integer(),
});
export type Job = Static<typeof jobSchema>;

/** What a worker reports, one JSON text per line. */
export const reportSchema = Type.Union([
  /** A mutant is active from now on; without an end after the limit it hangs. */
  Type.Object({ kind: Type.Literal('started'), id: Type.Integer(), limitMs: Type.Number() }),
  /** No mutant is active; what runs now may take long. */
  Type.Object({ kind: Type.Literal('idle') }),
  Type.Object({ kind: Type.Literal('killed'), id: Type.Integer(), by: Type.String() }),
  /** A test fails without the mutant as well, after it ran with it: the process is not usable any more. */
  Type.Object({ kind: Type.Literal('spoilt'), id: Type.Integer() }),
  Type.Object({ kind: Type.Literal('survived'), id: Type.Integer(), isReached: Type.Boolean() }),
  /** A test fails or throws without any mutant. */
  Type.Object({ kind: Type.Literal('broken'), test: Type.String(), error: Type.String() }),
  Type.Object({ kind: Type.Literal('ended') }),
]);
export type Report = Static<typeof reportSchema>;

/** Marks the lines of reports among what tests print. */
export const reportMark = '\u0001mutate ';
