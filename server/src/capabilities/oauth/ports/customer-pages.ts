import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import type { Context } from '#platform/work/context.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import { problems } from '../problems.ts';
import type { Page } from './pages.ts';

/** A browser that waits for a page. */
export type BrowserExchange = ReturnType<DelegatedRequest['detach']> & {
  /** In the name of the bank. */
  readonly context: Context;
};

/** A customer's browser at a sign-in under way. */
export interface CustomerRequest extends BrowserExchange {
  /** Where this sign-in is; its forms come back here. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** What was filled in; absent where somebody only looks. */
  readonly fields: ReadonlyMap<string, string> | undefined;
}

/** Who has signed in, and how strongly. */
export interface SignedInCustomer {
  readonly userId: string;
  readonly assurance: '1fa' | 'sca';
  readonly methods: readonly string[];
  readonly atSeconds: number;
}

/** Why a page is no success, for the log line of the request. */
export interface PageRefusal {
  readonly problem: string;
  readonly reason: string;
}

/** How a customer's browser is answered; cookies are texts of `Set-Cookie`. */
export type CustomerResponse = { readonly cookies?: readonly string[] } & (
  | {
      readonly kind: 'page';
      readonly page: Page;
      readonly status?: 200 | 400 | 401 | 403 | 429 | 503;
      /** The problem of which the page tells, for the log. */
      readonly refusal?: PageRefusal;
    }
  /** The same address again, by GET: nothing that was posted is posted twice. */
  | { readonly kind: 'look-again' }
  | { readonly kind: 'signed-in'; readonly customer: SignedInCustomer }
  | { readonly kind: 'agreed' }
  | { readonly kind: 'refused' }
  /** The sign-in is no longer open for this browser. */
  | { readonly kind: 'over' }
);

/** Port: the pages on which customers sign in and agree. Nobody shows any where there are no identities. */
export interface CustomerPages {
  /** A problem that is thrown is shown as a page. */
  answer(interaction: PendingInteraction, request: CustomerRequest): Promise<CustomerResponse>;
}

export const noCustomerPages: CustomerPages = {
  answer: async () => {
    throw problems['customer-sign-in-absent']();
  },
};
