import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import { clientClassifications } from './classifications/client-classifications.ts';
import { deliveryClassifications } from './classifications/delivery-classifications.ts';
import { mailboxClassifications } from './classifications/mailbox-classifications.ts';
import { notificationClassifications } from './classifications/notification-classifications.ts';

export const templateSchemaId = 'templates';

const templates: ClassificationSchema = {
  id: templateSchemaId,
  name: 'Templates',
  description: 'Templates for messages and documents of the bank.',
  values: [],
};

/** Classifications of this interface, and of clients, who have no interface yet. */
export const classifications: readonly ClassificationSchema[] = [
  ...deliveryClassifications,
  ...mailboxClassifications,
  ...notificationClassifications,
  templates,
  ...clientClassifications,
];

/** Returns the templates of a bank as a classification. */
export function templateClassification(
  known: readonly { readonly templateId: string; readonly name: string; readonly description: string }[],
): ClassificationSchema {
  const descriptions = Object.fromEntries(
    known.map(({ description, name, templateId }) => [
      templateId,
      description === '' ? name : `${name}: ${description}`,
    ]),
  );
  const ids = known.map(({ templateId }) => templateId);
  return { ...templates, values: valuesOf(ids, { descriptions }) };
}
