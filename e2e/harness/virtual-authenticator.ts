import type { CDPSession, Page } from 'playwright-core';

type Passkeys = Awaited<ReturnType<typeof credentialsIn>>;

// oxlint-disable-next-line typescript/explicit-function-return-type -- the protocol's own types are not exported
async function credentialsIn(session: CDPSession, authenticatorId: string) {
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
  return credentials;
}

/** A device of the browser that creates and uses passkeys. */
export interface VirtualAuthenticator {
  passkeys(): Promise<Passkeys>;
}

/** Adds a virtual authenticator with user verification and, optionally, passkeys of another device. */
export async function addVirtualAuthenticator(
  page: Page,
  passkeys: Passkeys = [],
): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  for (const credential of passkeys)
    await session.send('WebAuthn.addCredential', { authenticatorId, credential });
  return {
    passkeys: () => credentialsIn(session, authenticatorId),
  };
}

/** Disables passkey autofill, so that the user must click the button. */
export const withoutAutofill = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false';
