import { createHttpPayeeVerifier } from '#adapters/payee-http/http-payee-verifier.ts';
import { answerMs, type PayeeBanks, type PayeeVerifier } from '#capabilities/payee-verifications/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { servicePolicy } from './service-policy.ts';

type PayeeBank = Config['payeeBanks'][number];

const limits = { bodyMaxBytes: 65_536, timeoutMs: answerMs } as const;

/** The banks of the setting, each reached by a purpose of its own. */
export async function openPayeeBanks(banks: readonly PayeeBank[]): Promise<PayeeBanks> {
  const named = banks.map((bank) => ({ bank, purpose: `payees-${bank.country}-${bank.bankCode}` }));
  const policies = await Promise.all(
    named.map(async ({ bank, purpose }) => [purpose, await servicePolicy(bank, limits)] as const),
  );
  const egress = createEgress({ purposes: Object.fromEntries(policies) });
  const verifiers = named.map(({ bank, purpose }) => ({
    bank,
    verifier: createHttpPayeeVerifier({ egress, purpose, url: bank.url }),
  }));
  return {
    find: (_, iban): PayeeVerifier | undefined => verifiers.find(({ bank }) => isOf(bank, iban))?.verifier,
    close: () => egress.close(),
  };
}

/** The bank code follows the check digits. */
function isOf({ bankCode, country }: PayeeBank, iban: string): boolean {
  return iban.startsWith(country) && iban.slice(4).startsWith(bankCode);
}
