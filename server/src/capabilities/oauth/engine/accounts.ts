import type { Context } from '#platform/work/context.ts';
import { employeePrefix } from '../domain/employee.ts';
import type { CustomerAccounts, Representation } from '../ports/accounts.ts';
import { findCutOff } from '../store/cut-offs.store.ts';
import { findEmployee } from '../store/employees.store.ts';

/** Staff and customer accounts, as the library needs them. */
export interface Accounts {
  /** Returns the claims of an account that may have tokens now; undefined if there is no such account. */
  claimsOf(context: Context, accountId: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Returns the present number of the organization if the customer may act for it now; undefined if not. */
  organizationOf(context: Context, asked: Representation): Promise<string | undefined>;
}

/** Returns whether the account type matches the client: staff use consoles, customers use apps. */
export function fitsClient(accountId: string, clientKind: string): boolean {
  return accountId.startsWith(employeePrefix) === (clientKind === 'console');
}

/** Creates the account lookup. */
export function createAccounts(customers: CustomerAccounts): Accounts {
  return {
    async claimsOf(context, accountId) {
      if (accountId.startsWith(employeePrefix)) {
        const { bankId, db } = context;
        const employeeId = accountId.slice(employeePrefix.length);
        const [employee, cutOffAt] = await Promise.all([
          findEmployee(db, bankId, employeeId),
          findCutOff(db, { bankId, employeeId }),
        ]);
        // An employee without roles, or who is cut off, gets no tokens, even in an open session.
        if (employee === undefined || employee.roles.length === 0 || cutOffAt !== undefined) return undefined;
        return { 'employee-id': employee.employeeId, unit: employee.unit, roles: [...employee.roles] };
      }
      const customer = await customers.find(context, accountId);
      return customer && { 'customer-number': customer.customerNumber };
    },
    organizationOf: (context, asked) => customers.findOrganization(context, asked),
  };
}
