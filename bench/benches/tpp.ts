import type { Figure } from '../harness/report.ts';
import { benchTppCertificates } from './tpp-certificates.ts';
import { benchSignatures } from './tpp-signatures.ts';

/** Measures what a request of a third party costs before its operation runs. */
export async function benchTpp(isShort: boolean): Promise<readonly Figure[]> {
  return [...(await benchTppCertificates(isShort)), ...(await benchSignatures(isShort))];
}
