/** Reports that the process responds. Accesses nothing, so that failed dependencies do not matter. */
export async function reportLiveness(): Promise<void> {
  return undefined;
}
