import { describe, expect, test } from 'vitest';
import type { PayeeVerifier } from '../ports/payee-verifier.ts';
import { person } from './name-examples.suite.ts';

/** How the bank that is asked behaves. */
export type PayeeBankMode = 'well' | 'slow' | 'failing' | 'away' | 'garbled' | 'old-codes';

/** A bank with one account. */
export interface PayeeBankHarness extends AsyncDisposable {
  readonly verifier: PayeeVerifier;
  switchMode(mode: PayeeBankMode): Promise<void>;
  /** How many questions the bank has got. */
  questions(): Promise<number>;
}

/** The account of the bank, its holder and an identifier. */
export const payeeBankAccount = {
  iban: 'NL91ABNA0417164300',
  holder: person('Anna', 'Schmidt'),
  lei: '529900T8BM49AURSDO55',
} as const;

const { iban, lei } = payeeBankAccount;

/** Tests that every requester passes: the fake, and the adapter over HTTP. */
export function payeeVerifierSuite(name: string, open: () => Promise<PayeeBankHarness>): void {
  const ask = (harness: PayeeBankHarness, given: string, account: string = iban, timeoutMs = 5_000) =>
    harness.verifier.verifyPayee({
      iban: account,
      claim: { kind: 'name', name: given },
      bic: 'ABNANL2A',
      timeoutMs,
    });

  describe(`${name} as a bank that verifies payees`, () => {
    test('answers with the code, and with a name only for a close match', async () => {
      await using harness = await open();
      expect(await ask(harness, 'Anna Schmidt')).toMatchObject({ code: 'MTCH' });
      expect(await ask(harness, 'Carl Roth')).toMatchObject({ code: 'NMTC' });
      const close = await ask(harness, 'Anna Schmitt');
      expect(close).toMatchObject({ code: 'CMTC', matchedName: 'Anna Schmidt' });
      expect(await ask(harness, 'Anna Schmidt')).not.toHaveProperty('matchedName');
    });

    test('answers NOAP for an account that it does not have', async () => {
      await using harness = await open();
      expect(await ask(harness, 'Anna Schmidt', 'NL02ABNA0123456789')).toMatchObject({ code: 'NOAP' });
    });

    test('compares identifiers', async () => {
      await using harness = await open();
      const identify = (id: string) =>
        harness.verifier.verifyPayee({
          iban,
          claim: { kind: 'organisation', organisationId: { lei: id, others: [] } },
          timeoutMs: 5_000,
        });
      expect(await identify(lei)).toMatchObject({ code: 'MTCH' });
      expect(await identify('529900T8BM49AURSDO99')).toMatchObject({ code: 'NMTC' });
    });

    test.for(['failing', 'away', 'garbled'] as const)('that is %s is NOAP, after one try', async (mode) => {
      await using harness = await open();
      await harness.switchMode(mode);
      const before = await harness.questions();
      expect(await ask(harness, 'Anna Schmidt')).toMatchObject({ code: 'NOAP', rule: 'none' });
      expect((await harness.questions()) - before).toBeLessThanOrEqual(1);
    });

    test('that is slow is NOAP when its time is over', async () => {
      await using harness = await open();
      await harness.switchMode('slow');
      const began = performance.now();
      expect(await ask(harness, 'Anna Schmidt', iban, 300)).toMatchObject({ code: 'NOAP' });
      expect(performance.now() - began).toBeLessThan(3_000);
    });

    test('with the codes of descriptions is understood', async () => {
      await using harness = await open();
      await harness.switchMode('old-codes');
      expect(await ask(harness, 'Anna Schmitt')).toMatchObject({ code: 'CMTC', matchedName: 'Anna Schmidt' });
      expect(await ask(harness, 'Anna Schmidt', 'NL02ABNA0123456789')).toMatchObject({ code: 'NOAP' });
    });
  });
}
