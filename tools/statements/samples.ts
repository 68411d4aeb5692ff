import { randomBytes } from 'node:crypto';
import { keyClasses } from '../../server/src/apps/product-keys.ts';
import { windowStates } from '../../server/src/capabilities/configuration/domain/maintenance-window.ts';
import { listWindows } from '../../server/src/capabilities/configuration/store/maintenance-windows.store.ts';
import { mailboxSortKeys } from '../../server/src/capabilities/correspondence/domain/mailbox.ts';
import { communicationSortKeys } from '../../server/src/capabilities/correspondence/domain/queries.ts';
import {
  listCommunicationKeys,
  listCommunicationRows,
  pageOfCommunications,
} from '../../server/src/capabilities/correspondence/store/communication-list.read.ts';
import { createCorrespondenceVault } from '../../server/src/capabilities/correspondence/store/correspondence-vault.ts';
import { listMessageRows } from '../../server/src/capabilities/correspondence/store/mailbox.read.ts';
import { createIdentityVault } from '../../server/src/capabilities/identity/store/identity-vault.ts';
import { findUsersBy, type UserCriteria } from '../../server/src/capabilities/identity/store/users.store.ts';
import { listClientsAfter } from '../../server/src/capabilities/oauth/store/clients.store.ts';
import { type PartyFilters, partySortKeys } from '../../server/src/capabilities/party/domain/queries.ts';
import { listPartyRows } from '../../server/src/capabilities/party/store/party-list.read.ts';
import { createPartyVault } from '../../server/src/capabilities/party/store/party-vault.ts';
import type { PartyVisibility } from '../../server/src/capabilities/party/store/party-visibility.ts';
import { createLocalKeys } from '../../server/src/platform/crypto/local-keys.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { autocommitOf, coalescingReader } from '../../server/src/platform/db/reader.ts';
import { expectingRows } from '../../server/src/platform/db/writer.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { sealedColumnsOf } from '../../server/src/platform/key-ring/key-class.ts';
import {
  countOutside,
  listNextRows,
  listSampleRows,
  replaceRows,
} from '../../server/src/platform/key-ring/sealed-rows.store.ts';

const bankId = '00';
const page = { page: 1, pageSize: 10, offset: 0, limit: 10, listWindow: 100 };
const sortOrders = ['asc', 'desc'] as const;
const now = systemClock.now();
const keys = createLocalKeys([randomBytes(32)]);

/** Takes every statement and answers with no rows. */
const reader = autocommitOf(
  coalescingReader(async (statements) => statements.map(() => ({ rows: [], rowCount: 0 }))),
);

function unused(): never {
  throw new Error('a sample only reads and flushes');
}

const database: Database = {
  forBank: () => reader,
  flush: async (statements) => statements.map(() => ({ rows: [], rowCount: 0 })),
  session: unused,
  query: unused,
  execute: unused,
  poolState: unused,
  close: unused,
  [Symbol.asyncDispose]: unused,
};

/**
 * Calls every store function whose text depends on its input, with each input that changes the text. A statement that
 * is defined on a call and missing here is a finding of the gate.
 */
export async function runSamples(): Promise<void> {
  await listsOfParties();
  await listsOfCommunications();
  await usersBy();
  await listClientsAfter(reader, bankId, undefined);
  await listClientsAfter(reader, bankId, 'client');
  for (const states of [[], windowStates]) await listWindows(reader, bankId, states);
  await sealedColumns();
  const text = 'update platform.set_aside_row set attempts = 0 where bank_id = $1';
  expectingRows({ name: 'sample', text, values: [bankId] }, 1);
}

const reaches: readonly PartyVisibility[] = [
  { reach: 'all', unit: null, own: [], proxy: null },
  { reach: 'own', unit: null, own: ['1'], proxy: '1' },
];

/** Each filter alone: conditions are joined by AND, so that together they have no other text. */
const filters: readonly PartyFilters[] = [
  {},
  { kind: 'individual' },
  { statuses: ['active'] },
  { individualStatus: 'living' },
  { name: 'doe john' },
  { name: '-' },
  { phoneNumber: '+4912345678' },
  { email: 'a@example.test' },
  { socialAccount: 'handle' },
  { identification: { idKind: 'passport-number', idNumber: '1' } },
];

