import { createConsentsVault } from '../../server/src/capabilities/consents/store/consents-vault.ts';
import { createIdentityVault, createPasswordHasher } from '../../server/src/capabilities/identity/index.ts';
import { emptyProfile } from '../../server/src/capabilities/identity/store/users.store.ts';
import { factsOf } from '../../server/src/capabilities/party/domain/fact-map.ts';
import { lookupValuesOf } from '../../server/src/capabilities/party/domain/lookup-values.ts';
import { createPartyVault } from '../../server/src/capabilities/party/index.ts';
import { partyColumns } from '../../server/src/capabilities/party/store/party-rows.ts';
import type { KeyProvider } from '../../server/src/platform/crypto/key-provider.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds, virtualShard } from '../../server/src/platform/kernel/ids.ts';
import {
  partyFieldNames,
  partyFields,
  registryParty,
  searchEntryFieldNames,
  searchEntryFields,
} from '../harness/registry-party.ts';
import { progress } from '../harness/report.ts';
import { type CellAccount, type CellCustomer, cellBank, cellCustomerAt } from './cell-customer.ts';
import { cellPersonAt, passwordCount, passwordOf } from './cell-people.ts';
import { type CopyTables, copyTables } from './copy-tables.ts';

export interface CellFill {
  /** As the owner of the tables. */
  readonly url: string;
  readonly keys: KeyProvider;
  readonly customers: number;
}

const columns = {
  // The trigger that numbers changes is off; all of them come before any transaction of the product.
  'party.party': `${partyFieldNames}, sync_epoch, sync_transaction, sync_number`,
  'party.party_key': 'bank_id, party_number, sealed_key, created_at',
  'party.party_lookup': 'bank_id, lookup, value_index, party_number, is_verified',
  'party.party_fact': 'bank_id, party_number, fact_id, fact, valid_from, recorded_at, cause, sealed_value',
  'party.search_entry': searchEntryFieldNames,
  'identity.user_account':
    'bank_id, user_id, username, kind, customer_number, status, status_since, sealed_profile, email_index, phone_index, terms_version, row_version, created_at, modified_at',
  'identity.user_credential': 'bank_id, user_id, kind, hash, row_version, created_at, modified_at',
  'sca.strong_authentication': 'bank_id, user_id, authenticated_at, exempted_payments, modified_at',
  'ledger.account':
    'bank_id, account_id, kind, iban, product, currencies, owner, holders, signing_mode, opened_on',
  'ledger.balance':
    'bank_id, account_id, currency, slot, is_limited, status, booked, held, credit_limit, changed_at',
  'consents.consent':
    'bank_id, consent_id, organisation_id, third_party_name, status, owner, holders, user_id, leaves_accounts_open, sealed_access, is_recurring, valid_until, frequency_per_day, is_combined, is_sole, expires_at, ends_at, approved_at, changed_at, row_version, created_at, modified_at',
} as const;

/** The day on which all customers joined. */
const joinedOn = '2025-01-01';
const joinedAt = `${joinedOn}T09:00:00Z`;
/** What an account has when the year begins, in cents. */
export const openingCents = 500_000;

/** Inserts the parties, users, accounts and consents of all customers, with every value sealed as the product seals it. */
export async function fillCustomers({ customers, keys, url }: CellFill): Promise<void> {
  const tables = copyTables(url, columns);
  const rows = await createRows(keys, tables);
  const show = progress('customers', customers);
  for (let serial = 0; serial < customers; serial += 1) {
    const customer = cellCustomerAt(serial);
    await rows.party(customer);
    await rows.user(customer);
    await rows.account(customer, 'current', customer.current);
    if (customer.savings !== undefined) await rows.account(customer, 'savings', customer.savings);
    if (customer.consentId !== undefined) await rows.consent(customer, customer.consentId);
    show(serial + 1);
  }
  await tables.end();
}

interface CustomerRows {
  party(customer: CellCustomer): Promise<void>;
  user(customer: CellCustomer): Promise<void>;
  account(customer: CellCustomer, kind: 'current' | 'savings', account: CellAccount): Promise<void>;
  consent(customer: CellCustomer, consentId: string): Promise<void>;
}

async function createRows(keys: KeyProvider, tables: CopyTables): Promise<CustomerRows> {
  const hashes = await passwordHashes(keys);
  return {
    party: partyRows(keys, tables),
    user: userRows(keys, tables, hashes),
    account: (customer, kind, account) => accountRows(tables, { customer, kind, account }),
    consent: consentRows(keys, tables),
  };
}

