/** Languages of the texts that a third party shows to the customer. */
export const messageLanguages = ['en', 'de', 'nl', 'fr', 'ar'] as const;
export type MessageLanguage = (typeof messageLanguages)[number];
