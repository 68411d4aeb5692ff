/**
 * Returns the id of an employee in the spelling in which ids are compared. Ids come from the bank's own directory and
 * from commands that people type: another case of letters is not another person.
 */
export function employeeKey(employeeId: string): string {
  return employeeId.toLowerCase();
}

/** Returns whether two ids name one employee. */
export function isSameEmployee(one: string, other: string): boolean {
  return employeeKey(one) === employeeKey(other);
}
