import { type ClassificationSchema, literalFrom } from '#platform/kernel/classification.ts';

const titles = [
  'Early childhood education',
  'Primary education',
  'Lower secondary education',
  'Upper secondary education',
  'Post-secondary non-tertiary education',
  'Short-cycle tertiary education',
  "Bachelor's or equivalent level",
  "Master's or equivalent level",
  'Doctoral or equivalent level',
];

/** The levels of ISCED 2011. */
export const educationLevels: ClassificationSchema = {
  id: 'education-levels',
  name: 'Education levels',
  description: 'Highest level of education reached, after ISCED 2011.',
  bank: { mayAdd: true, fixed: [] },
  stored: 'literal',
  values: titles.map((title, level) => ({
    literal: literalFrom(title.replace("'s", '')),
    code: String(level),
    description: title,
  })),
};
