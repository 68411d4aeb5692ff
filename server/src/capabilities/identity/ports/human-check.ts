/** Port: whether the token of a human check is good. Which service makes such tokens is the bank's affair. */
export interface HumanCheck {
  isHuman(given: {
    readonly bankId: string;
    readonly token: string;
    /** Of the person; absent where the application does not pass it on. */
    readonly sourceAddress: string | undefined;
  }): Promise<boolean>;
}

/** Where no service is connected, whoever sends a token is believed; the quotas hold for everybody. */
export const noHumanCheck: HumanCheck = { isHuman: async () => true };
