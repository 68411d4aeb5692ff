import type { Contract } from '../../server/src/platform/http/contract.ts';

/** Method and path of a request, with the path parameters filled in. */
export interface RequestTarget {
  readonly method: Contract['method'];
  readonly path: string;
}
