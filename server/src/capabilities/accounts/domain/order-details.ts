/** SPEC xs2a 2.4 */
export const orderFrequencies = [
  'Daily',
  'Weekly',
  'EveryTwoWeeks',
  'Monthly',
  'EveryTwoMonths',
  'Quarterly',
  'SemiAnnual',
  'Annual',
  'MonthlyVariable',
] as const;

/** When a standing order pays, as third parties read it. SPEC xs2a 3.11 */
export interface OrderDetails {
  readonly startDate: string;
  readonly endDate?: string;
  readonly frequency: (typeof orderFrequencies)[number];
  readonly executionRule?: string;
  readonly dayOfExecution?: string;
  readonly monthsOfExecution?: readonly string[];
}
