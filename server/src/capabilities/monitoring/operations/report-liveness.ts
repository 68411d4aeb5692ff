/** Touches nothing: whoever can still answer is alive, whatever else may be broken. */
export async function reportLiveness(): Promise<void> {
  return undefined;
}
