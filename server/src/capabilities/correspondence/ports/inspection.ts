/** `too-large`: the scanner does not examine files of this size. */
export type InspectionVerdict = 'clean' | 'infected' | 'too-large' | 'not-scanned';

/**
 * Port: scans files for malware before they are processed. Only a clean file is accepted; a scanner that is away throws,
 * so that the sender repeats the request.
 */
export interface Inspection {
  inspect(bankId: string, content: Uint8Array): Promise<InspectionVerdict>;
}

/** Chosen by the operator: only the built-in checks reject files. */
export const noMalwareScan: Inspection = { inspect: async () => 'clean' };

/** Default without a scanner: no file counts as clean. */
export const noScanner: Inspection = { inspect: async () => 'not-scanned' };
