/** OPTIONS says what the path answers to; the answer itself is in the contract. */
export async function listMethods(): Promise<void> {
  return undefined;
}
