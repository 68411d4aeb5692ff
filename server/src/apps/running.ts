/** Something that was started and can be stopped in good order. */
export interface Running {
  stop(): Promise<void>;
}