async function passwordHashes(keys: KeyProvider): Promise<readonly string[]> {
  const hasher = createPasswordHasher({ keys });
  const hashes: string[] = [];
  while (hashes.length < passwordCount) hashes.push(await hasher.hash(cellBank, passwordOf(hashes.length)));
  return hashes;
}

function partyRows(keys: KeyProvider, tables: CopyTables): CustomerRows['party'] {
  const vault = createPartyVault(keys);
  const ids = systemIds(systemClock);
  return async ({ partyNumber, serial }) => {
    const { person } = cellPersonAt(serial);
    const party = registryParty(person, partyNumber);
    const { seal, sealedKey } = vault.newSeal(cellBank, partyNumber);
    await tables.put('party.party', [...partyFields(partyColumns(party, seal)), 0, 1, serial]);
    await tables.put('party.party_key', [cellBank, partyNumber, sealedKey, party.createdAt]);
    await tables.put('party.search_entry', searchEntryFields(party, person));
    for (const { lookup, value } of lookupValuesOf(party)) {
      const [index] = vault.indexes(cellBank, lookup, value);
      await tables.put('party.party_lookup', [cellBank, lookup, index, partyNumber, false]);
    }
    const shard = virtualShard(cellBank, partyNumber);
    for (const [fact, value] of factsOf(party)) {
      const factId = ids.uuid(shard);
      const sealed = seal.seal({ table: 'party_fact', column: 'sealed_value', row: factId }, value);
      const times = [joinedOn, party.createdAt] as const;
      await tables.put('party.party_fact', [
        cellBank,
        partyNumber,
        factId,
        fact,
        ...times,
        'registration',
        sealed,
      ]);
    }
  };
}

function userRows(keys: KeyProvider, tables: CopyTables, hashes: readonly string[]): CustomerRows['user'] {
  const vault = createIdentityVault(keys);
  return async ({ email, partyNumber, phone, serial, userId, username }) => {
    await tables.put('identity.user_account', [
      cellBank,
      userId,
      username,
      'customer',
      partyNumber,
      'active',
      joinedAt,
      vault.sealProfile(cellBank, userId, { ...emptyProfile, email, phone }),
      vault.contactIndexes(cellBank, 'email', email)[0],
      vault.contactIndexes(cellBank, 'phone', phone)[0],
      '2026-01',
      1,
      joinedAt,
      joinedAt,
    ]);
    const hash = hashes[serial % hashes.length] ?? '';
    await tables.put('identity.user_credential', [cellBank, userId, 'password', hash, 1, joinedAt, joinedAt]);
    // Exemptions count from an approval with two factors.
    await tables.put('sca.strong_authentication', [cellBank, userId, systemClock.now(), 0, joinedAt]);
  };
}

async function accountRows(
  tables: CopyTables,
  {
    account: { accountId, iban },
    customer: { partyNumber },
    kind,
  }: { readonly customer: CellCustomer; readonly kind: 'current' | 'savings'; readonly account: CellAccount },
): Promise<void> {
  const holders = `{${partyNumber}}`;
  await tables.put('ledger.account', [
    cellBank,
    accountId,
    kind,
    iban,
    kind === 'current' ? 'Current account' : 'Savings account',
    '{EUR}',
    partyNumber,
    holders,
    'any',
    joinedOn,
  ]);
  await tables.put('ledger.balance', [
    cellBank,
    accountId,
    'EUR',
    0,
    true,
    'open',
    kind === 'current' ? openingCents : 0,
    0,
    0,
    joinedAt,
  ]);
}

/** The organisation of the certificate of the third party. */
const organisationId = 'PSDNL-DNB-A';
const consentDays = 180;

function consentRows(keys: KeyProvider, tables: CopyTables): CustomerRows['consent'] {
  const vault = createConsentsVault(keys);
  const now = systemClock.now();
  const until = now.add({ hours: 24 * consentDays });
  return async ({ current, partyNumber, savings, userId }, consentId) => {
    const accounts = [current, ...(savings === undefined ? [] : [savings])];
    const access = {
      model: 'detailed',
      lists: { accounts, balances: accounts, transactions: accounts },
      salt: vault.newSalt(),
      withOwnerName: false,
    } as const;
    await tables.put('consents.consent', [
      cellBank,
      consentId,
      organisationId,
      'Third party',
      'valid',
      partyNumber,
      `{${partyNumber}}`,
      userId,
      true,
      vault.sealAccess(cellBank, consentId, access),
      true,
      until.toString().slice(0, 10),
      4,
      false,
      true,
      until,
      until,
      now,
      now,
      2,
      now,
      now,
    ]);
  };
}
