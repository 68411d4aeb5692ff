import { describeAuthorisations, openBaskets } from '../testing/basket-authorisations.suite.ts';

// SigningBasket: startAuthorisation, listAuthorisations, getAuthorisation, updateAuthorisation.
describeAuthorisations('a signing basket', openBaskets);
