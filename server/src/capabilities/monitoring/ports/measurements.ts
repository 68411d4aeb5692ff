/** Port: all metrics of this process in Prometheus text format. */
export interface Measurements {
  readonly contentType: string;
  render(): Promise<string>;
}
