import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import type { Context } from '#platform/work/context.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import { problems } from '../problems.ts';
import type { Page } from './pages.ts';

/** Browser request that waits for a page. */
export type BrowserExchange = ReturnType<DelegatedRequest['detach']> & {
  /** Runs on behalf of the bank. */
  readonly context: Context;
};

/** Request of a customer's browser during a sign-in. */
export interface CustomerRequest extends BrowserExchange {
  /** Path of this sign-in; its forms are posted here. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Submitted form fields; undefined on GET. */
  readonly fields: ReadonlyMap<string, string> | undefined;
}

/** Signed-in customer and assurance of the sign-in. */
export interface SignedInCustomer {
  readonly userId: string;
  readonly assurance: '1fa' | 'sca';
  readonly methods: readonly string[];
  readonly atSeconds: number;
}

/** Problem that a page shows, for the request log. */
export interface PageRefusal {
  readonly problem: string;
  readonly reason: string;
}

/** Response to a customer's browser. `cookies` are values of `Set-Cookie`. */
export type CustomerResponse = { readonly cookies?: readonly string[] } & (
  | {
      readonly kind: 'page';
      readonly page: Page;
      readonly status?: 200 | 400 | 401 | 403 | 429 | 503;
      /** The problem that the page shows, for the log. */
      readonly refusal?: PageRefusal;
    }
  /** Redirects to the same address by GET, so that a reload does not post the form again. */
  | { readonly kind: 'reload' }
  | { readonly kind: 'signed-in'; readonly customer: SignedInCustomer }
  | { readonly kind: 'agreed' }
  | { readonly kind: 'refused' }
  /** The sign-in is no longer open in this browser. */
  | { readonly kind: 'over' }
);

/** Port: the pages on which customers sign in and consent. */
export interface CustomerPages {
  /** Returns the next response. A thrown problem is shown as a page. */
  respond(interaction: PendingInteraction, request: CustomerRequest): Promise<CustomerResponse>;
}

export const noCustomerPages: CustomerPages = {
  respond: async () => {
    throw problems['customer-sign-in-absent']();
  },
};
