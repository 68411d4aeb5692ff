import type { BodySize } from './contract.ts';

/** Policy values `json-body-max`, `json-body-large-max`, `json-body-attachments-max`. */
export const bodyLimitBytes: Readonly<Record<BodySize, number>> = {
  normal: 1_000_000,
  large: 3_000_000,
  attachments: 40_000_000,
};
