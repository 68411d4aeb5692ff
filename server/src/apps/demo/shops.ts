/** A shop with its category after ISO 18245. */
export interface Shop {
  readonly name: string;
  readonly town: string;
  readonly categoryCode: string;
}

const shop = (categoryCode: string, town: string, ...names: readonly string[]): readonly Shop[] =>
  names.map((name) => ({ name, town, categoryCode }));

/** Invented shops, by kind. */
export const shops = {
  groceries: [
    ...shop('5411', 'Berlin', 'Frischemarkt Linden', 'Supermarkt am Kanal', 'Biohof Laden'),
    ...shop('5411', 'Potsdam', 'Kaufhalle Nord'),
  ],
  bakery: shop('5462', 'Berlin', 'Backstube Morgen', 'Konditorei Amsel'),
  restaurant: [
    ...shop('5812', 'Berlin', 'Trattoria Luna', 'Gasthaus Zur Eiche', 'Sushi Nami'),
    ...shop('5814', 'Berlin', 'Falafel Ecke'),
  ],
  transport: shop('4111', 'Berlin', 'Stadtbahn Verkehr', 'Regio Tickets'),
  fuel: shop('5541', 'Berlin', 'Tankhof West', 'Auto Kraftstoff 24'),
  pharmacy: shop('5912', 'Berlin', 'Apotheke am Markt'),
  clothing: shop('5651', 'Berlin', 'Modehaus Stern', 'Kleid und Knopf'),
  electronics: shop('5732', 'Hamburg', 'Technikwelt', 'Kabel und Klang'),
  books: shop('5942', 'Berlin', 'Buchhandlung Feder'),
  games: shop('5816', 'Dublin', 'Pixel Games'),
  travel: [...shop('4511', 'Frankfurt', 'Nordwind Air'), ...shop('7011', 'Lisboa', 'Hotel Miradouro')],
  wholesale: shop('5046', 'Berlin', 'Gastro Grosshandel'),
  abroad: [...shop('5812', 'New York', 'Corner Diner'), ...shop('4121', 'New York', 'Yellow Cab Co')],
  japan: [...shop('5411', 'Tokyo', 'Mori Market'), ...shop('4111', 'Tokyo', 'Metro Tokyo')],
} as const satisfies Readonly<Record<string, readonly Shop[]>>;

export type ShopKind = keyof typeof shops;
