/** Port: whether a user signs in with a contact point. Implemented by identity. */
export interface ContactUse {
  isInUse(point: {
    readonly bankId: string;
    readonly partyNumber: string;
    readonly contactPointId: string;
  }): Promise<boolean>;
}

/** Default without sign-in: no address is in use. */
export const noContactUse: ContactUse = { isInUse: async () => false };
