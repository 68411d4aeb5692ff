/** Port: whether an address belongs to those who operate this instance. */
export interface OperationsNetwork {
  includes(address: string | undefined): boolean;
}
