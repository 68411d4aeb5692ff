import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import { clientClassifications } from './classifications/client-classifications.ts';
import { deliveryClassifications } from './classifications/delivery-classifications.ts';
import { identityClassifications } from './classifications/identity-classifications.ts';
import { mailboxClassifications } from './classifications/mailbox-classifications.ts';
import { notificationClassifications } from './classifications/notification-classifications.ts';
import { signingClassifications } from './classifications/signing-classifications.ts';

export const templateSchemaId = 'templates';

const templates: ClassificationSchema = {
  id: templateSchemaId,
  name: 'Templates',
  description: 'Templates for messages and documents of the bank.',
  values: [],
};

/** Classifications of this interface, and of the interfaces that have none of their own. */
export const classifications: readonly ClassificationSchema[] = [
  ...deliveryClassifications,
  ...mailboxClassifications,
  ...notificationClassifications,
  templates,
  ...identityClassifications,
  ...signingClassifications,
  ...clientClassifications,
];

const byId: ReadonlyMap<string, ClassificationSchema> = new Map(
  classifications.map((schema) => [schema.id, schema]),
);

/** Returns the classification with this name, if it exists. */
export function findClassification(id: string): ClassificationSchema | undefined {
  return byId.get(id);
}

/** Returns the literals of a classification in display order; empty for an unknown classification. */
export function literalsOf(id: string): readonly string[] {
  return byId.get(id)?.values.map(({ literal }) => literal) ?? [];
}

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
