import { type ClassificationSchema, withTranslations } from '#platform/kernel/classification.ts';
import { contactClassifications } from './classifications/contact-classifications.ts';
import { educationLevels } from './classifications/education-levels.ts';
import { industries } from './classifications/industries.ts';
import { occupations } from './classifications/occupations.ts';
import { organizationClassifications } from './classifications/organization-classifications.ts';
import { partyClassifications } from './classifications/party-classifications.ts';
import { personClassifications } from './classifications/person-classifications.ts';
import { arabic } from './classifications/texts/arabic.ts';
import { dutch } from './classifications/texts/dutch.ts';
import { french } from './classifications/texts/french.ts';
import { german } from './classifications/texts/german.ts';

export type { ClassificationSchema } from '#platform/kernel/classification.ts';

/** All classifications of party data, with the literals that a bank starts with. */
export const classifications: readonly ClassificationSchema[] = withTranslations(
  [
    ...partyClassifications,
    ...personClassifications,
    educationLevels,
    occupations,
    industries,
    ...organizationClassifications,
    ...contactClassifications,
  ],
  { de: german, fr: french, nl: dutch, ar: arabic },
);

const byId: ReadonlyMap<string, ClassificationSchema> = new Map(
  classifications.map((schema) => [schema.id, schema]),
);

/** Returns the classification with this id, if there is one. */
export function findClassification(id: string): ClassificationSchema | undefined {
  return byId.get(id);
}

/** Returns the literals of a classification in display order; empty if there is no such classification. */
export function literalsOf(id: string): readonly string[] {
  return byId.get(id)?.values.map(({ literal }) => literal) ?? [];
}
