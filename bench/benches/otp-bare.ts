import { Temporal } from 'temporal-polyfill';
import { clearAttempt } from '../../server/src/capabilities/authorization/store/attempts.store.ts';
import {
  markVerified,
  reserveOtpAttempt,
} from '../../server/src/capabilities/authorization/store/otp-verifications.store.ts';
import type { Statement } from '../../server/src/platform/db/statement.ts';

/** Values of the same size and form as those of the product. */
export const bareValues: Readonly<Record<string, string>> = {
  bank: '01',
  client: 'channel-app-1',
  now: '2026-11-15T10:00:00.123Z',
  until: '2026-11-15T10:05:00.123Z',
  operation: 'Authorization_Otp_VerifyEmail',
  kind: 'verification',
  one: '1',
  name: 'otp-verified',
  source: '/v1/authorization',
  actor: 'application',
  record:
    '{"requestId":"01a1dcbf-fdb1-7d5d-b669-60821bd6845c","operation":"Authorization_Otp_VerifyEmail","actor":{"kind":"application","id":"channel-app-1"},"sourceAddress":"127.0.0.1","aggregate":{"kind":"verification","id":"AbCdEfGhIjKlMnOpQrStUv"},"changes":[{"field":"state","after":"verified"}],"outcome":"done","problem":null}',
  data: '{"verification-id":"AbCdEfGhIjKlMnOpQrStUv","channel":"email","action":"registration"}',
};

/** The statements before and after the comparison of the code. */
export interface BareStatements {
  readonly reserve: string;
  readonly rest: readonly string[];
}

const now = Temporal.Instant.from('2026-11-15T10:00:00.123Z');
const proofUntil = Temporal.Instant.from('2026-11-15T10:05:00.123Z');

/** Records the statements of the product: calls its stores with a recording connection. */
export function bareStatements(): BareStatements {
  const heard: Statement[] = [];
  const listener = {
    rows: async () => [],
    first: async () => undefined,
    write: (statement: Statement) => void heard.push(statement),
    lock: async () => undefined,
    lockAll: async () => [],
    executeAll: async () => [],
    execute: async (statement: Statement) => {
      heard.push(statement);
      return undefined;
    },
  };
  const key = { bankId: ':bank', verificationId: ':id', now };
  void reserveOtpAttempt(listener, { ...key, clientId: ':client', channel: 'email', digits: 6 });
  markVerified(listener, { ...key, proofUntil });
  clearAttempt(listener, { bankId: ':bank', subject: `:'usr_' || :id`, now });
  const [reserve = '', ...rest] = heard.map(spoken);
  return { reserve, rest };
}

/** Returns a statement for pgbench, with named values. */
function spoken({ text, values }: Statement): string {
  return text.replaceAll(/\$(\d+)/g, (_, place: string) => wordFor(values[Number(place) - 1]));
}

function wordFor(value: unknown): string {
  if (value === now) return ':now';
  if (value === proofUntil) return ':until';
  if (Array.isArray(value)) return `array[${value.map(wordFor).join(', ')}]`;
  if (typeof value === 'string') return value.startsWith(':') ? value.replace(/^:'/, "'") : `'${value}'`;
  return String(value);
}

/**
 * Returns a verification as the product sends it: one batch reserves the attempt, and a second one saves the result
 * of a right code. Each transaction has its own verification.
 */
export function bareScript({ reserve, rest }: BareStatements): string {
  return String.raw`
\set n :n + 1
\set id :client_id * 1000000 + :n
\startpipeline
begin;
select set_config('portico.bank_id', :bank, true);
${reserve};
\endpipeline
\startpipeline
${rest.join(';\n')};
insert into platform.audit_entry (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
  values (:bank, gen_random_uuid(), :now, :operation, :kind, :id, :record);
insert into platform.outbox_event
    (bank_id, event_id, occurred_at, name, version, source, aggregate_kind, aggregate_id, actor_kind, actor_id, data)
  values (:bank, gen_random_uuid(), :now, :name, :one, :source, :kind, :id, :actor, :client, :data);
commit;
\endpipeline
`;
}
