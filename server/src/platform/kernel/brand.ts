declare const brand: unique symbol;

/**
 * A `T` with a name only the compiler sees, so that a `PaymentId` is not assignable to a `ConsentId`. A type guard or
 * parser (`text is PaymentId`) creates it, never a cast.
 */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
