/** `unavailable`: the service gives no answer, or does not know us; whether it is a person stays open. */
export type HumanVerdict = 'human' | 'refused' | 'unavailable';

/** Port: verifies the token of a bot check. The bank chooses the service that issues these tokens. */
export interface HumanCheck {
  verify(given: {
    readonly bankId: string;
    readonly token: string;
    /** IP address of the person; absent where the application does not pass it on. */
    readonly sourceAddress: string | undefined;
  }): Promise<HumanVerdict>;
  close(): Promise<void>;
}

/** Used where no service is configured: every token is accepted; the quotas still apply to every caller. */
export const noHumanCheck: HumanCheck = { verify: async () => 'human', close: async () => undefined };
