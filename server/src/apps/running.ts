/** Started part of a process that can be stopped. */
export interface Running {
  stop(): Promise<void>;
}
