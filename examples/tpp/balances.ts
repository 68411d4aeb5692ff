import { randomUUID } from 'node:crypto';
import type { Account, AccountClient } from './account-client.ts';
import { balancePage, connectPage } from './balance-pages.ts';
import { BankRefusal } from './bank-connection.ts';
import { connectionOutcome } from './outcomes.ts';
import { type Ending, notFound, outcomePage } from './pages.ts';
import { browserOf, customerOf, type Reply, remember, type ShopRequest } from './requests.ts';

interface Connection {
  /** In the address to which the bank returns the browser. */
  readonly id: string;
  readonly consentId: string;
  /** Whether the bank has said that the consent is valid. */
  readonly isApproved: boolean;
}

const toBalances: Ending = { back: 'Your balances', href: '/accounts' };
const balances: Reply = { location: '/accounts' };

/** Returns what the pages with balances answer; undefined for an address that is not theirs. */
export function createBalances(
  bank: AccountClient,
  url: string,
): (request: ShopRequest) => Promise<Reply | undefined> {
  /** By the browser that asked for them: an address alone shows no balance. */
  const connections = new Map<string, Connection>();

  const connect = async (request: ShopRequest): Promise<Reply> => {
    const id = randomUUID();
    const browser = browserOf(request) || randomUUID();
    const { approvalUrl, consentId } = await bank.ask({
      returnUrl: `${url}/connections/${id}`,
      customer: customerOf(request),
    });
    remember(connections, browser, { id, consentId, isApproved: false });
    return { location: approvalUrl, browser };
  };

  const showConnection = async (id: string, request: ShopRequest): Promise<Reply> => {
    const browser = browserOf(request);
    const connection = connections.get(browser);
    if (connection?.id !== id) return notFound();
    const status = await bank.statusOf(connection.consentId);
    if (status !== 'valid') return outcomePage(connectionOutcome(status, request.error), toBalances);
    connections.set(browser, { ...connection, isApproved: true });
    return balances;
  };

  /** Reads the accounts; undefined if the bank does not let the shop any more. */
  const readAccounts = (
    { consentId }: Connection,
    request: ShopRequest,
  ): Promise<readonly Account[] | undefined> =>
    bank.read(consentId, customerOf(request)).catch(withoutConsent);

  const showBalances = async (request: ShopRequest): Promise<Reply> => {
    const browser = browserOf(request);
    const connection = connections.get(browser);
    if (connection?.isApproved !== true) return connectPage();
    const accounts = await readAccounts(connection, request);
    if (accounts !== undefined) return balancePage(accounts, new Date().toISOString().slice(0, 10));
    const status = await bank.statusOf(connection.consentId);
    return outcomePage(connectionOutcome(status === 'valid' ? '' : status, null), toBalances);
  };

  const disconnect = async (request: ShopRequest): Promise<Reply> => {
    const browser = browserOf(request);
    const connection = connections.get(browser);
    if (connection !== undefined) await bank.end(connection.consentId);
    connections.delete(browser);
    return balances;
  };

  return async (request) => {
    const { method, path } = request;
    const [, id] = /^\/connections\/([\da-f-]{36})\/(?:not-)?approved$/.exec(path) ?? [];
    if (method === 'POST' && path === '/connect') return connect(request);
    if (method === 'POST' && path === '/disconnect') return disconnect(request);
    if (id !== undefined) return showConnection(id, request);
    return path === '/accounts' ? showBalances(request) : undefined;
  };
}

/** The bank refuses a consent that has ended, also if the customer ended it there, with 401. */
function withoutConsent(error: unknown): undefined {
  if (error instanceof BankRefusal && error.status === 401) return undefined;
  throw error;
}
