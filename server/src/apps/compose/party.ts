import { createFileLedger } from '#adapters/erasure-ledger/file-ledger.ts';
import {
  createAuthorizationVault,
  isContactProven,
  openCorrection,
  useCorrection,
} from '#capabilities/authorization/index.ts';
import { createIdentityVault, isContactInUse } from '#capabilities/identity/index.ts';
import {
  createCell,
  createPartyVault,
  createSearchLimit,
  eraseEnded,
  type PartyPorts,
  partyCapability,
} from '#capabilities/party/index.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { customerStatusCommands } from '../commands/customer-status.ts';
import { mandateCommands } from '../commands/mandates.ts';
import { nameSecrecyCommands } from '../commands/name-secrecy.ts';
import { partyCommands } from '../commands/parties.ts';
import { relationshipCommands } from '../commands/relationships.ts';
import { screeningCommands } from '../commands/screening.ts';
import { bankLanguage } from './bank-language.ts';
import { type CompositionDeps, compose } from './composition.ts';
import { contentPrefixOf } from './content-store.ts';
import { openScreenings } from './screenings.ts';
import { usersFrom } from './users.ts';

export const party = compose(partyCapability, {
  commands: [
    partyCommands,
    customerStatusCommands,
    relationshipCommands,
    mandateCommands,
    screeningCommands,
    nameSecrecyCommands,
  ],
  ports: (deps) => partyPorts(deps),
  async close({ screening }) {
    await screening.close?.();
  },
  jobs: [
    {
      name: 'erase-ended',
      cron: '41 2 * * *',
      async run(context, { runtime: { config } }, ports) {
        if (config.erasureLedger === undefined || ports === undefined) return;
        await eraseEnded({ ...context, ...ports, erasureLedger: createFileLedger(config.erasureLedger) });
      },
    },
  ],
});

async function partyPorts(deps: CompositionDeps): Promise<PartyPorts> {
  const { bankOf, keys, runtime } = deps;
  const { cellShards, databasePoolSize } = runtime.config;
  const partyVault = createPartyVault(keys);
  const bankFacts: PartyPorts['bankFacts'] = {
    of(bankId) {
      const { country, timeZone } = bankOf(bankId);
      return {
        country,
        timeZone,
        language: bankLanguage(country),
        contentUrlPrefix: contentPrefixOf(runtime.config, bankId),
      };
    },
  };
  return {
    partyVault,
    bankFacts,
    cell: createCell(cellShards),
    screening: await openScreenings(runtime.config.screenings, runtime.log),
    searchLimit: createSearchLimit(databasePoolSize),
    ...usesAbove(deps, { partyVault, bankFacts }),
  };
}

/** What parties ask of the capabilities above them. All need vaults only, which are built from the keys. */
function usesAbove(
  deps: CompositionDeps,
  own: Pick<PartyPorts, 'partyVault' | 'bankFacts'>,
): Pick<PartyPorts, 'contactUse' | 'contactProofs' | 'correctionApprovals'> {
  const { database, keys, runtime } = deps;
  const identityVault = createIdentityVault(keys);
  const authorizationVault = createAuthorizationVault(keys);
  const users = usersFrom(deps);
  return {
    contactUse: {
      async isInUse({ bankId, contactPointId, partyNumber }) {
        const job = { job: 'contact-use', bankId, requestId: 'contact-use' };
        const ctx = { ...systemContext({ ...runtime, app: database }, job), ...own, identityVault };
        return isContactInUse(ctx, { customerNumber: partyNumber, contactPointId });
      },
    },
    contactProofs: {
      isProven: (context, db, { method, value: contact }) =>
        isContactProven({ ...context, authorizationVault }, db, {
          channel: method === 'email' ? 'email' : 'sms',
          contact,
        }),
    },
    correctionApprovals: {
      open: (context, work, correction) =>
        openCorrection({ ...context, authorizationVault }, work, correction),
      use: (context, work, correction) =>
        useCorrection({ ...context, authorizationVault, users }, work, correction),
    },
  };
}
