import { describeAuthorisations, openFundsConsents } from '../testing/funds-authorisations.suite.ts';

// FundsConsent_Authorisation_Start, listAuthorisations, getAuthorisation, updateAuthorisation.
describeAuthorisations('a consent to the confirmation of funds', openFundsConsents);
