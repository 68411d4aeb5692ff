/** The last entry of a bank's audit chain, and its link. */
export interface AuditHead {
  readonly entryNo: bigint;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

/** What an operator accepted: the chain in the database does not continue the stored head. */
export interface AcceptedHead {
  readonly bankId: string;
  readonly acceptedAt: string;
  readonly reason: string;
  readonly before: AuditHead | undefined;
  readonly after: AuditHead;
}

/** Port: stores the head of each bank's audit chain where the owner of the database cannot write. */
export interface AuditHeads {
  /** Throws if a stored head cannot be read: that is never the same as no head. */
  find(bankId: string): Promise<AuditHead | undefined>;
  /** Resolves when the head is on the disk. */
  save(bankId: string, head: AuditHead): Promise<void>;
  /** Records what was accepted, then replaces the head. */
  accept(accepted: AcceptedHead): Promise<void>;
}
