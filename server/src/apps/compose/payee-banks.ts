import { createHttpPayeeVerifier } from '#adapters/payee-http/http-payee-verifier.ts';
import { answerMs, type PayeeBanks, type PayeeVerifier } from '#capabilities/payee-verifications/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { createEgress } from '#platform/egress/egress.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { textIn } from '../setting-files.ts';

type PayeeBank = Config['payeeBanks'][number];

const defaultPort = 443;
const answerBytesMax = 65_536;

/** The banks of the setting, each reached by a purpose of its own. */
export async function openPayeeBanks(banks: readonly PayeeBank[]): Promise<PayeeBanks> {
  const named = banks.map((bank) => ({ bank, purpose: `payees-${bank.country}-${bank.bankCode}` }));
  const policies = await Promise.all(
    named.map(async ({ bank, purpose }) => [purpose, await policyOf(bank)] as const),
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

async function policyOf({ ca, certificate, key, networks, url }: PayeeBank): Promise<EgressPolicy> {
  const { hostname, port } = new URL(url);
  const [certificatePem, keyPem, caPem] = await Promise.all([
    textIn(certificate),
    textIn(key),
    ca === undefined ? undefined : textIn(ca),
  ]);
  return omitUndefined({
    hosts: [hostname],
    ports: [port === '' ? defaultPort : Number(port)],
    allowPrivateAddresses: networks,
    bodyMaxBytes: answerBytesMax,
    timeoutMs: answerMs,
    caPem,
    clientCertificate: { certificatePem, keyPem: new Secret(keyPem) },
  });
}
