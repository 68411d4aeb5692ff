import { createPaymentFiles } from '#adapters/payment-files/payment-files.ts';
import {
  authorizationCapability,
  classifiedValues,
  createAuthorizationVault,
  createSeedVault,
  noCoreAccounts,
  type ResourceKind,
} from '#capabilities/authorization/index.ts';
import { createClientVault, createDeviceKeys, createDevicePairings } from '#capabilities/client/index.ts';
import { coreBankingCapability } from '#capabilities/core-banking/index.ts';
import { correspondenceCapability } from '#capabilities/correspondence/index.ts';
import { listApprovalPasskeys } from '#capabilities/identity/index.ts';
import { createCommandGroups } from '#platform/work/command-groups.ts';
import { groupStatements } from '#platform/work/trail-statements.ts';
import { signingAbsenceCommands } from '../commands/signing-absences.ts';
import { signingChangeCommands } from '../commands/signing-changes.ts';
import { signingGroupCommands } from '../commands/signing-groups.ts';
import { signingRuleCommands } from '../commands/signing-rules.ts';
import { tokenCommands } from '../commands/tokens.ts';
import { compose } from './composition.ts';
import { coreAccounts } from './core-accounts.ts';
import { usersFrom } from './users.ts';

export const authorization = compose(authorizationCapability, {
  commands: [
    tokenCommands,
    signingRuleCommands,
    signingGroupCommands,
    signingAbsenceCommands,
    signingChangeCommands,
  ],
  async ports(deps, before) {
    const { bankOf, database, keys, runtime, wrapping } = deps;
    const { cores } = await before.of(coreBankingCapability);
    const { clock, config, documents } = runtime;
    return {
      authorizationVault: createAuthorizationVault(keys),
      seedVault: createSeedVault({ database, clock, wrapping }),
      commandGroups: createCommandGroups({ database, ...groupStatements }),
      users: usersFrom(deps),
      accounts: coreAccounts({ cores, database }, noCoreAccounts),
      deviceKeys: createDeviceKeys({ database, clock }),
      devicePairings: createDevicePairings(createClientVault(keys)),
      paymentFiles: createPaymentFiles(documents),
      approvalMethods: {
        listOf: async (db, { bankId, userId }) =>
          (await listApprovalPasskeys(db, { bankId, userId })).map(({ name, passkeyId }) => ({
            kind: 'passkey',
            id: passkeyId,
            name,
          })),
      },
      addedValues: classifiedValues,
      openedFirst: new Set<ResourceKind>(['party-correction']),
      correspondence: await before.of(correspondenceCapability),
      authorizationFacts: {
        of(bankId) {
          const { country, name, referenceCurrency } = bankOf(bankId);
          return {
            bankName: name,
            codeDomain: new URL(config.baseUrl).hostname,
            country,
            referenceCurrency,
          };
        },
      },
    };
  },
});
