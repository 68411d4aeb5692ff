import { loginProviderSuite } from '../testing/login-provider.suite.ts';
import { createScriptedLoginProvider } from '../testing/scripted-login-provider.suite.ts';

loginProviderSuite(async () => {
  const provider = createScriptedLoginProvider('google');
  const anna = { subject: 'anna', login: 'anna@example.test' };
  return {
    provider,
    issuer: provider.issuer,
    subject: anna.subject,
    redirectUris: provider.redirectUris,
    signIn: async (asked) => provider.signIn(anna, asked),
    leave: async () => provider.leave(),
    [Symbol.asyncDispose]: async () => undefined,
  };
});