async function listsOfParties(): Promise<void> {
  const vault = createPartyVault(keys);
  const list = (
    visibility: PartyVisibility,
    criteria: PartyFilters,
    order: Pick<ListOrder, 'sortBy' | 'sortOrder'>,
  ) =>
    listPartyRows(reader, vault, {
      bankId,
      visibility,
      today: '2026-01-01',
      filters: criteria,
      page,
      ...order,
    });
  for (const visibility of reaches)
    for (const criteria of filters)
      await list(visibility, criteria, { sortBy: 'party-number', sortOrder: 'asc' });
  for (const visibility of reaches)
    for (const sortBy of partySortKeys)
      for (const sortOrder of sortOrders) await list(visibility, {}, { sortBy, sortOrder });
}

type ListOrder = Parameters<typeof listPartyRows>[2];

async function listsOfCommunications(): Promise<void> {
  for (const sortBy of communicationSortKeys)
    for (const sortOrder of sortOrders)
      for (const dueBy of [undefined, now]) {
        const criteria = { bankId, media: ['email'], dueBy, page, sorting: { sortBy, sortOrder } } as const;
        await listCommunicationRows(reader, { ...criteria, statuses: [] });
        await listCommunicationRows(reader, { ...criteria, statuses: ['queued'] });
      }
  await listsInPortions();
  const vault = createCorrespondenceVault(keys);
  for (const sortBy of mailboxSortKeys)
    for (const sortOrder of sortOrders)
      for (const own of [['1'], ['1', '2']]) {
        const span = { from: now, to: now };
        const owner = { bankId, own, userId: 'user' };
        const criteria = { ...owner, statuses: [], span, page, sortBy, sortOrder } as const;
        await listMessageRows(reader, vault, { ...criteria, categories: undefined });
        await listMessageRows(reader, vault, { ...criteria, categories: [] });
      }
}

/** Batches, and lists that are filtered before they are divided into pages. */
async function listsInPortions(): Promise<void> {
  const after = { createdAt: now, communicationId: '01890000-0000-7000-8000-000000000001' };
  for (const sortBy of communicationSortKeys)
    for (const order of sortOrders) {
      const sorting = { sortBy, sortOrder: order };
      const criteria = { bankId, media: ['email'], statuses: [], dueBy: undefined, page, sorting } as const;
      await pageOfCommunications(reader, { bankId, ids: [after.communicationId] }, criteria);
      for (const senderId of [undefined, 'application sender']) {
        const filters = { ...criteria, batch: { batchId: 'batch', senderId } };
        await listCommunicationRows(reader, filters);
        await listCommunicationKeys(reader, filters, { order, count: 10, after });
      }
      await listCommunicationKeys(reader, criteria, { order, count: 10, after: undefined });
    }
}

/** Each criterion alone, and all together. */
async function usersBy(): Promise<void> {
  const identityVault = createIdentityVault(keys);
  const none = {
    customerNumber: undefined,
    emailIndexes: undefined,
    phoneIndexes: undefined,
    loginIndexes: undefined,
  };
  const each: readonly Partial<UserCriteria>[] = [
    { customerNumber: '1' },
    { emailIndexes: identityVault.contactIndexes(bankId, 'email', 'a@example.test') },
    { phoneIndexes: identityVault.contactIndexes(bankId, 'phone', '+4912345678') },
    { loginIndexes: [randomBytes(32)] },
  ];
  const all = each.reduce((sum, one) => ({ ...sum, ...one }), {});
  for (const criteria of [...each, all])
    await findUsersBy(reader, { bankId, identityVault }, { ...none, ...criteria });
}

/** All columns that a capability has sealed; the walks name tables that only these lists contain. */
async function sealedColumns(): Promise<void> {
  const at = { bankId, after: undefined, keyId: Buffer.alloc(8) };
  for (const column of keyClasses.flatMap(sealedColumnsOf)) {
    await listSampleRows(database, bankId, column, 1);
    await listNextRows(database, column, at, 1);
    await countOutside(database, column, at);
    await replaceRows(database, column, bankId, []);
  }
}
