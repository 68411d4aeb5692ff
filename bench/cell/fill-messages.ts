import { Temporal } from 'temporal-polyfill';
import { createCorrespondenceVault } from '../../server/src/capabilities/correspondence/store/correspondence-vault.ts';
import { createIdentityVault } from '../../server/src/capabilities/identity/index.ts';
import type { KeyProvider } from '../../server/src/platform/crypto/key-provider.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { type Ids, systemIds, virtualShard } from '../../server/src/platform/kernel/ids.ts';
import { progress } from '../harness/report.ts';
import { auditWriter } from './audit-history.ts';
import { type CellCustomer, cellBank, cellCustomerAt } from './cell-customer.ts';
import { type CopyTables, copyTables } from './copy-tables.ts';
import type { CellFill } from './fill-customers.ts';
import { yearProfile } from './year-profile.ts';

const columns = {
  'correspondence.communication':
    'bank_id, communication_id, message_id, content_id, sender_id, customer_number, medium, lane, status, message_kind, message_category, priority, urgency, sealed_contact, recipient_index, further_media, release_at, due_at, expires_at, sent_at, settled_at, retry_count, row_version, created_at, modified_at',
  'correspondence.content': 'bank_id, content_id, sealed, purge_at, created_at',
  'correspondence.mailbox_message':
    'bank_id, message_id, customer_number, communication_id, content_id, status, is_read, folder, message_kind, message_category, urgency, has_attachments, received_at, row_version, created_at, modified_at',
  'identity.login_event':
    'bank_id, user_id, occurred_at, login_event_id, result, browser_name, sealed_address',
  'platform.audit_entry':
    'bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record, entry_no, hash',
  'platform.event_sequence': 'bank_id, aggregate_kind, aggregate_id, last_sequence',
} as const;

const dayMs = 86_400_000;
const yearDays = 365;
const monthDays = 30;
const retainedYears = { statement: 10, code: 2 } as const;

/** Inserts the messages, sign-ins and audit entries of a year, the oldest month first. */
export async function fillMessages({ customers, keys, url }: CellFill): Promise<void> {
  const tables = copyTables(url, columns);
  const rows = createRows(keys, tables);
  const { months } = yearProfile;
  const show = progress('messages', customers * months);
  const beginsAtMs = systemClock.now().epochMilliseconds - yearDays * dayMs;
  for (let month = 0; month < months; month += 1) {
    for (let serial = 0; serial < customers; serial += 1) {
      // In the order of time: a month passes from the first customer to the last.
      const atMs = beginsAtMs + (month + serial / customers) * monthDays * dayMs;
      const moment = { ...momentAt(atMs), customer: cellCustomerAt(serial) };
      await rows.statement(moment);
      await rows.signIn(moment);
      show(month * customers + serial + 1);
    }
  }
  for (let serial = 0; serial < customers; serial += 1)
    await tables.put('platform.event_sequence', [
      cellBank,
      'mailbox',
      cellCustomerAt(serial).partyNumber,
      months,
    ]);
  await tables.end();
}

/** A time in all the forms that rows need; made once, because they cost more than the rows. */
interface Moment {
  readonly instant: Temporal.Instant;
  /** As PostgreSQL writes it. */
  readonly at: string;
  readonly expiresAt: string;
  readonly purgeAt: Readonly<Record<keyof typeof retainedYears, string>>;
}

type CustomerMoment = Moment & { readonly customer: CellCustomer };

function momentAt(atMs: number): Moment {
  // Whole seconds: PostgreSQL leaves out zeros at the end of fractions.
  const ms = Math.floor(atMs / 1_000) * 1_000;
  const text = (offsetDays: number): string =>
    `${new Date(ms + offsetDays * dayMs).toISOString().slice(0, 19).replace('T', ' ')}+00`;
  return {
    instant: Temporal.Instant.fromEpochMilliseconds(ms),
    at: text(0),
    expiresAt: text(1),
    purgeAt: {
      statement: text(yearDays * retainedYears.statement),
      code: text(yearDays * retainedYears.code),
    },
  };
}

interface MessageRows {
  statement(moment: CustomerMoment): Promise<void>;
  signIn(moment: CustomerMoment): Promise<void>;
}

