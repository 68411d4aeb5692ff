import { publishTestTemplate } from '#capabilities/correspondence/testing/publish-test-template.suite.ts';
import type { PaymentsTestApp } from './payments-test-app.suite.ts';

/** Publishes the template of notices about payments, with a short text. */
export async function publishPaymentTemplate({ identity }: PaymentsTestApp): Promise<void> {
  await publishTestTemplate(
    { ...identity.context(), ...identity.ports.authorization.correspondence },
    {
      templateId: 'payment-status',
      messageKind: 'notice',
      messageCategory: 'payment',
      text: '{{ status }} {{ payee }}',
    },
  );
}
