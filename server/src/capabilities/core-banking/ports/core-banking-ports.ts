import type { CoreBanks } from './core-bank.ts';
import type { CustomerProducts } from './customer-products.ts';

export interface CoreBankingPorts {
  readonly cores: CoreBanks;
  readonly customerProducts: CustomerProducts;
}
