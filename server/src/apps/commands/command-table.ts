import type { CommandGroup } from '../program/command.ts';
import { completionCommand } from '../program/completion.ts';
import { commandGroups } from '../wiring.ts';
import { auditHeadCommands } from './audit-heads.ts';
import { bankKeyCommands } from './bank-keys.ts';
import { classificationCommands } from './classifications.ts';
import { deadLetterCommands } from './dead-letters.ts';
import { migrateCommands } from './migrate.ts';
import { personaCommands } from './personas.ts';
import { policyCommands } from './policies.ts';
import { processCommands } from './processes.ts';
import { partiesRestored, restoredCommands } from './restored.ts';
import { setAsideCommands } from './set-aside.ts';
import { configCommand } from './show-config.ts';
import { auditVerifyCommand } from './verify-audit.ts';

/** Commands of the product itself: they serve every capability, or several at once. */
const ownGroups: readonly CommandGroup[] = [
  {
    name: '',
    summary: '',
    commands: [...processCommands, configCommand, auditVerifyCommand, completionCommand(() => commandTable)],
  },
  migrateCommands,
  auditHeadCommands,
  deadLetterCommands,
  setAsideCommands,
  policyCommands,
  classificationCommands,
  restoredCommands,
  personaCommands,
];

/** Every command of the program. Help, completion, the reference and the tests derive from it. */
export const commandTable: readonly CommandGroup[] = mergeGroups([
  ...ownGroups,
  ...commandGroups,
  bankKeyCommands,
  partiesRestored,
]);

/** Merges groups of the same name, so that commands with the same first word are listed together. */
function mergeGroups(groups: readonly CommandGroup[]): readonly CommandGroup[] {
  return [...Map.groupBy(groups, ({ name }) => name)].map(([name, alike]) => ({
    name,
    summary: [...new Set(alike.map(({ summary }) => summary))].join('; '),
    commands: alike.flatMap(({ commands }) => commands),
  }));
}
