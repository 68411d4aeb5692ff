import type { LoginProof, LoginProvider, PageLogin } from '../ports/login-providers.ts';
import type { LoginRequest } from './login-provider.suite.ts';

/** A test user of a scripted provider. */
export interface ScriptedLogin {
  readonly subject: string;
  readonly login: string;
}

/** A provider without network, for tests that need one. */
export interface ScriptedLoginProvider extends LoginProvider {
  readonly issuer: string;
  readonly redirectUris: readonly [string, string];
  readonly page: PageLogin;
  /** Signs a user in; returns the code that the application would submit. */
  signIn(login: ScriptedLogin, request: LoginRequest): string;
  leave(): void;
  comeBack(): void;
}

/** Creates a provider that trusts its input and follows the rules of the port. */
export function createScriptedLoginProvider(provider: string): ScriptedLoginProvider {
  const issuer = `https://${provider}.test`;
  const redirectUris = ['https://app.test/linked', 'test.app:/linked'] as const;
  const pageUri = `https://portico.test/account/01/linked-login/${provider}`;
  const codes = new Map<string, ScriptedLogin & LoginRequest>();
  let isAway = false;
  let count = 0;
  return {
    provider,
    issuer,
    redirectUris,
    signIn(login, request) {
      count += 1;
      const code = `${provider}-code-${count}`;
      codes.set(code, { ...login, ...request });
      return code;
    },
    leave() {
      isAway = true;
    },
    comeBack() {
      isAway = false;
    },
    page: {
      name: `The ${provider}`,
      redirectUri: pageUri,
      begin: async ({ codeVerifier, nonce, state }) =>
        isAway
          ? { kind: 'away' }
          : {
              kind: 'begun',
              address: `${issuer}/auth?${new URLSearchParams({ state, nonce, verifier: codeVerifier }).toString()}`,
            },
    },
    async redeem({ code, codeVerifier, nonce, redirectUri = redirectUris[0] }): Promise<LoginProof> {
      if (isAway) return { kind: 'away' };
      const issued = codes.get(code);
      codes.delete(code);
      const isSame =
        issued?.codeVerifier === codeVerifier && issued.nonce === nonce && issued.redirectUri === redirectUri;
      if (issued === undefined || !isSame) return { kind: 'not-proven' };
      return { kind: 'proven', issuer, subject: issued.subject, login: issued.login };
    },
  };
}
