import { createPlainRenderer } from '../../server/src/capabilities/correspondence/testing/plain-renderer.suite.ts';
import type { LoginRequest } from '../../server/src/capabilities/identity/testing/login-provider.suite.ts';
import { createScriptedLoginProvider } from '../../server/src/capabilities/identity/testing/scripted-login-provider.suite.ts';
import type { ProductTestOptions } from '../product-test-app.ts';

/** Address of a picture in the content store of the bank. */
export const pictureUrl = 'https://content.example/pictures/maria';

const google = createScriptedLoginProvider('google');

/** Signs a person in at the login provider; returns the code that the app gets. */
export function codeOfProvider(request: Pick<LoginRequest, 'codeVerifier' | 'nonce'>): string {
  const login = { subject: 'google-subject-1', login: 'maria.weber@mail.example' };
  return google.signIn(login, { ...request, redirectUri: google.redirectUris[0] });
}

/** What answers instead of the content store, the login provider and the renderer of documents. */
export const remoteServers: Pick<ProductTestOptions, 'correspondence' | 'identity'> = {
  correspondence: {
    documentRenderer: {
      ...createPlainRenderer(),
      pdf: async () => ({ kind: 'done', product: Buffer.from('%PDF-1.7\n%%EOF\n') }),
    },
  },
  identity: {
    pictureSource: {
      read: async (_bankId, url) => (url === pictureUrl ? Buffer.from('picture') : undefined),
    },
    pictureEncoder: {
      reencode: async (bytes) => ({ bytes: Buffer.from(bytes), contentType: 'image/jpeg' }),
      close: async () => undefined,
    },
    loginProviders: {
      of: (_bankId, word) => (word === google.provider ? google : undefined),
      offered: () => [],
    },
  },
};
