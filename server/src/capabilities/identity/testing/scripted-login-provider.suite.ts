import type { LoginProof, LoginProvider } from '../ports/login-providers.ts';
import type { LoginAsked } from './login-provider.suite.ts';

/** Whoever signs in at a scripted provider. */
export interface ScriptedLogin {
  readonly subject: string;
  readonly login: string;
}

/** A provider without network, for tests of those who need one. */
export interface ScriptedLoginProvider extends LoginProvider {
  readonly issuer: string;
  readonly redirectUris: readonly [string, string];
  /** Somebody signs in; gives the code that the application would bring. */
  signIn(login: ScriptedLogin, asked: LoginAsked): string;
  leave(): void;
  comeBack(): void;
}

/** A provider that believes what it is told, and keeps the rules of the port. */
export function createScriptedLoginProvider(provider: string): ScriptedLoginProvider {
  const issuer = `https://${provider}.test`;
  const redirectUris = ['https://app.test/linked', 'test.app:/linked'] as const;
  const codes = new Map<string, ScriptedLogin & LoginAsked>();
  let isAway = false;
  let count = 0;
  return {
    provider,
    issuer,
    redirectUris,
    signIn(login, asked) {
      count += 1;
      const code = `${provider}-code-${count}`;
      codes.set(code, { ...login, ...asked });
      return code;
    },
    leave() {
      isAway = true;
    },
    comeBack() {
      isAway = false;
    },
    async redeem({ code, codeVerifier, nonce, redirectUri = redirectUris[0] }): Promise<LoginProof> {
      if (isAway) return { kind: 'away' };
      const kept = codes.get(code);
      codes.delete(code);
      const isSame =
        kept?.codeVerifier === codeVerifier && kept.nonce === nonce && kept.redirectUri === redirectUri;
      if (kept === undefined || !isSame) return { kind: 'not-proven' };
      return { kind: 'proven', issuer, subject: kept.subject, login: kept.login };
    },
  };
}
