import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import { type ApiProcess, apiProcess } from './api-process.ts';
import { createInstance, type Instance } from './instance.ts';
import { newestCodeOf } from './newest-code.ts';
import { freePort } from './processes.ts';
import { peopleBank } from './sign-in-people.ts';
import { createTestThirdParty, type TestThirdParty } from './test-third-party.ts';

/** A bank whose customers approve test payments, in a process that can be killed. */
export interface TestBank extends AsyncDisposable {
  readonly instance: Instance;
  /** Not started yet: users are inserted first. */
  readonly api: ApiProcess;
  readonly thirdParty: TestThirdParty;
  /** Returns the newest code of a user, from the database: no worker sends it. */
  newestCode(userId: string): Promise<string>;
}

export interface TestBankOptions {
  /** Options of the bank's XS2A profile. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** Further settings, such as another broker. */
  readonly env?: Readonly<Record<string, string>>;
  /** URL of a dedicated PostgreSQL, as superuser. */
  readonly server?: string;
}

/** Creates the database, the third party and the settings of a bank. */
export async function createTestBank({
  env = {},
  profile = {},
  server,
}: TestBankOptions = {}): Promise<TestBank> {
  await using opened = new AsyncDisposableStack();
  const instance = opened.use(
    await createInstance({ banks: [peopleBank], ...(server === undefined ? {} : { server }) }),
  );
  const authorities = opened.use(await createThirdParties());
  const [port, proxyPort] = [await freePort(), await freePort()];
  const thirdParty = await createTestThirdParty(instance, { authorities, proxyPort });
  const authoritiesFile = join(instance.folder, 'authorities.pem');
  await writeFile(authoritiesFile, authorities.caPem);
  const api = apiProcess({
    args: ['bench/harness/test-bank-api.ts'],
    port,
    logFile: join(instance.folder, 'api.log'),
    env: {
      ...instance.env,
      PORTICO_PROXY_LISTEN: `127.0.0.1:${proxyPort}`,
      PORTICO_TLS_CLIENT_AUTHORITIES_FILE: authoritiesFile,
      PORTICO_XS2A_PROFILES: JSON.stringify([{ bank: peopleBank, ...profile }]),
      PORTICO_LOG_LEVEL: 'warn',
      ...env,
    },
  });
  opened.defer(() => api.kill());
  const resources = opened.move();
  return {
    instance,
    api,
    thirdParty,
    newestCode: (userId) => newestCodeOf(instance, userId),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
