declare const brand: unique symbol;

/**
 * A `T` that carries a name only the compiler sees, so that a `PaymentId` does not fit where a `ConsentId`
 * is due. A branded value is made by one type guard or parser (`text is PaymentId`), never by a cast.
 */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
