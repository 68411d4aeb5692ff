import { publishTestTemplate } from '#capabilities/correspondence/testing/publish-test-template.suite.ts';
import type { ConsentsTestApp } from './consents-test-app.suite.ts';

/** Publishes the template of notices about consents, with a short text. */
export async function publishConsentTemplate({ identity }: ConsentsTestApp): Promise<void> {
  await publishTestTemplate(
    { ...identity.context(), ...identity.ports.authorization.correspondence },
    {
      templateId: 'consent-status',
      messageKind: 'notice',
      messageCategory: 'consent',
      text: '{{ status }} {{ third-party }}',
    },
  );
}
