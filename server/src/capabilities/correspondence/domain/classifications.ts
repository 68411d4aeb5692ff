import {
  type ClassificationSchema,
  type HeldValue,
  positionCode,
  type TextLanguage,
  withTranslations,
} from '#platform/kernel/classification.ts';
import { deliveryClassifications } from './classifications/delivery-classifications.ts';
import { mailboxClassifications } from './classifications/mailbox-classifications.ts';
import { notificationClassifications } from './classifications/notification-classifications.ts';
import { arabic } from './classifications/texts/arabic.ts';
import { dutch } from './classifications/texts/dutch.ts';
import { french } from './classifications/texts/french.ts';
import { german } from './classifications/texts/german.ts';

export const templateSchema: ClassificationSchema = {
  id: 'templates',
  name: 'Templates',
  description: 'Templates for messages and documents of the bank.',
  values: [],
};

/** Classifications of this interface. */
export const classifications: readonly ClassificationSchema[] = withTranslations(
  [...deliveryClassifications, ...mailboxClassifications, ...notificationClassifications, templateSchema],
  { de: german, fr: french, nl: dutch, ar: arabic },
);

/** Returns the templates of a bank as values; the bank has named them in its language. */
export function templateValues(
  known: readonly { readonly templateId: string; readonly name: string; readonly description: string }[],
  language: TextLanguage,
): readonly HeldValue[] {
  return known.map(({ description, name, templateId }, index) => ({
    literal: templateId,
    code: positionCode(index),
    texts: { [language]: description === '' ? name : `${name}: ${description}` },
    parentLiteral: undefined,
    validUntil: undefined,
  }));
}
