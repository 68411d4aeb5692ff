import type { Context } from '#platform/work/context.ts';
import { employeePrefix } from '../domain/employee.ts';
import type { CustomerAccounts } from '../ports/accounts.ts';
import { findCutOff } from '../store/cut-offs.store.ts';
import { findEmployee } from '../store/employees.store.ts';

/** Members of staff and customers under one roof, as the library needs them. */
export interface Accounts {
  /** Claims of somebody who may hold tokens now; undefined when nobody of this name may. */
  claimsOf(context: Context, accountId: string): Promise<Readonly<Record<string, unknown>> | undefined>;
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
        const { bankId, db } = context;
        const employeeId = accountId.slice(employeePrefix.length);
        const [employee, cutOffAt] = await Promise.all([
          findEmployee(db, bankId, employeeId),
          findCutOff(db, { bankId, employeeId }),
        ]);
        // Whoever has no role left, or is cut off, is nobody here, whatever session is still open.
        if (employee === undefined || employee.roles.length === 0 || cutOffAt !== undefined) return undefined;
        return { 'employee-id': employee.employeeId, unit: employee.unit, roles: [...employee.roles] };
      }
      const customer = await customers.find(context, accountId);
      return customer && { 'customer-number': customer.customerNumber, 'acting-for': customer.actingFor };
    },
  };
}
