import type { Context } from '#platform/work/context.ts';
import type { CustomerAccounts } from '../ports/accounts.ts';
import { findEmployee } from '../store/employees.store.ts';

/** Members of staff and customers under one roof, as the library needs them. */
export interface Accounts {
  /** Claims of somebody who may hold tokens now; undefined when nobody of this name may. */
  claimsOf(context: Context, accountId: string): Promise<Readonly<Record<string, unknown>> | undefined>;
}

const employeePrefix = 'employee:';

/** The name of a member of staff in the server; customers have user ids, which never look like this. */
export function employeeAccountId(employeeId: string): string {
  return `${employeePrefix}${employeeId}`;
}

/** Staff sign in to consoles, customers to apps, and neither to the other's. */
export function fitsClient(accountId: string, clientKind: string): boolean {
  return accountId.startsWith(employeePrefix) === (clientKind === 'console');
}

/** Finds accounts by their name. */
export function createAccounts(customers: CustomerAccounts): Accounts {
  return {
    async claimsOf(context, accountId) {
      if (accountId.startsWith(employeePrefix)) {
        const employee = await findEmployee(
          context.db,
          context.bankId,
          accountId.slice(employeePrefix.length),
        );
        // Whoever has no role left is nobody here, whatever session is still open.
        if (employee === undefined || employee.roles.length === 0) return undefined;
        return { 'employee-id': employee.employeeId, unit: employee.unit, roles: [...employee.roles] };
      }
      const customer = await customers.find(context, accountId);
      return customer && { 'customer-number': customer.customerNumber, 'acting-for': customer.actingFor };
    },
  };
}
