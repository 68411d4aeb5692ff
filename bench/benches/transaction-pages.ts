import { at } from '../../server/src/platform/testing/json-at.ts';
import { type ConsentApi, giveConsent, type Holder } from '../harness/consent-bank.ts';
import type { Instance } from '../harness/instance.ts';
import { latencyFigure } from '../harness/latency-figure.ts';
import type { Figure } from '../harness/report.ts';
import { peopleBank } from '../harness/sign-in-people.ts';
import { fillAccount } from './ledger-pages.ts';

const pageSize = 100;
const limits = { goalMs: 10, guardMs: 200 } as const;
/** Of the caches, which are empty before. */
const warmUps = 50;

/** A customer whose account gets many entries, and the process that is asked. */
interface BusyAccount {
  readonly api: ConsentApi;
  readonly instance: Instance;
  readonly holder: Holder;
}

/** Measures a page of transactions of an account with many, one request after the other: the first page and further ones. */
export async function measureTransactionPages(
  { api, holder, instance }: BusyAccount,
  isShort: boolean,
): Promise<readonly Figure[]> {
  const count = isShort ? 100_000 : 1_000_000;
  const reads = isShort ? 100 : 500;
  const { accountId } = holder.account;
  await instance.database.query(fillAccount({ accountId, bankId: peopleBank, count }));
  const consentId = await giveConsent(api, instance, holder);
  const headers = { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.7' };
  const read = async (path: string): Promise<{ readonly ms: number; readonly body: unknown }> => {
    const startedAt = performance.now();
    const { body, status } = await api.send({ method: 'GET', path, headers });
    const ms = performance.now() - startedAt;
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(body)}`);
    return { ms, body };
  };
  const accounts = await read('/v1/accounts');
  const list = String(at(accounts.body, 'accounts', 0, '_links', 'transactions', 'href'));
  const firstPage = `${list}?bookingStatus=booked&dateFrom=2016-11-16&itemsPerPage=${pageSize}`;
  const first: number[] = [];
  const further: number[] = [];
  let next = firstPage;
  for (let number = 0; number < warmUps + reads; number += 1) {
    first.push((await read(firstPage)).ms);
    const page = await read(next);
    further.push(page.ms);
    if (pageLength(page.body) !== pageSize) throw new Error('a page is not full');
    next = String(at(page.body, 'transactions', '_links', 'next', 'href'));
  }
  return [
    latencyFigure(
      `newest ${pageSize} of ${count} transactions through the product, p95 alone`,
      first.slice(warmUps),
      limits,
    ),
    latencyFigure(`further pages of ${pageSize}, p95 alone`, further.slice(warmUps), limits),
  ];
}

function pageLength(body: unknown): number {
  const booked = at(body, 'transactions', 'booked');
  return Array.isArray(booked) ? booked.length : 0;
}
