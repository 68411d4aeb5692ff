/** Port: verifies the token of a bot check. The bank chooses the service that issues these tokens. */
export interface HumanCheck {
  isHuman(given: {
    readonly bankId: string;
    readonly token: string;
    /** IP address of the person; absent where the application does not pass it on. */
    readonly sourceAddress: string | undefined;
  }): Promise<boolean>;
}

/** Used where no service is configured: every token is accepted; the quotas still apply to every caller. */
export const noHumanCheck: HumanCheck = { isHuman: async () => true };
