import { describeAuthorisations, openCancellations } from '../testing/cancellation-steps.suite.ts';

// startAuthorisation, listAuthorisations, getAuthorisation, updateAuthorisation.
describeAuthorisations('the cancellation of a payment', () => openCancellations());
