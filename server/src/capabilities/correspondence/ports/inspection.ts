/** Port: looks for malware in files before anything is done with them. */
export interface Inspection {
  inspect(content: Uint8Array): Promise<'clean' | 'infected'>;
}

/** Where no scanner is connected, only what we can see ourselves keeps a file out. */
export const noMalwareScan: Inspection = { inspect: async () => 'clean' };
