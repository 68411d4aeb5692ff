import type { BodySize } from './contract.ts';

/** The size of a body whose contract names none: few operations need more than a page of text. */
export const bodySizeDefault: BodySize = 'small';

// GAP: the specification has one limit for ordinary bodies, `json-body-max`. A megabyte costs a tenth of a second and
// more of the one thread, so only contracts that need it have it. ADR-0056
/**
 * Policy values `json-body-max` (`normal`), `json-body-large-max`, `json-body-attachments-max`. `bulk` is for payment
 * files, which threads read.
 */
export const bodyLimitBytes: Readonly<Record<BodySize, number>> = {
  small: 16_000,
  medium: 64_000,
  normal: 1_000_000,
  large: 3_000_000,
  bulk: 20 * 1_024 * 1_024,
  attachments: 40_000_000,
};
