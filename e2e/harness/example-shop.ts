import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, startProgram, until } from '../../bench/harness/processes.ts';
import { insertGoodStatus } from '../../bench/harness/third-party-api.ts';
import type { TestCertificate } from '../../server/src/platform/testing/certificates.ts';
import type { CustomerBank } from './customer-bank.ts';

/** The example third party, in a process of its own. */
export interface ExampleShop extends AsyncDisposable {
  readonly url: string;
}

/** Starts the example third party with certificates of its own, whose status the bank knows. */
export async function startExampleShop(
  { authorities, product }: Pick<CustomerBank, 'authorities' | 'product'>,
  creditorIban: string,
  creditorName = 'Acme GmbH',
): Promise<ExampleShop> {
  const { authorityPem, instance, thirdPartyUrl } = product;
  const file = async (name: string, content: string): Promise<string> => {
    const path = join(instance.folder, name);
    await writeFile(path, content, { mode: 0o600 });
    return path;
  };
  const credential = async (name: string, certificate: TestCertificate): Promise<readonly string[]> => [
    await file(`${name}.pem`, certificate.certificatePem),
    await file(`${name}.key`, certificate.keyPem),
  ];
  const seal = await authorities.seal('_A');
  await insertGoodStatus(instance, seal, authorities.caPem);
  const [qwac = '', qwacKey = ''] = await credential('qwac', await authorities.qwac('_A'));
  const [qseal = '', qsealKey = ''] = await credential('qseal', seal);
  const port = await freePort();
  const program = startProgram({
    args: ['examples/tpp/example-tpp.ts'],
    env: {
      EXAMPLE_TPP_BANK_URL: thirdPartyUrl,
      EXAMPLE_TPP_BANK_AUTHORITY: await file('bank-authority.pem', authorityPem),
      EXAMPLE_TPP_QWAC: qwac,
      EXAMPLE_TPP_QWAC_KEY: qwacKey,
      EXAMPLE_TPP_QSEAL: qseal,
      EXAMPLE_TPP_QSEAL_KEY: qsealKey,
      EXAMPLE_TPP_CREDITOR_IBAN: creditorIban,
      EXAMPLE_TPP_CREDITOR_NAME: creditorName,
      EXAMPLE_TPP_PORT: String(port),
    },
    logFile: join(instance.folder, 'example-tpp.log'),
  });
  const url = `http://localhost:${port}`;
  await until(async () => (await fetch(url)).ok, 'the example third party');
  return {
    url,
    async [Symbol.asyncDispose]() {
      program.kill('SIGKILL');
      await program.ended;
    },
  };
}
