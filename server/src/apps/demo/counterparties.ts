/** People and companies at other banks. No bank has this bank code, so no real account can be meant. */
export interface Counterparty {
  readonly name: string;
  readonly iban: string;
}

export const counterparties = {
  machineWorks: { name: 'Rheinwerk Maschinen AG', iban: 'DE67990000990007000001' },
  hospital: { name: 'Klinikum am See', iban: 'DE40990000990007000002' },
  school: { name: 'Stadt Berlin Bezuegekasse', iban: 'DE13990000990007000003' },
  software: { name: 'Kolibri Software GmbH', iban: 'DE83990000990007000004' },
  pensionFund: { name: 'Deutsche Altersrente', iban: 'DE56990000990007000005' },
  benefits: { name: 'Familienkasse Berlin', iban: 'DE29990000990007000006' },
  landlord: { name: 'Hausverwaltung Ahorn', iban: 'DE02990000990007000007' },
  homeLoan: { name: 'Baukredit Union', iban: 'DE72990000990007000008' },
  power: { name: 'Stromwerk Berlin', iban: 'DE45990000990007000009' },
  telephone: { name: 'Telenova', iban: 'DE18990000990007000010' },
  streaming: { name: 'Filmstrom', iban: 'DE88990000990007000011' },
  insurance: { name: 'Sonnenschein Versicherung', iban: 'DE61990000990007000012' },
  gym: { name: 'Sporthalle 12', iban: 'DE34990000990007000013' },
  taxOffice: { name: 'Finanzamt Mitte', iban: 'DE07990000990007000014' },
  supplier: { name: 'Kaffeekontor Hamburg', iban: 'DE77990000990007000015' },
  customerNorth: { name: 'Hafenbau Kiel GmbH', iban: 'DE50990000990007000016' },
  customerSouth: { name: 'Alpen Anlagenbau AG', iban: 'DE23990000990007000017' },
  fund: { name: 'Weltfonds Invest', iban: 'DE93990000990007000018' },
  exporter: { name: 'Gulf Trading WLL', iban: 'DE66990000990007000019' },
  otherBank: { name: 'Account at another bank', iban: 'DE39990000990007000020' },
} as const satisfies Readonly<Record<string, Counterparty>>;

export type CounterpartyKey = keyof typeof counterparties;
