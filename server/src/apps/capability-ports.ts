import { type AuthorizationPorts, isContactProven } from '#capabilities/authorization/index.ts';
import { readBanks } from '#capabilities/configuration/index.ts';
import type { CorrespondencePorts } from '#capabilities/correspondence/index.ts';
import {
  createIdentityVault,
  createUsers,
  type IdentityPorts,
  isContactInUse,
  type LoginProviders,
  type Mandates,
  noLoginProviders,
} from '#capabilities/identity/index.ts';
import { endAccountSessions } from '#capabilities/oauth/index.ts';
import { type PartyPorts, proxiesOf } from '#capabilities/party/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { authorizationPortsFrom } from './authorization-ports.ts';
import { correspondencePortsFrom } from './correspondence-ports.ts';
import { identityPortsFrom } from './identity-ports.ts';
import { partyPortsFrom } from './party-ports.ts';
import type { ProductKeys } from './product-keys.ts';
import type { Runtime } from './runtime.ts';

/** What the capabilities stand on, each with its own; some of it has a life that must be ended. */
export interface CapabilityPorts {
  readonly party: PartyPorts;
  readonly correspondence: CorrespondencePorts;
  readonly authorization: AuthorizationPorts;
  readonly identity: IdentityPorts;
  close(): Promise<void>;
}

/** What only those have who talk to the world outside. */
export interface OutsideParts {
  readonly egress: Egress;
  readonly loginProviders: LoginProviders;
}

export async function capabilityPortsFrom(
  runtime: Pick<Runtime, 'clock' | 'config' | 'ids' | 'log'>,
  { database, productKeys }: { readonly database: Database; readonly productKeys: ProductKeys },
  outside?: OutsideParts,
): Promise<CapabilityPorts> {
  const { clock, config } = runtime;
  const { ring: keys, wrapping } = productKeys;
  // Parties are there before users; by the time somebody asks, both are.
  const later: Later = {};
  const party = await partyPortsFrom(config, {
    database,
    keys,
    ...askedOfUsers(runtime, database, later),
  });
  const correspondence = await correspondencePortsFrom(config, { database, keys, party });
  const identityVault = createIdentityVault(keys);
  const users = createUsers({ identityVault, clock, mandates: await mandatesFrom(runtime, database) });
  const authorization = await authorizationPortsFrom(config, {
    database,
    keys,
    clock,
    correspondence,
    wrapping,
    users,
  });
  const identity = await identityPortsFrom(config, {
    database,
    keys,
    identityVault,
    authorization,
    egress: outside?.egress,
    loginProviders: outside?.loginProviders ?? noLoginProviders,
    sessions: {
      endAll: (context, work, { keptSignInAt, until, userId }) =>
        endAccountSessions(context, work, { accountId: userId, keptSignInAt, until }),
    },
  });
  later.identity = identity;
  return {
    party,
    correspondence,
    authorization,
    identity,
    async close() {
      await correspondence.press.close();
      await identity.pictureCraft.close();
    },
  };
}

interface Later {
  identity?: IdentityPorts;
}

/** What parties ask those above them. */
function askedOfUsers(
  runtime: Pick<Runtime, 'clock' | 'ids' | 'log'>,
  database: Database,
  later: Later,
): Pick<PartyPorts, 'contactUse' | 'contactProofs'> {
  return {
    contactUse: {
      async isInUse({ bankId, contactPointId, partyNumber }) {
        const { identity } = later;
        if (identity === undefined) return false;
        const job = { job: 'contact-use', bankId, requestId: 'contact-use' };
        const ctx = { ...systemContext({ ...runtime, app: database }, job), ...identity };
        return isContactInUse(ctx, { customerNumber: partyNumber, contactPointId });
      },
    },
    contactProofs: {
      async isProven(context, db, { method, value: contact }) {
        const { identity } = later;
        if (identity === undefined) return false;
        const channel = method === 'email' ? 'email' : 'sms';
        return isContactProven({ ...context, ...identity.authorization }, db, { channel, contact });
      },
    },
  };
}

/** Mandates count from the first to the last moment of their days, where the bank is. */
async function mandatesFrom({ config }: Pick<Runtime, 'config'>, database: Database): Promise<Mandates> {
  const banks = await readBanks(database, config.banks);
  return async (db, { bankId, customerNumber }) => {
    const timeZone = banks.get(bankId)?.timeZone ?? 'UTC';
    const proxies = await proxiesOf(db, { bankId, partyNumber: customerNumber });
    return proxies.map(({ partyNumber, validFrom, validUntil }) => ({
      customerNumber: partyNumber,
      validFrom: validFrom.toZonedDateTime(timeZone).toInstant(),
      validUntil: validUntil?.add({ days: 1 }).toZonedDateTime(timeZone).toInstant(),
    }));
  };
}
