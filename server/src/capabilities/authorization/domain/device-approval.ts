/** What a device approves. */
export interface DeviceApproval {
  readonly requestId: string;
  /** The two digits that the customer chose; empty where no page shows any. */
  readonly number: string;
  /** Hash of what is approved. */
  readonly digest: string;
}

/** Returns the text that a device signs: which request it answers, the number that the customer chose, and what is approved. */
export function deviceApprovalText({ digest, number, requestId }: DeviceApproval): string {
  return ['portico device approval', requestId, number, digest].join('\n');
}
