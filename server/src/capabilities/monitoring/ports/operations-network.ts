/** Port: whether an address belongs to the operations network. */
export interface OperationsNetwork {
  includes(address: string | undefined): boolean;
}
