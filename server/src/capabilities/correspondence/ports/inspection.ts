/** Port: scans files for malware before they are processed. */
export interface Inspection {
  inspect(content: Uint8Array): Promise<'clean' | 'infected'>;
}

/** Default without a scanner: only the built-in checks reject files. */
export const noMalwareScan: Inspection = { inspect: async () => 'clean' };
