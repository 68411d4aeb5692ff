import Type from 'typebox';
import { singlePayment } from './single-payment.ts';

const { Optional } = Type;
const closed = { additionalProperties: false } as const;
const day = Type.String({ format: 'date' });

/** SPEC xs2a 3.6, 3.7: when a standing order pays. What the values mean, its rules say. */
const schedule = {
  startDate: Optional(day),
  endDate: Optional(day),
  frequency: Type.String({
    minLength: 1,
    maxLength: 35,
    description:
      'Daily, Weekly, EveryTwoWeeks, Monthly, EveryTwoMonths, Quarterly, SemiAnnual, Annual or MonthlyVariable.',
  }),
  executionRule: Optional(
    Type.String({ minLength: 1, maxLength: 35, description: 'following, which is usual, or preceding.' }),
  ),
  dayOfExecution: Optional(
    Type.String({
      minLength: 1,
      maxLength: 2,
      description:
        'Day of the month, 31 for its last one; of weekly orders the day of the week, 1 for Monday.',
    }),
  ),
  monthsOfExecution: Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 2 }), { minItems: 1, maxItems: 11 }),
  ),
};

/** The part of a form beside the document. */
export const standingOrderPart = Type.Object(schedule, closed);

const {
  chargeBearer: _,
  requestedExecutionDate: __,
  requestedExecutionTime: ___,
  ...ofPayment
} = singlePayment.properties;

/** SPEC xs2a 3.6: a payment that repeats. */
export const standingOrder = Type.Object({ ...ofPayment, ...schedule }, closed);
