import { isEmployeeId, listCutOffEmployees, listEmployeeSpellings } from '#capabilities/oauth/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Context } from '#platform/work/context.ts';
import { refusal } from '../program/failure.ts';
import { required, textLike } from '../program/option.ts';

/** The employee for whom a command acts. */
export const employee = required(
  textLike('EMPLOYEE', 'id of the employee who acts', {
    expected: 'the id of an employee',
    isValid: isEmployeeId,
  }),
);

/**
 * Refuses an id that is not one of an employee. The command cannot prove who types it: an operator names two
 * employees, and the audit trail names both.
 */
export async function requireEmployee(
  context: Context,
  employeeId: string,
  { oauthServer }: Config,
): Promise<void> {
  const cutOff = await listCutOffEmployees(context);
  if (cutOff.some((one) => one.employeeId.toLowerCase() === employeeId.toLowerCase()))
    throw refusal(`${employeeId} is cut off; nothing was changed`);
  // Staff who sign in elsewhere are not known here.
  if (oauthServer === 'off') return;
  const known = await listEmployeeSpellings(context, employeeId);
  if (!known.includes(employeeId))
    throw refusal(
      `no employee with the id ${employeeId} has signed in at bank ${context.bankId}; nothing was changed`,
      known.length === 0
        ? ['the id is the one at the identity provider of staff, known after the first sign-in']
        : known.map((spelling) => `did you mean ${spelling}?`),
    );
}
