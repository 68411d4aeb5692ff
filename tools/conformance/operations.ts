/** An operation of the standard, by its number in the overview of this document. */
export interface StandardOperation {
  readonly id: string;
  readonly method: string;
  /** `{ps}` and `{pp}` are payment service and payment product. */
  readonly path: string;
  readonly source: 'seed' | 'standard';
}

const payments = '/v1/{payment-service}/{payment-product}';
const payment = `${payments}/{paymentId}`;
const consents = '/v1/consents';
const consent = `${consents}/{consentId}`;
const baskets = '/v1/signing-baskets';
const basket = `${baskets}/{basketId}`;
const fundsConsents = '/v2/consents/confirmation-of-funds';
const fundsConsent = `${fundsConsents}/{consentId}`;
const lists = '/v1/bulk-payee-verifications';

type Row = readonly [string, string, string, 'seed' | 'standard'];

const rows: readonly Row[] = [
  ['P1', 'POST', payments, 'seed'],
  ['P2', 'GET', payment, 'seed'],
  ['P3', 'GET', `${payment}/status`, 'seed'],
  ['P4', 'DELETE', payment, 'seed'],
  ['P5', 'POST', `${payment}/authorisations`, 'seed'],
  ['P6', 'GET', `${payment}/authorisations`, 'seed'],
  ['P7', 'GET', `${payment}/authorisations/{authorisationId}`, 'standard'],
  ['P8', 'PUT', `${payment}/authorisations/{authorisationId}`, 'standard'],
  ['P9', 'POST', `${payment}/cancellation-authorisations`, 'standard'],
  ['P10', 'GET', `${payment}/cancellation-authorisations`, 'standard'],
  ['P11', 'GET', `${payment}/cancellation-authorisations/{authorisationId}`, 'standard'],
  ['P12', 'PUT', `${payment}/cancellation-authorisations/{authorisationId}`, 'standard'],
  ['P13', 'GET', '/v1/bulk-payments/{payment-product}/{paymentId}/extended-status', 'standard'],
  ['C1', 'POST', consents, 'seed'],
  ['C2', 'GET', consent, 'seed'],
  ['C3', 'DELETE', consent, 'seed'],
  ['C4', 'GET', `${consent}/status`, 'standard'],
  ['C5', 'POST', `${consent}/authorisations`, 'standard'],
  ['C6', 'GET', `${consent}/authorisations`, 'standard'],
  ['C7', 'GET', `${consent}/authorisations/{authorisationId}`, 'standard'],
  ['C8', 'PUT', `${consent}/authorisations/{authorisationId}`, 'seed'],
  ['A1', 'GET', '/v1/accounts', 'seed'],
  ['A2', 'GET', '/v1/accounts/{account-id}', 'seed'],
  ['A3', 'GET', '/v1/accounts/{account-id}/balances', 'standard'],
  ['A4', 'GET', '/v1/accounts/{account-id}/transactions', 'standard'],
  ['A5', 'GET', '/v1/accounts/{account-id}/transactions/{transactionId}', 'standard'],
  ['A6', 'GET', '/v1/accounts/{account-id}/transactions/download/{download-id}', 'standard'],
  ['K1', 'GET', '/v1/card-accounts', 'seed'],
  ['K2', 'GET', '/v1/card-accounts/{account-id}', 'standard'],
  ['K3', 'GET', '/v1/card-accounts/{account-id}/balances', 'standard'],
  ['K4', 'GET', '/v1/card-accounts/{account-id}/transactions', 'standard'],
  ['B1', 'POST', baskets, 'standard'],
  ['B2', 'GET', basket, 'standard'],
  ['B3', 'GET', `${basket}/status`, 'seed'],
  ['B4', 'DELETE', basket, 'seed'],
  ['B5', 'POST', `${basket}/authorisations`, 'seed'],
  ['B6', 'GET', `${basket}/authorisations`, 'seed'],
  ['B7', 'GET', `${basket}/authorisations/{authorisationId}`, 'standard'],
  ['B8', 'PUT', `${basket}/authorisations/{authorisationId}`, 'standard'],
  ['F1', 'POST', '/v1/funds-confirmations', 'standard'],
  ['V1', 'POST', fundsConsents, 'seed'],
  ['V2', 'GET', fundsConsent, 'seed'],
  ['V3', 'GET', `${fundsConsent}/status`, 'seed'],
  ['V4', 'DELETE', fundsConsent, 'seed'],
  ['V5', 'POST', `${fundsConsent}/authorisations`, 'seed'],
  ['V6', 'GET', `${fundsConsent}/authorisations`, 'standard'],
  ['V7', 'GET', `${fundsConsent}/authorisations/{authorisationId}`, 'seed'],
  ['V8', 'PUT', `${fundsConsent}/authorisations/{authorisationId}`, 'seed'],
  ['VP1', 'POST', '/v1/payee-verifications', 'standard'],
  ['VP2', 'POST', lists, 'standard'],
  ['VP3', 'GET', `${lists}/{vopBulkId}`, 'standard'],
  ['VP4', 'GET', `${lists}/{vopBulkId}/status`, 'standard'],
  ['VP5', 'PUT', `${payment}/creditor-confirmation`, 'standard'],
];

/** Every operation of XS2A: those that the specification names, and those that the standard implies. */
export const operations: readonly StandardOperation[] = rows.map(([id, method, path, source]) => ({
  id,
  method,
  path,
  source,
}));
