import type { Figure } from '../harness/report.ts';
import { benchSignatures } from './tpp-signatures.ts';

/** Measures what a request of a third party costs before its operation runs. */
export async function benchTpp(isShort: boolean): Promise<readonly Figure[]> {
  return [...(await benchSignatures(isShort))];
}
