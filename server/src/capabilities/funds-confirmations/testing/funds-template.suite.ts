import { publishTestTemplate } from '#capabilities/correspondence/testing/publish-test-template.suite.ts';
import type { FundsTestApp } from './funds-test-app.suite.ts';

/** Publishes the template of notices about consents to the confirmation of funds, with a short text. */
export async function publishFundsTemplate({ identity }: FundsTestApp): Promise<void> {
  await publishTestTemplate(
    { ...identity.context(), ...identity.ports.authorization.correspondence },
    {
      templateId: 'funds-consent-status',
      messageKind: 'notice',
      messageCategory: 'consent',
      text: '{{ status }} {{ third-party }}',
    },
  );
}
