import { publishTestTemplate } from '#capabilities/correspondence/testing/publish-test-template.suite.ts';
import type { PaymentsTestApp } from './payments-test-app.suite.ts';

/** Publishes the template of notices about payments, with a short text. */
export function publishPaymentTemplate(app: PaymentsTestApp): Promise<void> {
  return publish(app, 'payment-status');
}

/** The same of notices about standing orders. */
export function publishStandingTemplate(app: PaymentsTestApp): Promise<void> {
  return publish(app, 'standing-order');
}

async function publish({ identity }: PaymentsTestApp, templateId: string): Promise<void> {
  await publishTestTemplate(
    { ...identity.context(), ...identity.ports.authorization.correspondence },
    {
      templateId,
      messageKind: 'notice',
      messageCategory: 'payment',
      text: '{{ status }} {{ payee }}',
    },
  );
}
