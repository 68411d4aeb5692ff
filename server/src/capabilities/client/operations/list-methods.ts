/** Handles OPTIONS. The contract contains the response. */
export async function listMethods(): Promise<void> {
  return undefined;
}
