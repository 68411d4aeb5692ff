import { choice, one, optional, refused, sequence } from './element-rules.ts';
import { codes, identifier, maxText } from './text-rules.ts';

const onlyReference = 'Only a creditor reference (CdtrRefInf) is supported here.';

/**
 * Structured remittance information of SEPA: a reference of the creditor and nothing else. The rest is refused and not
 * ignored, because the creditor would not get what the payer sent.
 */
export const referenceSchema = sequence(
  refused('RfrdDocInf', onlyReference),
  refused('RfrdDocAmt', onlyReference),
  one(
    'CdtrRefInf',
    sequence(
      optional(
        'Tp',
        sequence(
          one(
            'CdOrPrtry',
            choice(
              optional('Cd', codes('RADM', 'RPIN', 'FXDR', 'DISP', 'PUOR', 'SCOR')),
              optional('Prtry', maxText(35)),
            ),
          ),
          optional('Issr', maxText(35)),
        ),
      ),
      one('Ref', identifier),
    ),
  ),
  refused('Invcr', onlyReference),
  refused('Invcee', onlyReference),
  refused('TaxRmt', onlyReference),
  refused('GrnshmtRmt', onlyReference),
  refused('AddtlRmtInf', onlyReference),
);
