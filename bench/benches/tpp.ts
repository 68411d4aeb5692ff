import type { Figure } from '../harness/report.ts';
import { benchTppCertificates } from './tpp-certificates.ts';

/** Measures what a request of a third party costs beyond other requests. */
export async function benchTpp(isShort: boolean): Promise<readonly Figure[]> {
  return [...(await benchTppCertificates(isShort))];
}