function createRows(keys: KeyProvider, tables: CopyTables): MessageRows {
  const vault = createIdentityVault(keys);
  let now = systemClock.now();
  const ids = systemIds({ ...systemClock, now: () => now });
  const audit = auditWriter(tables, ids);
  const message = messageRows({ keys, tables, ids, audit });
  return {
    async statement(moment) {
      now = moment.instant;
      await message(moment, {
        kind: 'statement',
        medium: 'mailbox',
        address: moment.customer.partyNumber,
        title: 'Your statement',
        text: 'Dear customer,\n\nyour statement is ready. Sign in to read it.\n\nYour bank\n',
      });
    },
    async signIn(moment) {
      now = moment.instant;
      const { at: occurredAt, customer } = moment;
      const shard = virtualShard(cellBank, customer.partyNumber);
      const user = { occurredAt, shard, kind: 'user', id: customer.userId };
      const verification = { occurredAt, shard, kind: 'verification', id: ids.handle(shard) };
      await audit({ ...user, changes: [['password', 'right']] });
      await audit({ ...verification, changes: [['state', 'in-progress']] });
      await audit({ ...verification, changes: [['handed-over', true]] });
      await message(moment, {
        kind: 'one-time-password',
        medium: 'sms',
        address: customer.phone,
        title: 'Security code',
        text: '482913 is your security code. Never tell it to anyone.',
      });
      await audit({ ...user, changes: [['sign-in', 'signed-in']] });
      await tables.put('platform.event_sequence', [cellBank, 'verification', verification.id, 3]);
      const loginEventId = ids.uuid(shard);
      const place = { bankId: cellBank, table: 'login_event', rowId: loginEventId } as const;
      await tables.put('identity.login_event', [
        cellBank,
        customer.userId,
        occurredAt,
        loginEventId,
        'signed-in',
        'Firefox on Linux',
        vault.sealText(place, '10.20.30.40'),
      ]);
    },
  };
}

interface MessageDeps {
  readonly keys: KeyProvider;
  readonly tables: CopyTables;
  readonly ids: Ids;
  readonly audit: ReturnType<typeof auditWriter>;
}

/** Columns in which an announced statement, in the mailbox, differs from a code that was sent. */
const looks = {
  statement: ['application cell-app-1', 2, 'document', 'normal', '{email}', 1, 2],
  'one-time-password': ['system dispatch-codes', 0, 'security', 'high', '{}', 3, 3],
} as const;

function messageRows({
  audit,
  ids,
  keys,
  tables,
}: MessageDeps): (moment: CustomerMoment, sent: SentMessage) => Promise<void> {
  const vault = createCorrespondenceVault(keys);
  return async ({ at, customer, expiresAt, purgeAt }, { address, kind, medium, text, title }) => {
    const shard = virtualShard(cellBank, customer.partyNumber);
    const [communicationId, contentId] = [ids.uuid(shard), ids.uuid(shard)];
    const [sender, lane, category, priority, furtherMedia, version, sequence] = looks[kind];
    const sealed = vault.sealContent(cellBank, contentId, { title, text, language: 'en' });
    const purge = purgeAt[kind === 'statement' ? 'statement' : 'code'];
    await tables.put('correspondence.content', [cellBank, contentId, sealed, purge, at]);
    await tables.put('correspondence.communication', [
      cellBank,
      communicationId,
      communicationId,
      contentId,
      sender,
      customer.partyNumber,
      medium,
      lane,
      'delivered',
      kind,
      category,
      priority,
      'normal',
      vault.sealContact(cellBank, communicationId, { usage: 'primary', kind: medium, details: address }),
      vault.recipientIndex(cellBank, medium, address),
      furtherMedia,
      at,
      at,
      expiresAt,
      at,
      at,
      0,
      version,
      at,
      at,
    ]);
    const aggregate = { kind: 'communication', id: communicationId };
    await tables.put('platform.event_sequence', [cellBank, aggregate.kind, aggregate.id, sequence]);
    await audit({ occurredAt: at, shard, ...aggregate, changes: [['status', 'queued']] });
    if (medium !== 'mailbox') return;
    const message = [
      cellBank,
      ids.uuid(shard),
      customer.partyNumber,
      communicationId,
      contentId,
      'read',
      true,
    ];
    await tables.put('correspondence.mailbox_message', [
      ...message,
      'inbox',
      kind,
      category,
      'normal',
      false,
      at,
      2,
      at,
      at,
    ]);
  };
}

interface SentMessage {
  readonly kind: 'statement' | 'one-time-password';
  readonly medium: 'mailbox' | 'sms';
  readonly address: string;
  readonly title: string;
  readonly text: string;
}
