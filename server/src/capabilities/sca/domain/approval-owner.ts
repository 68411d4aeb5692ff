/**
 * Returns the customer for whom an approver acts: the owner, if one is known; otherwise the approver, if it may approve
 * alone; otherwise the first of those who may, whose mandate the approver then needs.
 */
export function approvalOwner(
  { holders, owner }: { readonly owner: string | undefined; readonly holders?: readonly string[] },
  approver: string | undefined,
): string | undefined {
  if (owner !== undefined || holders === undefined) return owner;
  const [first] = holders;
  const isOwn = first === undefined || (approver !== undefined && holders.includes(approver));
  return isOwn ? approver : first;
}
