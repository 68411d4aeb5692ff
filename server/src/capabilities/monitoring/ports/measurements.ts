/** Port: everything this process measures, in the text form of Prometheus. */
export interface Measurements {
  readonly contentType: string;
  render(): Promise<string>;
}
