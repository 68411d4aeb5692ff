import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { personCookie } from '../../server/src/adapters/staff-provider/upstream-person.suite.ts';
import { startUpstream } from '../../server/src/adapters/staff-provider/upstream-provider.suite.ts';
import { bank } from './product.ts';

const provider = 'national-identity';
/** The name on the buttons of the pages. */
const signInName = 'National Identity';

/** Another OpenID provider, in a process of its own, at which customers have logins. */
export interface LoginProvider extends AsyncDisposable {
  /** Settings with which the product offers it. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets the user of a browser be signed in at the provider, with a login that no one else has. */
  signIn(context: BrowserContext): Promise<void>;
}

/** Starts the provider. Its certificate is of an authority of its own, which browsers do not know. */
export async function startLoginProvider(bankUrl: string): Promise<LoginProvider> {
  await using started = new AsyncDisposableStack();
  const upstream = started.use(
    await startUpstream({ redirectUris: [`${bankUrl}/account/${bank}/linked-login/${provider}`] }),
  );
  const folder = await mkdtemp(join(tmpdir(), 'portico-login-provider-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const [key, ca] = [join(folder, 'client.jwk'), join(folder, 'ca.pem')];
  await writeFile(key, JSON.stringify(upstream.clientKey), { mode: 0o600 });
  await writeFile(ca, upstream.caPem);
  const setting = {
    bank,
    provider,
    issuer: upstream.issuer,
    clientId: upstream.clientId,
    authentication: { method: 'private_key_jwt', key: `file:${key}` },
    redirectUris: ['https://app.example/linked'],
    signInName,
    networks: ['127.0.0.0/8'],
    ca: `file:${ca}`,
  };
  const resources = started.move();
  return {
    env: { PORTICO_LOGIN_PROVIDERS: JSON.stringify([setting]) },
    async signIn(context) {
      const subject = `upstream-${randomBytes(8).toString('hex')}`;
      const person = { subject, claims: {} };
      const value = Buffer.from(JSON.stringify(person)).toString('base64url');
      await context.clearCookies({ domain: '127.0.0.1' });
      await context.addCookies([{ name: personCookie, value, url: upstream.issuer }]);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
