/** What the core executes; each can be ordered by JSON and by a document. */
const paymentProducts = [
  'sepa-credit-transfers',
  'instant-sepa-credit-transfers',
  'target-2-payments',
  'cross-border-credit-transfers',
] as const;
export type PaymentProduct = (typeof paymentProducts)[number];

const documentPrefix = 'pain.001-';

/** A product as the path names it: what is executed, and whether it is ordered by a document. */
export interface NamedProduct {
  readonly name: string;
  /** As the core names it. */
  readonly product: PaymentProduct;
  readonly isDocument: boolean;
}

/** Every product of the specification, by its name in the path. */
const products: ReadonlyMap<string, NamedProduct> = new Map(
  paymentProducts.flatMap((product) =>
    [false, true].map((isDocument) => {
      const name = isDocument ? `${documentPrefix}${product}` : product;
      return [name, { name, product, isDocument }] as const;
    }),
  ),
);

export const productNames: readonly string[] = [...products.keys()];

export function findProduct(name: string): NamedProduct | undefined {
  return products.get(name);
}

/** Members that an order may have beside those that every product has. */
export interface ProductRules {
  /** Amounts in other currencies are refused; undefined: any currency of the debtor account. */
  readonly currency?: 'EUR';
  /** In the smallest unit of the currency. */
  readonly amountMax: bigint;
  /** Whether the account of the creditor must have an IBAN. */
  readonly isIbanOnly: boolean;
  /** Allowed charge bearers; an order without one gets the first. */
  readonly chargeBearers: readonly [ChargeBearer, ...ChargeBearer[]];
  readonly serviceLevels: readonly string[];
  /** The local instrument that a document may name. */
  readonly localInstruments: readonly string[];
  /** Whether the payer may choose a day of execution. */
  readonly isDated: boolean;
  /** Longest name of a person or a firm. */
  readonly nameMax: number;
}

export type ChargeBearer = 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';

/** EPC rulebooks: 0.01 to 999,999,999.99. */
const schemeAmountMax = 99_999_999_999n;
/** An amount of the standard has at most 14 digits before and 3 after the point. */
const anyAmountMax = 99_999_999_999_999_999n;
const schemeNameMax = 70;

const sepa: ProductRules = {
  currency: 'EUR',
  amountMax: schemeAmountMax,
  isIbanOnly: true,
  chargeBearers: ['SLEV'],
  serviceLevels: ['SEPA'],
  localInstruments: [],
  isDated: true,
  nameMax: schemeNameMax,
};

/** SPEC xs2a 3.4, 4.4; a document and a JSON body of one product obey the same rules. */
export const productRules: Readonly<Record<PaymentProduct, ProductRules>> = {
  'sepa-credit-transfers': sepa,
  'instant-sepa-credit-transfers': { ...sepa, localInstruments: ['INST'], isDated: false },
  'target-2-payments': {
    ...sepa,
    chargeBearers: ['SHAR', 'DEBT', 'CRED'],
    serviceLevels: ['URGP', 'SDVA'],
    nameMax: 140,
  },
  'cross-border-credit-transfers': {
    amountMax: anyAmountMax,
    isIbanOnly: false,
    chargeBearers: ['SHAR', 'DEBT', 'CRED'],
    serviceLevels: ['URGP', 'SDVA', 'NURG'],
    localInstruments: [],
    isDated: true,
    nameMax: 140,
  },
};
