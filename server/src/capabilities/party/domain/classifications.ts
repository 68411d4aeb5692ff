import type { ClassificationSchema } from '#platform/kernel/classification.ts';
import { contactClassifications } from './classifications/contact-classifications.ts';
import { educationLevels } from './classifications/education-levels.ts';
import { industries } from './classifications/industries.ts';
import { occupations } from './classifications/occupations.ts';
import { organizationClassifications } from './classifications/organization-classifications.ts';
import { partyClassifications } from './classifications/party-classifications.ts';
import { personClassifications } from './classifications/person-classifications.ts';

export type { ClassificationSchema } from '#platform/kernel/classification.ts';

/** All classifications of party data, with the literals that a bank starts with. */
export const classifications: readonly ClassificationSchema[] = [
  ...partyClassifications,
  ...personClassifications,
  educationLevels,
  occupations,
  industries,
  ...organizationClassifications,
  ...contactClassifications,
];

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
