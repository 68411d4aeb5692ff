/** Port: whether somebody signs in with a contact point; identity knows. */
export interface ContactUse {
  isInUse(point: {
    readonly bankId: string;
    readonly partyNumber: string;
    readonly contactPointId: string;
  }): Promise<boolean>;
}

/** As long as nobody signs in, no address is in use. */
export const noContactUse: ContactUse = { isInUse: async () => false };
