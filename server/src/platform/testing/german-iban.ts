/** Returns the valid German IBAN of an account number at a bank. */
export function germanIban(accountNumber: number, bankCode = '10010010'): string {
  const account = `${bankCode}${String(accountNumber).padStart(10, '0')}`;
  // 131400 stands for DE00.
  const rest = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - rest).padStart(2, '0')}${account}`;
}
