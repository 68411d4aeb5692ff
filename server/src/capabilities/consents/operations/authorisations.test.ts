import { describeAuthorisations, openConsents } from '../testing/consent-authorisations.suite.ts';

// Consent_Authorisation_Start, listAuthorisations, getAuthorisation, updateAuthorisation.
describeAuthorisations('a consent', openConsents);
