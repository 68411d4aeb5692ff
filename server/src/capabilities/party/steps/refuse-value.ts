import type { FaultCode } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

const sentences: Readonly<Partial<Record<FaultCode, string>>> = {
  maximum: 'Too late: this day still lies ahead.',
  minimum: 'Too early.',
  checksum: 'The check digit is wrong.',
  format: 'Must lead to the content store of the bank, or be a number of the kind it is for.',
  required: 'This member is required here.',
  enum: 'There is no such party.',
  mismatch: 'Differs from what is registered.',
  'combination-not-allowed': 'Not possible together with the employment status.',
};

/** Refuses a field that only today's date, the bank or the party could judge; in the words of the edge. */
export function refuseValue(path: readonly (string | number)[], code: FaultCode): never {
  const message = sentences[code] ?? 'Not possible here.';
  throw standardProblems.invalid({ faults: [{ part: 'body', path, code, message }] });
}
