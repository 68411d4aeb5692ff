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
    signIn: async (request) => provider.signIn(anna, request),
    leave: async () => provider.leave(),
    [Symbol.asyncDispose]: async () => undefined,
  };
});
