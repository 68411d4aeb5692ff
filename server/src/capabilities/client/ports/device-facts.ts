/** Port: where devices are paired. */
export interface DeviceFacts {
  /** Address of this installation, which an app must reach. */
  readonly baseUrl: string;
  /** Returns whether a bank is served here. */
  isServed(bankId: string): boolean;
}
