// Made by `npm run generate`. Do not edit.
export interface paths {
    "/v1/notification-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the secrets that messages of the bank are signed with
         * @description The secrets with which a third party verifies the signature of status notifications: the current one, and the next or the last while they change.
         */
        get: operations["NotificationSecrets_Get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payee-verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify whether a payee holds an account
         * @description Compares the name that the payer typed with that of the account holder before a payment. The result is a match, a close match with the right name, no match, or that it was not possible.
         */
        post: operations["PayeeVerification_Verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payee-verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a list of payees
         * @description Verifies many payees. A short list gets its results at once; a long one is accepted (202) and its results are read later.
         */
        post: operations["BulkPayeeVerification_Verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payee-verifications/{vopBulkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the results of a list
         * @description The results, once the list is verified; until then only its status.
         */
        get: operations["BulkPayeeVerification_Get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payee-verifications/{vopBulkId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a list
         * @description Whether the results can be read. Poll it instead of reading the results.
         */
        get: operations["BulkPayeeVerification_GetStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{payment-service}/{payment-product}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Initiate a payment
         * @description Creates a payment that the customer then authorises. Follow the links of the response: to a page of the bank, or to the authorisation resource. Repeating the request with the same `X-Request-ID` creates no second payment.
         */
        post: operations["Payment_Initiate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{payment-service}/{payment-product}/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment in the form in which it was initiated
         * @description The payment as it was sent, with the status that it has now.
         */
        get: operations["Payment_Get"];
        put?: never;
        post?: never;
        /**
         * Cancel a payment
         * @description Cancels at once (204) while the payment is not authorised; afterwards the customer must authorise the cancellation (202), or it is no longer possible.
         */
        delete: operations["Payment_Cancel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{payment-service}/{payment-product}/{paymentId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a payment
         * @description The status by ISO 20022, such as RCVD, ACTC, ACSC or RJCT, with a reason where it was rejected.
         */
        get: operations["Payment_GetStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{payment-service}/{payment-product}/{paymentId}/creditor-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Confirm the payee of a payment for the payer
         * @description Says that the payer keeps the payee although the name did not match. Only then can the payment be authorised.
         */
        put: operations["Payment_ConfirmCreditor"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{payment-service}/{payment-product}/{paymentId}/authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a payment
         * @description The ids of all authorisations, also of those that failed.
         */
        get: operations["Payment_Authorisation_GetList"];
        put?: never;
        /**
         * Start an authorisation of a payment
         * @description Begins the customer's approval, in the embedded approach with the data in the body. The links of the response say what follows.
         */
        post: operations["Payment_Authorisation_Start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{payment-service}/{payment-product}/{paymentId}/authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation of a payment
         * @description How far the customer is, such as `scaMethodSelected`, `finalised` or `failed`. Poll it while a customer approves on a device.
         */
        get: operations["Payment_Authorisation_Get"];
        /**
         * Send data of the customer for an authorisation of a payment
         * @description The next step in the embedded approach: the password, the chosen method, or the code. Send one of them; the links of the response say which is next.
         */
        put: operations["Payment_Authorisation_Update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{payment-service}/{payment-product}/{paymentId}/cancellation-authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of the cancellation of a payment
         * @description The ids of all authorisations, also of those that failed.
         */
        get: operations["PaymentCancellation_Authorisation_GetList"];
        put?: never;
        /**
         * Start an authorisation of the cancellation of a payment
         * @description Begins the customer's approval, in the embedded approach with the data in the body. The links of the response say what follows.
         */
        post: operations["PaymentCancellation_Authorisation_Start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{payment-service}/{payment-product}/{paymentId}/cancellation-authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation of the cancellation of a payment
         * @description How far the customer is, such as `scaMethodSelected`, `finalised` or `failed`. Poll it while a customer approves on a device.
         */
        get: operations["PaymentCancellation_Authorisation_Get"];
        /**
         * Send data of the customer for an authorisation of the cancellation of a payment
         * @description The next step in the embedded approach: the password, the chosen method, or the code. Send one of them; the links of the response say which is next.
         */
        put: operations["PaymentCancellation_Authorisation_Update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{payment-product}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Initiate many payments under one approval
         * @description Creates many payments from one account under one authorisation, as JSON or pain.001. Payments with faults are rejected alone; the others continue.
         */
        post: operations["BulkPayment_Initiate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{payment-product}/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a bulk in the form in which it was initiated
         * @description The bulk as it was sent, with the status that it has now.
         */
        get: operations["BulkPayment_Get"];
        put?: never;
        post?: never;
        /**
         * Cancel a bulk
         * @description Cancels at once (204) while the bulk is not authorised; afterwards the customer must authorise the cancellation (202), or it is no longer possible.
         */
        delete: operations["BulkPayment_Cancel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{payment-product}/{paymentId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a bulk
         * @description The status of the whole bulk by ISO 20022; PART if some of its payments were rejected.
         */
        get: operations["BulkPayment_GetStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{payment-product}/{paymentId}/extended-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a bulk with its rejected payments
         * @description The status of the bulk, and of each payment that was rejected with its reason.
         */
        get: operations["BulkPayment_GetExtendedStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{payment-product}/{paymentId}/creditor-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Confirm the payees of a bulk for the payer
         * @description Says that the payer keeps the payees although names did not match. Only then can the bulk be authorised.
         */
        put: operations["BulkPayment_ConfirmCreditors"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{payment-product}/{paymentId}/authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a bulk
         * @description The ids of all authorisations, also of those that failed.
         */
        get: operations["BulkPayment_Authorisation_GetList"];
        put?: never;
        /**
         * Start an authorisation of a bulk
         * @description Begins the customer's approval, in the embedded approach with the data in the body. The links of the response say what follows.
         */
        post: operations["BulkPayment_Authorisation_Start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{payment-product}/{paymentId}/authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation of a bulk
         * @description How far the customer is, such as `scaMethodSelected`, `finalised` or `failed`. Poll it while a customer approves on a device.
         */
        get: operations["BulkPayment_Authorisation_Get"];
        /**
         * Send data of the customer for an authorisation of a bulk
         * @description The next step in the embedded approach: the password, the chosen method, or the code. Send one of them; the links of the response say which is next.
         */
        put: operations["BulkPayment_Authorisation_Update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{payment-product}/{paymentId}/cancellation-authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of the cancellation of a bulk
         * @description The ids of all authorisations, also of those that failed.
         */
        get: operations["BulkPaymentCancellation_Authorisation_GetList"];
        put?: never;
        /**
         * Start an authorisation of the cancellation of a bulk
         * @description Begins the customer's approval, in the embedded approach with the data in the body. The links of the response say what follows.
         */
        post: operations["BulkPaymentCancellation_Authorisation_Start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-payments/{payment-product}/{paymentId}/cancellation-authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation of the cancellation of a bulk
         * @description How far the customer is, such as `scaMethodSelected`, `finalised` or `failed`. Poll it while a customer approves on a device.
         */
        get: operations["BulkPaymentCancellation_Authorisation_Get"];
        /**
         * Send data of the customer for an authorisation of the cancellation of a bulk
         * @description The next step in the embedded approach: the password, the chosen method, or the code. Send one of them; the links of the response say which is next.
         */
        put: operations["BulkPaymentCancellation_Authorisation_Update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{payment-product}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up a standing order
         * @description Creates a standing order that the customer then authorises. The first payment is on `startDate`; `frequency` and `executionRule` give the others.
         */
        post: operations["PeriodicPayment_Initiate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{payment-product}/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a standing order in the form in which it was set up
         * @description The standing order as it was sent, with the status that it has now.
         */
        get: operations["PeriodicPayment_Get"];
        put?: never;
        post?: never;
        /**
         * End a standing order
         * @description Ends the order at once (204) while it is not authorised; afterwards the customer must authorise its end (202).
         */
        delete: operations["PeriodicPayment_Cancel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{payment-product}/{paymentId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a standing order
         * @description The status of the order itself, not of its payments.
         */
        get: operations["PeriodicPayment_GetStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{payment-product}/{paymentId}/authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a standing order
         * @description The ids of all authorisations, also of those that failed.
         */
        get: operations["PeriodicPayment_Authorisation_GetList"];
        put?: never;
        /**
         * Start an authorisation of a standing order
         * @description Begins the customer's approval, in the embedded approach with the data in the body. The links of the response say what follows.
         */
        post: operations["PeriodicPayment_Authorisation_Start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{payment-product}/{paymentId}/authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation of a standing order
         * @description How far the customer is, such as `scaMethodSelected`, `finalised` or `failed`. Poll it while a customer approves on a device.
         */
        get: operations["PeriodicPayment_Authorisation_Get"];
        /**
         * Send data of the customer for an authorisation of a standing order
         * @description The next step in the embedded approach: the password, the chosen method, or the code. Send one of them; the links of the response say which is next.
         */
        put: operations["PeriodicPayment_Authorisation_Update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{payment-product}/{paymentId}/cancellation-authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of the cancellation of a standing order
         * @description The ids of all authorisations, also of those that failed.
         */
        get: operations["PeriodicPaymentCancellation_Authorisation_GetList"];
        put?: never;
        /**
         * Start an authorisation of the cancellation of a standing order
         * @description Begins the customer's approval, in the embedded approach with the data in the body. The links of the response say what follows.
         */
        post: operations["PeriodicPaymentCancellation_Authorisation_Start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/periodic-payments/{payment-product}/{paymentId}/cancellation-authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation of the cancellation of a standing order
         * @description How far the customer is, such as `scaMethodSelected`, `finalised` or `failed`. Poll it while a customer approves on a device.
         */
        get: operations["PeriodicPaymentCancellation_Authorisation_Get"];
        /**
         * Send data of the customer for an authorisation of the cancellation of a standing order
         * @description The next step in the embedded approach: the password, the chosen method, or the code. Send one of them; the links of the response say which is next.
         */
        put: operations["PeriodicPaymentCancellation_Authorisation_Update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a consent
         * @description Asks a customer for access to accounts. Follow the links of the response to have the consent authorised; then read accounts with its id.
         */
        post: operations["Consent_Create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consents/{consentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a consent as the bank granted it
         * @description The accounts, frequency and validity that the customer agreed to, which may be less than was asked for.
         */
        get: operations["Consent_Get"];
        put?: never;
        post?: never;
        /**
         * End a consent
         * @description The consent can no longer be used. Deleting it again is not an error.
         */
        delete: operations["Consent_Delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consents/{consentId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a consent
         * @description Whether the consent can be used: `valid`, or why not.
         */
        get: operations["Consent_GetStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consents/{consentId}/authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a consent
         * @description The ids of all authorisations, also of those that failed.
         */
        get: operations["Consent_Authorisation_GetList"];
        put?: never;
        /**
         * Start an authorisation of a consent
         * @description Begins the customer's approval, in the embedded approach with the data in the body. The links of the response say what follows.
         */
        post: operations["Consent_Authorisation_Start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consents/{consentId}/authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation of a consent
         * @description How far the customer is, such as `scaMethodSelected`, `finalised` or `failed`. Poll it while a customer approves on a device.
         */
        get: operations["Consent_Authorisation_Get"];
        /**
         * Send data of the customer for an authorisation of a consent
         * @description The next step in the embedded approach: the password, the chosen method, or the code. Send one of them; the links of the response say which is next.
         */
        put: operations["Consent_Authorisation_Update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/funds-confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask whether an account has the funds for an amount
         * @description Returns whether the account has the amount at this moment. Nothing is reserved.
         */
        post: operations["FundsConfirmation_Confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/consents/confirmation-of-funds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a consent to the confirmation of funds
         * @description Asks a customer to allow yes/no questions about one account. Follow the links of the response to have the consent authorised.
         */
        post: operations["FundsConsent_Create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/consents/confirmation-of-funds/{consentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a consent to the confirmation of funds
         * @description The account and the validity that the customer agreed to.
         */
        get: operations["FundsConsent_Get"];
        put?: never;
        post?: never;
        /**
         * End a consent to the confirmation of funds
         * @description The consent can no longer be used. Deleting it again is not an error.
         */
        delete: operations["FundsConsent_Delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/consents/confirmation-of-funds/{consentId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a consent to the confirmation of funds
         * @description Whether the consent can be used: `valid`, or why not.
         */
        get: operations["FundsConsent_GetStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/consents/confirmation-of-funds/{consentId}/authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a consent to the confirmation of funds
         * @description The ids of all authorisations, also of those that failed.
         */
        get: operations["FundsConsent_Authorisation_GetList"];
        put?: never;
        /**
         * Start an authorisation of a consent to the confirmation of funds
         * @description Begins the customer's approval, in the embedded approach with the data in the body. The links of the response say what follows.
         */
        post: operations["FundsConsent_Authorisation_Start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/consents/confirmation-of-funds/{consentId}/authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation of a consent to the confirmation of funds
         * @description How far the customer is, such as `scaMethodSelected`, `finalised` or `failed`. Poll it while a customer approves on a device.
         */
        get: operations["FundsConsent_Authorisation_Get"];
        /**
         * Send data of the customer for an authorisation of a consent to the confirmation of funds
         * @description The next step in the embedded approach: the password, the chosen method, or the code. Send one of them; the links of the response say which is next.
         */
        put: operations["FundsConsent_Authorisation_Update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts of a consent
         * @description The accounts of the consent; the list has ids by which details, balances and transactions are read.
         */
        get: operations["Account_GetList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an account
         * @description Details of one account by the id from the list, which is not its IBAN.
         */
        get: operations["Account_Get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account-id}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balances of an account
         * @description The balances that the consent covers, with the time at which each was true.
         */
        get: operations["Account_GetBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/card-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the cards of a consent
         * @description The cards of the consent; the list has ids by which balances and transactions are read.
         */
        get: operations["CardAccount_GetList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/card-accounts/{account-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a card
         * @description Details of one card by the id from the list. The number of the card is masked.
         */
        get: operations["CardAccount_Get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/card-accounts/{account-id}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balances of a card
         * @description The balances of the card account, with the time at which each was true.
         */
        get: operations["CardAccount_GetBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account-id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of an account
         * @description Booked, pending or future transactions of a period, newest first. Further pages are reached by the link `next`, a document with all of them by the link `download`.
         */
        get: operations["Account_GetTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account-id}/transactions/download/{download-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all pages of a list of transactions at once
         * @description One document with all transactions of a list that had too many for one page. The address comes from the link `download` and expires.
         */
        get: operations["Account_DownloadTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account-id}/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transaction
         * @description Details of one transaction by the `transactionId` from the list.
         */
        get: operations["Account_GetTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/card-accounts/{account-id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of a card
         * @description Booked or pending transactions of a card in a period. Further pages are reached by the link `next`.
         */
        get: operations["CardAccount_GetTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing-baskets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Group payments and consents, to have them authorised together
         * @description Groups payments and consents that were initiated before, so that the customer authorises all of them at once.
         */
        post: operations["SigningBasket_Create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing-baskets/{basketId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a signing basket
         * @description The ids of the members and the status that the basket has now.
         */
        get: operations["SigningBasket_Get"];
        put?: never;
        post?: never;
        /**
         * Delete a signing basket before its first signature
         * @description Deletes the basket while it has no signature. Its members stay and can be authorised on their own.
         */
        delete: operations["SigningBasket_Delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing-baskets/{basketId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a signing basket
         * @description The status of the basket; its members have their own.
         */
        get: operations["SigningBasket_GetStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing-baskets/{basketId}/authorisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorisations of a signing basket
         * @description The ids of all authorisations, also of those that failed.
         */
        get: operations["SigningBasket_Authorisation_GetList"];
        put?: never;
        /**
         * Start an authorisation of a signing basket
         * @description Begins the customer's approval, in the embedded approach with the data in the body. The links of the response say what follows.
         */
        post: operations["SigningBasket_Authorisation_Start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing-baskets/{basketId}/authorisations/{authorisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of an authorisation of a signing basket
         * @description How far the customer is, such as `scaMethodSelected`, `finalised` or `failed`. Poll it while a customer approves on a device.
         */
        get: operations["SigningBasket_Authorisation_Get"];
        /**
         * Send data of the customer for an authorisation of a signing basket
         * @description The next step in the embedded approach: the password, the chosen method, or the code. Send one of them; the links of the response say which is next.
         */
        put: operations["SigningBasket_Authorisation_Update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Error messages, twice: under the name of 1.3.16 and under the older one. */
        "api-client-messages": {
            apiClientMessages?: components["schemas"]["TppMessage"][];
            tppMessages: components["schemas"]["TppMessage"][];
            /** @description Steps that lead out of the problem. */
            _links?: {
                [key: string]: {
                    href: string;
                };
            };
        };
        /** @description The same error for callers that accept `application/problem+json`. */
        "api-client-problem": {
            type: string;
            title: string;
            detail: string;
            code: string;
            additionalErrors?: {
                code: string;
                title: string;
                detail: string;
            }[];
            /** @description Steps that lead out of the problem. */
            _links?: {
                [key: string]: {
                    href: string;
                };
            };
            status: number;
            /** @description Path of the request. */
            instance: string;
        };
        /** @description Error messages for the third party; `code` names the reason. */
        "tpp-messages": {
            tppMessages: components["schemas"]["TppMessage"][];
            /** @description Steps that lead out of the problem. */
            _links?: {
                [key: string]: {
                    href: string;
                };
            };
        };
        /** @description The same error for callers that accept `application/problem+json`. */
        "tpp-problem": {
            type: string;
            title: string;
            detail: string;
            code: string;
            additionalErrors?: {
                code: string;
                title: string;
                detail: string;
            }[];
            /** @description Steps that lead out of the problem. */
            _links?: {
                [key: string]: {
                    href: string;
                };
            };
        };
        /** @description An account that the customer shares. */
        AccountDetails: {
            resourceId: string;
            /** @description XXX for an account of several currencies as a whole. */
            currency: string;
            product: string;
            name: string;
            ownerName?: string;
            /** @enum {unknown} */
            status: "enabled" | "blocked";
            balances?: components["schemas"]["Balance"][];
            _links?: components["schemas"]["Links"];
            iban?: string;
            bban?: string;
            /** @enum {unknown} */
            cashAccountType: "CACC" | "SVGS";
        };
        /** @description An account by exactly one of its numbers. */
        AccountReference: {
            iban?: string;
            bban?: string;
            pan?: string;
            maskedPan?: string;
            msisdn?: string;
            /** @description Needed only for one currency of an account that has several. */
            currency?: string;
        };
        /** @description Transactions by booking status. */
        AccountReport: {
            booked?: components["schemas"]["Transaction"][];
            pending?: components["schemas"]["Transaction"][];
            information?: components["schemas"]["Transaction"][];
            _links: components["schemas"]["Links"];
        };
        /** @description An amount of money. */
        Amount: {
            /** @description ISO 4217. */
            currency: string;
            /** @description Decimal number with a point; negative for debits. */
            amount: string;
        };
        /** @description A method of strong customer authentication that the customer has. */
        AuthenticationMethod: {
            /** @description SMS_OTP, CHIP_OTP, PUSH_OTP. */
            authenticationType: string;
            /** @description Select the method with this id. */
            authenticationMethodId: string;
            /** @description How the customer named it. */
            name: string;
            explanation?: string;
        };
        /** @description Data of the customer, one member for each step. */
        AuthorisationData: {
            psuData?: {
                password?: string;
                encryptedPassword?: string;
                additionalPassword?: string;
                additionalEncryptedPassword?: string;
            };
            /** @description The chosen method. */
            authenticationMethodId?: string;
            /** @description The code of the customer. */
            scaAuthenticationData?: string;
            /** @description Code that the page of the bank returned with the customer. */
            confirmationCode?: string;
        };
        /** @description How far an authorisation is. */
        AuthorisationStatus: {
            /** @enum {unknown} */
            scaStatus: "received" | "psuIdentified" | "psuAuthenticated" | "scaMethodSelected" | "started" | "unconfirmed" | "finalised" | "failed" | "exempted";
            psuMessage?: string;
            _links?: components["schemas"]["Links"];
        };
        /** @description A balance of an account. */
        Balance: {
            balanceAmount: components["schemas"]["Amount"];
            /** @enum {unknown} */
            balanceType: "interimBooked" | "interimAvailable" | "closingBooked" | "nonBilled";
            /** @description Whether the credit limit is part of the amount. */
            creditLimitIncluded?: boolean;
            /** Format: date-time */
            lastChangeDateTime?: string;
            /**
             * Format: date
             * @description The day at whose end it was true.
             */
            referenceDate?: string;
        };
        /** @description One payment of a bulk. */
        BulkPaymentEntry: {
            /** @description Reference of the payer; the payee sees it. */
            endToEndIdentification?: string;
            /** @description Reference for the bank only. */
            instructionIdentification?: string;
            debtorName?: string;
            debtorId?: string;
            ultimateDebtor?: string;
            instructedAmount: components["schemas"]["PaymentAmount"];
            creditorAccount: components["schemas"]["PaymentAccount"];
            /** @description BIC of the bank of the payee. */
            creditorAgent?: string;
            creditorAgentName?: string;
            creditorName: string;
            creditorId?: string;
            creditorAddress?: components["schemas"]["PaymentAddress"];
            ultimateCreditor?: string;
            purposeCode?: string;
            categoryPurposeCode?: string;
            /** @enum {unknown} */
            chargeBearer?: "DEBT" | "CRED" | "SHAR" | "SLEV";
            serviceLevel?: string;
            remittanceInformationUnstructured?: string;
            remittanceInformationUnstructuredArray?: string[];
            remittanceInformationStructured?: string | components["schemas"]["CreditorReference"];
            remittanceInformationStructuredArray?: components["schemas"]["CreditorReference"][];
        };
        /** @description A card that the customer shares. */
        CardAccountDetails: {
            resourceId: string;
            /** @description XXX for an account of several currencies as a whole. */
            currency: string;
            product: string;
            name: string;
            ownerName?: string;
            /** @enum {unknown} */
            status: "enabled" | "blocked";
            balances?: components["schemas"]["Balance"][];
            _links?: components["schemas"]["Links"];
            maskedPan: string;
            creditLimit?: components["schemas"]["Amount"];
        };
        /** @description Transactions of a card by booking status. */
        CardAccountReport: {
            booked?: components["schemas"]["CardTransaction"][];
            pending?: components["schemas"]["CardTransaction"][];
            _links: components["schemas"]["Links"];
        };
        /** @description A transaction of a card. */
        CardTransaction: {
            /** @description The same before and after a pending transaction is booked. */
            cardTransactionId: string;
            /** Format: date */
            bookingDate?: string;
            /** Format: date */
            valueDate?: string;
            transactionAmount: components["schemas"]["Amount"];
            /** @description ISO 18245. */
            merchantCategoryCode?: string;
            maskedPAN?: string;
            transactionDetails?: string;
            /** @description Whether it is on an invoice already. */
            invoiced: boolean;
        };
        /** @description What the customer needs in order to compute or enter the code. */
        ChallengeData: {
            /** @description Challenge to show to the customer. */
            data?: string[];
            /** @description Longest code that can be entered. */
            otpMaxLength?: number;
            /** @enum {unknown} */
            otpFormat?: "characters" | "integer";
            additionalInformation?: string;
        };
        /**
         * @description Only a `valid` consent can be used.
         * @enum {unknown}
         */
        ConsentStatus: "received" | "partiallyAuthorised" | "valid" | "rejected" | "revokedByPsu" | "expired" | "terminatedByTpp";
        /** @description The account of the other party of a transaction. */
        CounterpartyAccount: {
            iban?: string;
            bban?: string;
            maskedPan?: string;
            msisdn?: string;
            other?: {
                identification: string;
            };
        };
        /** @description Structured remittance information. */
        CreditorReference: {
            reference: string;
            /** @description Such as SCOR (ISO 11649). */
            referenceType?: string;
            referenceIssuer?: string;
        };
        /** @description A payee whose name was not a match; members of one payment of a bulk say which payment. */
        DoubtfulPayee: {
            originalInstructionId?: string;
            originalEndToEndId?: string;
            originalUetr?: string;
            /**
             * @description RVCM: the payer must confirm the payee.
             * @enum {unknown}
             */
            transactionStatus: "RVCM";
            originalTransactionReference: {
                instructedAmount: {
                    currency: string;
                    amount: string;
                };
                creditor: {
                    name: string;
                };
                creditorAccount: {
                    iban?: string;
                    bban?: string;
                    pan?: string;
                    maskedPan?: string;
                    msisdn?: string;
                    currency?: string;
                    other?: {
                        identification: string;
                    };
                };
                ultimateCreditor?: {
                    name: string;
                };
            };
            /**
             * @description CMTC: close match; NMTC: no match; NOAP: verification not possible.
             * @enum {unknown}
             */
            creditorNameMatch: "CMTC" | "NMTC" | "NOAP";
            /** @description Name of the account holder; only with a close match. */
            matchedCreditorName?: string;
        };
        /** @description The data that the customer agreed to, by account. */
        GrantedAccess: {
            accounts?: components["schemas"]["GrantedAccount"][];
            balances?: components["schemas"]["GrantedAccount"][];
            transactions?: components["schemas"]["GrantedAccount"][];
            additionalInformation?: {
                ownerName: components["schemas"]["GrantedAccount"][];
            };
            /** @enum {unknown} */
            availableAccounts?: "allAccounts" | "allAccountsWithOwnerName";
            /** @enum {unknown} */
            availableAccountsWithBalance?: "allAccounts" | "allAccountsWithOwnerName";
            /** @enum {unknown} */
            allPsd2?: "allAccounts" | "allAccountsWithOwnerName";
        };
        /** @description An account that the customer shares; the number of a card is masked. */
        GrantedAccount: {
            iban?: string;
            bban?: string;
            pan?: string;
            msisdn?: string;
            currency?: string;
        };
        /** @description A payment that was accepted for checking, with what follows. */
        InitiatedPayment: {
            transactionStatus: components["schemas"]["PaymentStatus"];
            paymentId: string;
            /** @enum {unknown} */
            scaStatus?: "received" | "psuIdentified" | "psuAuthenticated" | "scaMethodSelected" | "started" | "unconfirmed" | "finalised" | "failed" | "exempted";
            scaMethods?: components["schemas"]["AuthenticationMethod"][];
            chosenScaMethod?: components["schemas"]["AuthenticationMethod"];
            challengeData?: components["schemas"]["ChallengeData"];
            originalTransactionInformationAndVopStatus?: components["schemas"]["DoubtfulPayee"][];
            _links: components["schemas"]["Links"];
            psuMessage?: string;
            /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
            tppMessages?: components["schemas"]["TppWarning"][];
        };
        /** @description An address of this interface or of a page. */
        Link: {
            /** @description Absolute, or a path on the same host. */
            href: string;
        };
        /** @description Links by their names in the standard. Follow them instead of building addresses. */
        Links: {
            [key: string]: components["schemas"]["Link"];
        };
        /** @description An organisation by one of its identifiers. */
        OrganisationId: {
            anyBIC?: string;
            lei?: string;
            others?: {
                identification: string;
                /** @enum {unknown} */
                schemeNameCode?: "BANK" | "CBID" | "CHID" | "CINC" | "COID" | "CUST" | "DUNS" | "EMPL" | "GS1G" | "SREN" | "SRET" | "TXID" | "BDID" | "BOID";
                schemeNameProprietary?: string;
                issuer?: string;
            }[];
        };
        /** @description The bank of the payee. */
        PayeeBank: {
            financialInstitutionId: {
                bicfi?: string;
                lei?: string;
                name?: string;
            };
        };
        /** @description An account by exactly one of its numbers. */
        PaymentAccount: {
            iban?: string;
            bban?: string;
            pan?: string;
            maskedPan?: string;
            msisdn?: string;
            currency?: string;
            other?: {
                identification: string;
                schemeNameCode?: string;
                schemeNameProprietary?: string;
                issuer?: string;
            };
        };
        /** @description A structured postal address. */
        PaymentAddress: {
            country: string;
            department?: string;
            subDepartment?: string;
            streetName?: string;
            buildingNumber?: string;
            buildingName?: string;
            floor?: string;
            postBox?: string;
            room?: string;
            postCode?: string;
            townName?: string;
            townLocationName?: string;
            districtName?: string;
            countrySubDivision?: string;
        };
        /** @description An amount to pay. */
        PaymentAmount: {
            /** @description ISO 4217. */
            currency: string;
            /** @description Decimal number with a point. */
            amount: string;
        };
        /**
         * @description Status by ISO 20022.
         * @enum {unknown}
         */
        PaymentStatus: "RCVD" | "RCVC" | "RVNC" | "RVCM" | "PATC" | "ACTC" | "ACWC" | "ACCP" | "ACSP" | "ACSC" | "ACCC" | "PART" | "RJCT" | "CANC";
        /** @description The status of a payment. */
        PaymentStatusReport: {
            transactionStatus: components["schemas"]["PaymentStatus"];
            fundsAvailable?: boolean;
            originalTransactionInformationAndVopStatus?: components["schemas"]["DoubtfulPayee"][];
            _links?: components["schemas"]["Links"];
            tppMessages?: components["schemas"]["StatusReason"][];
        };
        /** @description The account of a report, by its public number. */
        ReportedAccount: {
            iban?: string;
            bban?: string;
            maskedPan?: string;
            currency: string;
        };
        /** @description The data that the third party asks for, by account. Empty lists leave the choice to the customer. */
        RequestedAccess: {
            accounts?: components["schemas"]["AccountReference"][];
            balances?: components["schemas"]["AccountReference"][];
            transactions?: components["schemas"]["AccountReference"][];
            additionalInformation?: {
                ownerName?: components["schemas"]["AccountReference"][];
                trustedBeneficiaries?: components["schemas"]["AccountReference"][];
            };
            /** @enum {unknown} */
            availableAccounts?: "allAccounts" | "allAccountsWithOwnerName";
            /** @enum {unknown} */
            availableAccountsWithBalance?: "allAccounts" | "allAccountsWithOwnerName";
            /** @enum {unknown} */
            allPsd2?: "allAccounts" | "allAccountsWithOwnerName";
            restrictedTo?: string[];
            statements?: components["schemas"]["AccountReference"][];
        };
        /** @description A payment. Products differ in the members that they require and allow. */
        SinglePayment: {
            /** @description Reference of the payer; the payee sees it. */
            endToEndIdentification?: string;
            /** @description Reference for the bank only. */
            instructionIdentification?: string;
            debtorName?: string;
            debtorAccount?: components["schemas"]["PaymentAccount"];
            debtorId?: string;
            ultimateDebtor?: string;
            instructedAmount: components["schemas"]["PaymentAmount"];
            creditorAccount: components["schemas"]["PaymentAccount"];
            /** @description BIC of the bank of the payee. */
            creditorAgent?: string;
            creditorAgentName?: string;
            creditorName: string;
            creditorId?: string;
            creditorAddress?: components["schemas"]["PaymentAddress"];
            ultimateCreditor?: string;
            purposeCode?: string;
            categoryPurposeCode?: string;
            /** @enum {unknown} */
            chargeBearer?: "DEBT" | "CRED" | "SHAR" | "SLEV";
            serviceLevel?: string;
            remittanceInformationUnstructured?: string;
            remittanceInformationUnstructuredArray?: string[];
            remittanceInformationStructured?: string | components["schemas"]["CreditorReference"];
            remittanceInformationStructuredArray?: components["schemas"]["CreditorReference"][];
            /**
             * Format: date
             * @description Absent: as soon as possible.
             */
            requestedExecutionDate?: string;
            /** Format: date-time */
            requestedExecutionTime?: string;
        };
        /** @description The rhythm of a standing order. */
        StandingOrderDetails: {
            /** Format: date */
            startDate: string;
            /** Format: date */
            endDate?: string;
            /** @enum {unknown} */
            frequency: "Daily" | "Weekly" | "EveryTwoWeeks" | "Monthly" | "EveryTwoMonths" | "Quarterly" | "SemiAnnual" | "Annual" | "MonthlyVariable";
            /** @description `following` or `preceding`: where a day that is no banking day moves to. */
            executionRule?: string;
            dayOfExecution?: string;
            monthsOfExecution?: string[];
        };
        /** @description An authorisation that was started, with what follows. */
        StartedAuthorisation: {
            /** @enum {unknown} */
            scaStatus: "received" | "psuIdentified" | "psuAuthenticated" | "scaMethodSelected" | "started" | "unconfirmed" | "finalised" | "failed" | "exempted";
            authorisationId: string;
            /** @description Methods to choose from; absent if there is no choice. */
            scaMethods?: components["schemas"]["AuthenticationMethod"][];
            chosenScaMethod?: components["schemas"]["AuthenticationMethod"];
            challengeData?: components["schemas"]["ChallengeData"];
            originalTransactionInformationAndVopStatus?: components["schemas"]["DoubtfulPayee"];
            _links: components["schemas"]["Links"];
            psuMessage?: string;
            /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
            tppMessages?: components["schemas"]["TppWarning"][];
        };
        /** @description Why a payment has its status. */
        StatusReason: {
            /** @enum {unknown} */
            category: "ERROR" | "WARNING";
            code: string;
            text?: string;
        };
        /** @description An error for the third party. */
        TppMessage: {
            /** @enum {unknown} */
            category: "ERROR";
            /** @description Reason, for programs. */
            code: string;
            /** @description JSON pointer into the body, or the name of a parameter or header. */
            path?: string;
            /** @description Reason, for people; in English. */
            text: string;
        };
        /** @description Something that the third party should change, although the request succeeded. */
        TppWarning: {
            /** @enum {unknown} */
            category: "WARNING";
            code: string;
            path?: string;
            text?: string;
        };
        /** @description A transaction of an account. Debits are negative. */
        Transaction: {
            /** @description The same before and after a pending transaction is booked. */
            transactionId?: string;
            /** @description Of a booked transaction; never changes. */
            entryReference?: string;
            /** @description Reference that the payer gave the payment. */
            endToEndId?: string;
            /** Format: date */
            bookingDate?: string;
            /**
             * Format: date
             * @description From when it bears interest.
             */
            valueDate?: string;
            transactionAmount: components["schemas"]["Amount"];
            creditorName?: string;
            creditorAccount?: components["schemas"]["CounterpartyAccount"];
            creditorAgent?: string;
            debtorName?: string;
            debtorAccount?: components["schemas"]["CounterpartyAccount"];
            debtorAgent?: string;
            remittanceInformationUnstructured?: string;
            additionalInformationStructured?: {
                standingOrderDetails: components["schemas"]["StandingOrderDetails"];
            };
            /** @description ISO 20022, such as PMNT-ICDT-ESCT. */
            bankTransactionCode?: string;
            balanceAfterTransaction?: components["schemas"]["Balance"];
            _links?: components["schemas"]["Links"];
        };
        /** @description Transactions of an account in a period. */
        TransactionReport: {
            account: components["schemas"]["ReportedAccount"];
            transactions: components["schemas"]["AccountReport"];
            balances?: components["schemas"]["Balance"][];
            _links?: components["schemas"]["Links"];
            /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
            tppMessages?: components["schemas"]["TppWarning"][];
        };
        /** @description An authorisation after a step of the customer, with what follows. */
        UpdatedAuthorisation: {
            /** @enum {unknown} */
            scaStatus: "received" | "psuIdentified" | "psuAuthenticated" | "scaMethodSelected" | "started" | "unconfirmed" | "finalised" | "failed" | "exempted";
            /**
             * @description The same as `scaStatus`, as some versions of the standard spell it.
             * @enum {unknown}
             */
            scatransactionStatus: "received" | "psuIdentified" | "psuAuthenticated" | "scaMethodSelected" | "started" | "unconfirmed" | "finalised" | "failed" | "exempted";
            authorisationId: string;
            scaMethods?: components["schemas"]["AuthenticationMethod"][];
            chosenScaMethod?: components["schemas"]["AuthenticationMethod"];
            challengeData?: components["schemas"]["ChallengeData"];
            originalTransactionInformationAndVopStatus?: components["schemas"]["DoubtfulPayee"];
            _links: components["schemas"]["Links"];
            psuMessage?: string;
        };
    };
    responses: {
        /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
        "certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["tpp-messages"] & {
                    tppMessages: (components["schemas"]["TppMessage"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    })[];
                };
                "application/problem+json": components["schemas"]["tpp-problem"] & {
                    /** @enum {unknown} */
                    code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                };
            };
        };
        /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. */
        conflict: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["tpp-messages"] & {
                    tppMessages: (components["schemas"]["TppMessage"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    })[];
                };
                "application/problem+json": components["schemas"]["tpp-problem"] & {
                    /** @enum {unknown} */
                    code: "STATUS_INVALID";
                };
            };
        };
        /** @description `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
        "forbidden.https-required": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["tpp-messages"] & {
                    tppMessages: (components["schemas"]["TppMessage"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    })[];
                };
                "application/problem+json": components["schemas"]["tpp-problem"] & {
                    /** @enum {unknown} */
                    code: "SERVICE_BLOCKED";
                };
            };
        };
        /** @description `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
        "idempotency-key-reused.invalid.timestamp-invalid": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["tpp-messages"] & {
                    tppMessages: (components["schemas"]["TppMessage"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                    })[];
                };
                "application/problem+json": components["schemas"]["tpp-problem"] & {
                    /** @enum {unknown} */
                    code: "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                };
            };
        };
        /** @description Something failed on our side. */
        "internal-error": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description `FORMAT_ERROR`: The request is not well formed. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
        "invalid.timestamp-invalid": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["tpp-messages"] & {
                    tppMessages: (components["schemas"]["TppMessage"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                    })[];
                };
                "application/problem+json": components["schemas"]["tpp-problem"] & {
                    /** @enum {unknown} */
                    code: "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                };
            };
        };
        /** @description `REQUESTED_FORMATS_INVALID`: No representation that this request accepts. */
        "not-acceptable": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["tpp-messages"] & {
                    tppMessages: (components["schemas"]["TppMessage"] & {
                        /** @enum {unknown} */
                        code: "REQUESTED_FORMATS_INVALID";
                    })[];
                };
                "application/problem+json": components["schemas"]["tpp-problem"] & {
                    /** @enum {unknown} */
                    code: "REQUESTED_FORMATS_INVALID";
                };
            };
        };
        /** @description `RESOURCE_UNKNOWN`: There is no such resource. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
        "not-found.unknown-host": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["tpp-messages"] & {
                    tppMessages: (components["schemas"]["TppMessage"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN";
                    })[];
                };
                "application/problem+json": components["schemas"]["tpp-problem"] & {
                    /** @enum {unknown} */
                    code: "RESOURCE_UNKNOWN";
                };
            };
        };
        /** @description Any other error. 405: Method not allowed. 408: The request body did not arrive in time. 413: The request body is too large. 415: Unsupported media type. */
        "other-error": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["tpp-messages"];
                "application/problem+json": components["schemas"]["tpp-problem"];
            };
        };
        /** @description The request body is too large. */
        "payload-too-large": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request body did not arrive in time. */
        "request-timeout": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Not available at the moment. */
        "service-unavailable": {
            headers: {
                /** @description The id of the request: that of the caller, or a new one. */
                "X-Request-ID"?: string;
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["tpp-messages"];
            };
        };
        /** @description `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
        "too-many-requests": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "Retry-After": components["headers"]["Retry-After"];
                /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                RateLimit?: string;
                /** @description Quota and window of that limit. */
                "RateLimit-Policy"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["tpp-messages"] & {
                    tppMessages: (components["schemas"]["TppMessage"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    })[];
                };
                "application/problem+json": components["schemas"]["tpp-problem"] & {
                    /** @enum {unknown} */
                    code: "SERVICE_BLOCKED";
                };
            };
        };
        /** @description Unsupported media type. */
        "unsupported-media-type": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
         * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
         */
        "X-Request-ID": string;
        /**
         * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
         * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
         */
        Digest: string;
        /**
         * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
         * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
         */
        Signature: string;
        /**
         * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
         * @example MIIC5TCCAoqgAwIBAgIQ
         */
        "TPP-Signature-Certificate": string;
        /** @description Id of a contract between the third party and the bank. */
        "api-contract-id": string;
        /** @description Of the standard; signatures of bodies by a profile are not supported. */
        "body-sig-profile": string;
        /** @description Of the standard; encrypted bodies are not supported. */
        "body-enc-profile": string;
        /** @description Of the standard; encrypted bodies are not supported. */
        "body-enc-list": string;
        /** @description Id of the list, from the response that accepted it. */
        vopBulkId: string;
        /** @description The kind of payment. */
        "payment-service": "payments";
        /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
        "payment-product": string;
        /** @description Name by which the customer signs in at the bank. */
        "psu-id": string;
        /** @description Kind of that name, where the bank has several. */
        "psu-id-type": string;
        /** @description Id of the company that the customer acts for. */
        "psu-corporate-id": string;
        /** @description Kind of that id, where the bank has several. */
        "psu-corporate-id-type": string;
        /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
        "psu-ip-address": string;
        /** @description IP port of the customer’s own request. */
        "psu-ip-port": string;
        /** @description The header `Accept` of the customer’s own request. */
        "psu-accept": string;
        /** @description The header `Accept-Charset` of the customer’s own request. */
        "psu-accept-charset": string;
        /** @description The header `Accept-Encoding` of the customer’s own request. */
        "psu-accept-encoding": string;
        /** @description The header `Accept-Language` of the customer’s own request. */
        "psu-accept-language": string;
        /** @description The header `User-Agent` of the customer’s own request. */
        "psu-user-agent": string;
        /** @description The method of the customer’s own request. */
        "psu-http-method": "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
        /** @description Id of the customer’s device or app installation. */
        "psu-device-id": string;
        /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
        "psu-geo-location": string;
        /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
        "tpp-redirect-preferred": "true" | "false";
        /** @description Whether the customer prefers to approve on a device. */
        "tpp-decoupled-preferred": "true" | "false";
        /** @description Where the browser returns to after the approval. */
        "tpp-redirect-uri": string;
        /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
        "tpp-nok-redirect-uri": string;
        /** @description Whether the third party starts the authorisation itself, for instance to group the resource. */
        "tpp-explicit-authorisation-preferred": "true" | "false";
        /** @description Brand of the third party under which the customer knows it. */
        "tpp-brand-logging-information": string;
        /** @description Where changes of status are sent. */
        "tpp-notification-uri": string;
        /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
        "tpp-notification-content-preferred": string;
        /** @description Required without an access token for a consent. */
        "consent-id": string;
        /** @description Whether a payment without funds is rejected instead of retried during the day. */
        "tpp-rejection-nofunds-preferred": "true" | "false";
        /** @description Whether the bank verifies the payee itself. */
        "client-vop-requested": "true" | "false";
        /** @description Id of a verification of the payee that the third party asked for before. */
        "client-vop-request-id": string;
        /** @description Id of the payment, from the response that created it. */
        paymentId: string;
        /** @description Id of the authorisation, from its list or from the response that started it. */
        authorisationId: string;
        /** @description Id of the consent. */
        consentId: string;
        /** @description Whether balances are part of the response; the consent must cover them. */
        withBalance: "true" | "false";
        /** @description Id of the account from the list of accounts (`resourceId`); not its IBAN. */
        "account-id": string;
        /** @description First day of the period. */
        dateFrom: string;
        /** @description Last day of the period; today by default. */
        dateTo: string;
        /** @description Only what is newer than this transaction; for banks whose profile offers it. */
        entryReferenceFrom: string;
        /** @description Only what is new since the last list; for banks whose profile offers it. */
        deltaList: "true" | "false";
        /** @description 0; further pages are reached by the link `next`. */
        pageIndex: string;
        /** @description Transactions of a page; the bank limits it. */
        itemsPerPage: string;
        /** @description From the link to a further page, never made by hand. */
        cursor: string;
        /** @description Id of the signing basket. */
        basketId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of the request: that of the caller, or a new one. */
        "X-Request-ID": string;
        /** @description Seconds to wait before the next request. */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    NotificationSecrets_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secrets of this third party, in the form of Standard Webhooks. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Always no-store. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The current one first. A message has a signature under each of them, so one that is known is enough.
                         * @example [
                         *       "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq="
                         *     ]
                         */
                        notificationSecrets: string[];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            /** @description `RESOURCE_UNKNOWN`: There is no such resource. `RESOURCE_UNKNOWN`: This bank sends no notifications to third parties. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PayeeVerification_Verify: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of a contract between the third party and the bank. */
                "api-contract-id"?: components["parameters"]["api-contract-id"];
                /** @description Of the standard; signatures of bodies by a profile are not supported. */
                "body-sig-profile"?: components["parameters"]["body-sig-profile"];
                /** @description Of the standard; encrypted bodies are not supported. */
                "body-enc-profile"?: components["parameters"]["body-enc-profile"];
                /** @description Of the standard; encrypted bodies are not supported. */
                "body-enc-list"?: components["parameters"]["body-enc-list"];
                /** @description Languages of texts in the response, the preferred one first. */
                "accept-language"?: string;
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    partyAccount: components["schemas"]["AccountReference"];
                    party: {
                        name?: string;
                        identification?: {
                            organisationId?: components["schemas"]["OrganisationId"];
                            /** @description Not offered: identifiers of persons are not compared. */
                            privateId?: Record<string, never>;
                        };
                    };
                    partyAgent?: components["schemas"]["PayeeBank"];
                    unstructuredRemittanceInformation?: string[];
                    requestingAgent?: components["schemas"]["PayeeBank"];
                };
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Version of the standard. */
                    "x-reference-api-version"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        partyNameMatch?: "MTCH" | "CMTC" | "NMTC" | "NOAP";
                        /** @enum {unknown} */
                        partyIdMatch?: "MTCH" | "NMTC" | "NOAP";
                        /** @description Name of the holder; only with a close match. */
                        matchedName?: string;
                        additionalInformation?: string;
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `FORMAT_ERROR`: The request is not well formed. `PARAMETER_NOT_SUPPORTED`: A header or field is not supported by this bank. See the path of each message. `FORMAT_ERROR`: The request is invalid. See the path of each message. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["api-client-messages"] & {
                        apiClientMessages?: {
                            /** @enum {unknown} */
                            category: "ERROR";
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "PARAMETER_NOT_SUPPORTED" | "TIMESTAMP_INVALID";
                            /** @description JSON pointer into the body, or the name of a parameter or header. */
                            path?: string;
                            text: string;
                        }[];
                    };
                    "application/problem+json": components["schemas"]["api-client-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "PARAMETER_NOT_SUPPORTED" | "TIMESTAMP_INVALID";
                    };
                };
            };
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: Limit of 100 close matches per hour exceeded, counting those that this request could get. Retry after the seconds in Retry-After. `SERVICE_BLOCKED`: Limit of 10 different names per account and hour that did not match exceeded. Retry after the seconds in Retry-After. `SERVICE_BLOCKED`: Limit of 20 requests per second exceeded. Retry after the seconds in Retry-After. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["api-client-messages"] & {
                        apiClientMessages?: {
                            /** @enum {unknown} */
                            category: "ERROR";
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                            /** @description JSON pointer into the body, or the name of a parameter or header. */
                            path?: string;
                            text: string;
                        }[];
                    };
                    "application/problem+json": components["schemas"]["api-client-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPayeeVerification_Verify: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of a contract between the third party and the bank. */
                "api-contract-id"?: components["parameters"]["api-contract-id"];
                /** @description Of the standard; signatures of bodies by a profile are not supported. */
                "body-sig-profile"?: components["parameters"]["body-sig-profile"];
                /** @description Of the standard; encrypted bodies are not supported. */
                "body-enc-profile"?: components["parameters"]["body-enc-profile"];
                /** @description Of the standard; encrypted bodies are not supported. */
                "body-enc-list"?: components["parameters"]["body-enc-list"];
                /** @description Whether the list may be accepted now and verified later (202). */
                "client-asynchronous-process-preferred"?: "true" | "false";
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    partyVerificationRequests: {
                        /** Format: uuid */
                        uetr: string;
                        partyAccount: components["schemas"]["AccountReference"];
                        party: {
                            name?: string;
                            identification?: {
                                organisationId?: components["schemas"]["OrganisationId"];
                                /** @description Not offered: identifiers of persons are not compared. */
                                privateId?: Record<string, never>;
                            };
                        };
                        partyAgent?: components["schemas"]["PayeeBank"];
                    }[];
                    requestingAgent?: components["schemas"]["PayeeBank"];
                };
            };
        };
        responses: {
            /** @description The results of a short list. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Version of the standard. */
                    "x-reference-api-version"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        vopBulkStatus: "pending" | "rejected" | "completed";
                        partyVerificationResponses: {
                            /** Format: uuid */
                            uetr: string;
                            /** @enum {unknown} */
                            partyNameMatch?: "MTCH" | "CMTC" | "NMTC" | "NOAP";
                            /** @enum {unknown} */
                            partyIdMatch?: "MTCH" | "NMTC" | "NOAP";
                            /** @description Name of the holder; only with a close match. */
                            matchedName?: string;
                            additionalInformation?: string;
                        }[];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description The list is verified later. */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Version of the standard. */
                    "x-reference-api-version"?: string;
                    /** @description Path of the list. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        vopBulkStatus: "pending" | "rejected" | "completed";
                        vopBulkId: string;
                        _links: components["schemas"]["Links"];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `PARAMETER_NOT_SUPPORTED`: A header or field is not supported by this bank. See the path of each message. `FORMAT_ERROR`: The request is invalid. See the path of each message. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["api-client-messages"] & {
                        apiClientMessages?: {
                            /** @enum {unknown} */
                            category: "ERROR";
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "PARAMETER_NOT_SUPPORTED" | "TIMESTAMP_INVALID";
                            /** @description JSON pointer into the body, or the name of a parameter or header. */
                            path?: string;
                            text: string;
                        }[];
                    };
                    "application/problem+json": components["schemas"]["api-client-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "PARAMETER_NOT_SUPPORTED" | "TIMESTAMP_INVALID";
                    };
                };
            };
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: Limit of 100 close matches per hour exceeded, counting those that this request could get. Retry after the seconds in Retry-After. `SERVICE_BLOCKED`: Limit of 20 requests per second exceeded. Retry after the seconds in Retry-After. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["api-client-messages"] & {
                        apiClientMessages?: {
                            /** @enum {unknown} */
                            category: "ERROR";
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                            /** @description JSON pointer into the body, or the name of a parameter or header. */
                            path?: string;
                            text: string;
                        }[];
                    };
                    "application/problem+json": components["schemas"]["api-client-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPayeeVerification_Get: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of a contract between the third party and the bank. */
                "api-contract-id"?: components["parameters"]["api-contract-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the list, from the response that accepted it. */
                vopBulkId: components["parameters"]["vopBulkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list with the results so far. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Version of the standard. */
                    "x-reference-api-version"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        vopBulkId: string;
                        /** @enum {unknown} */
                        vopBulkStatus: "pending" | "rejected" | "completed";
                        partyVerificationRequestsAndResults: {
                            /** Format: uuid */
                            uetr: string;
                            partyAccount: {
                                iban: string;
                            };
                            party: {
                                name?: string;
                                identification?: {
                                    organisationId?: components["schemas"]["OrganisationId"];
                                    /** @description Not offered: identifiers of persons are not compared. */
                                    privateId?: Record<string, never>;
                                };
                            };
                            partyAgent?: components["schemas"]["PayeeBank"];
                            /** @enum {unknown} */
                            partyNameMatch?: "MTCH" | "CMTC" | "NMTC" | "NOAP";
                            /** @enum {unknown} */
                            partyIdMatch?: "MTCH" | "NMTC" | "NOAP";
                            /** @description Name of the holder; only with a close match. */
                            matchedName?: string;
                            additionalInformation?: string;
                        }[];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_EXPIRED`: Verifications of a list are kept for 24 hours. Send the list again. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["api-client-messages"] & {
                        apiClientMessages?: {
                            /** @enum {unknown} */
                            category: "ERROR";
                            /** @enum {unknown} */
                            code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED";
                            /** @description JSON pointer into the body, or the name of a parameter or header. */
                            path?: string;
                            text: string;
                        }[];
                    };
                    "application/problem+json": components["schemas"]["api-client-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: There is no such list of verifications. `RESOURCE_UNKNOWN`: There is no such resource. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["api-client-messages"] & {
                        apiClientMessages?: {
                            /** @enum {unknown} */
                            category: "ERROR";
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN";
                            /** @description JSON pointer into the body, or the name of a parameter or header. */
                            path?: string;
                            text: string;
                        }[];
                    };
                    "application/problem+json": components["schemas"]["api-client-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPayeeVerification_GetStatus: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of a contract between the third party and the bank. */
                "api-contract-id"?: components["parameters"]["api-contract-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the list, from the response that accepted it. */
                vopBulkId: components["parameters"]["vopBulkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Version of the standard. */
                    "x-reference-api-version"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        vopBulkId: string;
                        /** @enum {unknown} */
                        vopBulkStatus: "pending" | "rejected" | "completed";
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_EXPIRED`: Verifications of a list are kept for 24 hours. Send the list again. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["api-client-messages"] & {
                        apiClientMessages?: {
                            /** @enum {unknown} */
                            category: "ERROR";
                            /** @enum {unknown} */
                            code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED";
                            /** @description JSON pointer into the body, or the name of a parameter or header. */
                            path?: string;
                            text: string;
                        }[];
                    };
                    "application/problem+json": components["schemas"]["api-client-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: There is no such list of verifications. `RESOURCE_UNKNOWN`: There is no such resource. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["api-client-messages"] & {
                        apiClientMessages?: {
                            /** @enum {unknown} */
                            category: "ERROR";
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN";
                            /** @description JSON pointer into the body, or the name of a parameter or header. */
                            path?: string;
                            text: string;
                        }[];
                    };
                    "application/problem+json": components["schemas"]["api-client-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Payment_Initiate: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address": string;
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Whether the third party starts the authorisation itself, for instance to group the resource. */
                "tpp-explicit-authorisation-preferred"?: components["parameters"]["tpp-explicit-authorisation-preferred"];
                /** @description Brand of the third party under which the customer knows it. */
                "tpp-brand-logging-information"?: components["parameters"]["tpp-brand-logging-information"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /** @description Id of the consent, unless the access token is one for a consent. */
                "consent-id"?: string;
                /** @description Whether a payment without funds is rejected instead of retried during the day. */
                "tpp-rejection-nofunds-preferred"?: components["parameters"]["tpp-rejection-nofunds-preferred"];
                /** @description Whether the bank verifies the payee itself. */
                "client-vop-requested"?: components["parameters"]["client-vop-requested"];
                /** @description Id of a verification of the payee that the third party asked for before. */
                "client-vop-request-id"?: components["parameters"]["client-vop-request-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SinglePayment"];
                "application/xml": unknown;
            };
        };
        responses: {
            /** @description Received. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Path of the payment. */
                    Location?: string;
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED; absent while it is open. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether payees of this product are verified before the approval: true or false. */
                    "aspsp-vop-supported"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiatedPayment"];
                };
            };
            /** @description `FORMAT_ERROR`: The debtor account does not exist at this bank, or no payment can be made from it. `SERVICE_INVALID`: The resource names no account, and customers choose one only on the bank's page. Name the account, or send TPP-Redirect-URI where the bank supports REDIRECT. `FORMAT_ERROR`: This bank requires PSU-ID when a payment is initiated. `EXECUTION_DATE_INVALID`: The payment cannot be executed on the requested day. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `FORMAT_ERROR`: This MsgId was used before. Every pain.001 document needs a new one. `FORMAT_ERROR`: The order cannot be accepted as it is. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `FORMAT_ERROR`: This key was used before, and its response is no longer stored. Use a new key for a new request. `SESSIONS_NOT_SUPPORTED`: This bank offers no sessions that combine account information and payments; leave Consent-ID out. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. `FORMAT_ERROR`: This bank requires the X-Request-ID of a verification of the same payee that is recent enough. Verify the payee, then initiate the payment. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "SERVICE_INVALID" | "EXECUTION_DATE_INVALID" | "SESSIONS_NOT_SUPPORTED" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "SERVICE_INVALID" | "EXECUTION_DATE_INVALID" | "SESSIONS_NOT_SUPPORTED" | "TIMESTAMP_INVALID";
                    };
                };
            };
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            /** @description `RESOURCE_UNKNOWN`: There is no such resource. `PRODUCT_UNKNOWN`: The bank does not offer this payment product. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "PRODUCT_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "PRODUCT_UNKNOWN";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: Quota of stored bytes exceeded: the size of what no customer has approved, counted until about a day after its end. Send fewer or smaller requests that are not approved. `SERVICE_BLOCKED`: Quota of open resources for this account exceeded: payments and consents that no customer has approved yet. Let the customer approve them, delete some, or wait until they expire. `SERVICE_BLOCKED`: Quota of open resources exceeded: payments, consents and signing baskets that no customer has approved yet. Let customers approve them, delete some, or wait until they expire. `SERVICE_BLOCKED`: Too many requests; wait before the next one. `SERVICE_BLOCKED`: Quota of different unknown account numbers per hour exceeded; until it is free again, no account number is looked up that this third party did not name in that hour. Retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The core banking system does not answer. Repeat the request later with the same X-Request-ID. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    Payment_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Reference of the payer; the payee sees it. */
                        endToEndIdentification?: string;
                        /** @description Reference for the bank only. */
                        instructionIdentification?: string;
                        debtorName?: string;
                        debtorAccount?: components["schemas"]["PaymentAccount"];
                        debtorId?: string;
                        ultimateDebtor?: string;
                        instructedAmount: components["schemas"]["PaymentAmount"];
                        creditorAccount: components["schemas"]["PaymentAccount"];
                        /** @description BIC of the bank of the payee. */
                        creditorAgent?: string;
                        creditorAgentName?: string;
                        creditorName: string;
                        creditorId?: string;
                        creditorAddress?: components["schemas"]["PaymentAddress"];
                        ultimateCreditor?: string;
                        purposeCode?: string;
                        categoryPurposeCode?: string;
                        /** @enum {unknown} */
                        chargeBearer?: "DEBT" | "CRED" | "SHAR" | "SLEV";
                        serviceLevel?: string;
                        remittanceInformationUnstructured?: string;
                        remittanceInformationUnstructuredArray?: string[];
                        remittanceInformationStructured?: string | components["schemas"]["CreditorReference"];
                        remittanceInformationStructuredArray?: components["schemas"]["CreditorReference"][];
                        /**
                         * Format: date
                         * @description Absent: as soon as possible.
                         */
                        requestedExecutionDate?: string;
                        /** Format: date-time */
                        requestedExecutionTime?: string;
                        transactionStatus: components["schemas"]["PaymentStatus"];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                    "application/xml": unknown;
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_EXPIRED`: The payment ended without a signature; what it ordered is deleted. Its status can still be read, as application/json. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: There is no such payment. `PRODUCT_INVALID`: The payment was initiated under another payment service or product. Use the links of its initiation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Payment_Cancel: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled, where the status says so; otherwise the payer has to approve the cancellation, which the links start. */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactionStatus: components["schemas"]["PaymentStatus"];
                        _links?: components["schemas"]["Links"];
                    };
                };
            };
            /** @description Cancelled; the bank chose not to repeat the status. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["idempotency-key-reused.invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: There is no such payment. `PRODUCT_INVALID`: The payment was initiated under another payment service or product. Use the links of its initiation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            /** @description `CANCELLATION_INVALID`: This payment cannot be cancelled any more: it was rejected or executed, is being executed, or was approved without an execution date. A bulk cannot be cancelled once its execution has begun. */
            405: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CANCELLATION_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CANCELLATION_INVALID";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            409: components["responses"]["conflict"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            /** @description The core banking system does not answer. Repeat the request later with the same X-Request-ID. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    Payment_GetStatus: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status; for a payment that was initiated by pain.001 also as pain.002. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentStatusReport"];
                    "application/xml": unknown;
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_EXPIRED`: The payment ended without a signature; what it ordered is deleted. Its status can still be read, as application/json. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: There is no such payment. `PRODUCT_INVALID`: The payment was initiated under another payment service or product. Use the links of its initiation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Payment_ConfirmCreditor: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Confirmed. The links start the authorisation. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Version of the standard, 1.3.16. */
                    "x-reference-api-version"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactionStatus: components["schemas"]["PaymentStatus"];
                        _links: components["schemas"]["Links"];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            400: components["responses"]["idempotency-key-reused.invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_EXPIRED`: The payment ended without a signature; what it ordered is deleted. Its status can still be read, as application/json. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: There is no such payment. `PRODUCT_INVALID`: The payment was initiated under another payment service or product. Use the links of its initiation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["api-client-messages"] & {
                        apiClientMessages?: {
                            /** @enum {unknown} */
                            category: "ERROR";
                            /** @enum {unknown} */
                            code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                            /** @description JSON pointer into the body, or the name of a parameter or header. */
                            path?: string;
                            text: string;
                        }[];
                    };
                    "application/problem+json": components["schemas"]["api-client-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: The payee of this payment needs no confirmation, or the payment has ended. Read its status. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["api-client-messages"] & {
                        apiClientMessages?: {
                            /** @enum {unknown} */
                            category: "ERROR";
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                            /** @description JSON pointer into the body, or the name of a parameter or header. */
                            path?: string;
                            text: string;
                        }[];
                    };
                    "application/problem+json": components["schemas"]["api-client-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Payment_Authorisation_GetList: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their ids. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        authorisationIds: string[];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Payment_Authorisation_Start: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description Started. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description Path of the authorisation. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedAuthorisation"];
                };
            };
            /** @description `SERVICE_INVALID`: The resource names no account, and customers choose one only on the bank's page. Name the account, or send TPP-Redirect-URI where the bank supports REDIRECT. `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `RESOURCE_BLOCKED`: This resource is in an open signing basket. Authorise the basket, or delete it to authorise its members one by one. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "RESOURCE_BLOCKED" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "RESOURCE_BLOCKED" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. `RESOURCE_EXPIRED`: This resource has expired or was rejected. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: The payee is not verified yet, or the payer has not confirmed the result. Read the status of the payment, and follow creditorNameConfirmation. `STATUS_INVALID`: This resource takes no more authorisations. `STATUS_INVALID`: Too many authorisations of this resource are open. Use one of them, or wait until they end. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Payment_Authorisation_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorisationStatus"];
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Payment_Authorisation_Update: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description What follows. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedAuthorisation"];
                };
            };
            /** @description `SCA_INVALID`: This authorisation has failed and cannot be confirmed. Start a new one. `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: This customer has approved this resource already. `STATUS_INVALID`: This authorisation has ended. Read its status; start a new one if the resource is still open. `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PaymentCancellation_Authorisation_GetList: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their ids. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        authorisationIds: string[];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PaymentCancellation_Authorisation_Start: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description Started. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description Path of the authorisation. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedAuthorisation"];
                };
            };
            /** @description `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `SERVICE_INVALID`: No cancellation of this payment waits for an approval. Cancel the payment first (DELETE). `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. `RESOURCE_EXPIRED`: This resource has expired or was rejected. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. `STATUS_INVALID`: Too many authorisations of this resource are open. Use one of them, or wait until they end. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PaymentCancellation_Authorisation_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorisationStatus"];
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PaymentCancellation_Authorisation_Update: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description The kind of payment. */
                "payment-service": components["parameters"]["payment-service"];
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description What follows. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedAuthorisation"];
                };
            };
            /** @description `SCA_INVALID`: This authorisation has failed and cannot be confirmed. Start a new one. `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: This customer has approved this resource already. `STATUS_INVALID`: This authorisation has ended. Read its status; start a new one if the resource is still open. `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPayment_Initiate: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address": string;
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Whether the third party starts the authorisation itself, for instance to group the resource. */
                "tpp-explicit-authorisation-preferred"?: components["parameters"]["tpp-explicit-authorisation-preferred"];
                /** @description Brand of the third party under which the customer knows it. */
                "tpp-brand-logging-information"?: components["parameters"]["tpp-brand-logging-information"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /** @description Id of the consent, unless the access token is one for a consent. */
                "consent-id"?: string;
                /** @description Whether a payment without funds is rejected instead of retried during the day. */
                "tpp-rejection-nofunds-preferred"?: components["parameters"]["tpp-rejection-nofunds-preferred"];
                /** @description Whether the bank verifies the payee itself. */
                "client-vop-requested"?: components["parameters"]["client-vop-requested"];
                /** @description Id of a verification of the payee that the third party asked for before. */
                "client-vop-request-id"?: components["parameters"]["client-vop-request-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    batchBookingPreferred?: boolean;
                    debtorAccount: components["schemas"]["PaymentAccount"];
                    debtorName?: string;
                    paymentInformationId?: string;
                    categoryPurposeCode?: string;
                    /**
                     * Format: date
                     * @description Absent: as soon as possible.
                     */
                    requestedExecutionDate?: string;
                    /** Format: date-time */
                    requestedExecutionTime?: string;
                    payments: components["schemas"]["BulkPaymentEntry"][];
                };
                "application/xml": unknown;
            };
        };
        responses: {
            /** @description Received. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Path of the payment. */
                    Location?: string;
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED; absent while it is open. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether payees of this product are verified before the approval: true or false. */
                    "aspsp-vop-supported"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiatedPayment"];
                };
            };
            /** @description `FORMAT_ERROR`: The debtor account does not exist at this bank, or no payment can be made from it. `FORMAT_ERROR`: This bank requires PSU-ID when a payment is initiated. `EXECUTION_DATE_INVALID`: The payment cannot be executed on the requested day. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `FORMAT_ERROR`: This MsgId was used before. Every pain.001 document needs a new one. `FORMAT_ERROR`: The order cannot be accepted as it is. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `FORMAT_ERROR`: This key was used before, and its response is no longer stored. Use a new key for a new request. `SESSIONS_NOT_SUPPORTED`: This bank offers no sessions that combine account information and payments; leave Consent-ID out. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "EXECUTION_DATE_INVALID" | "SESSIONS_NOT_SUPPORTED" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "EXECUTION_DATE_INVALID" | "SESSIONS_NOT_SUPPORTED" | "TIMESTAMP_INVALID";
                    };
                };
            };
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            /** @description `RESOURCE_UNKNOWN`: There is no such resource. `PRODUCT_UNKNOWN`: The bank does not offer this payment product. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "PRODUCT_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "PRODUCT_UNKNOWN";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: Quota of stored bytes exceeded: the size of what no customer has approved, counted until about a day after its end. Send fewer or smaller requests that are not approved. `SERVICE_BLOCKED`: Quota of open resources for this account exceeded: payments and consents that no customer has approved yet. Let the customer approve them, delete some, or wait until they expire. `SERVICE_BLOCKED`: Quota of open resources exceeded: payments, consents and signing baskets that no customer has approved yet. Let customers approve them, delete some, or wait until they expire. `SERVICE_BLOCKED`: Too many requests; wait before the next one. `SERVICE_BLOCKED`: Quota of different unknown account numbers per hour exceeded; until it is free again, no account number is looked up that this third party did not name in that hour. Retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The core banking system does not answer. Repeat the request later with the same X-Request-ID. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    BulkPayment_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk; JSON with its status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/xml": unknown;
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_EXPIRED`: The payment ended without a signature; what it ordered is deleted. Its status can still be read, as application/json. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: There is no such payment. `PRODUCT_INVALID`: The payment was initiated under another payment service or product. Use the links of its initiation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPayment_Cancel: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled, where the status says so; otherwise the payer has to approve the cancellation, which the links start. */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactionStatus: components["schemas"]["PaymentStatus"];
                        _links?: components["schemas"]["Links"];
                    };
                };
            };
            /** @description Cancelled; the bank chose not to repeat the status. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["idempotency-key-reused.invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: There is no such payment. `PRODUCT_INVALID`: The payment was initiated under another payment service or product. Use the links of its initiation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            /** @description `CANCELLATION_INVALID`: This payment cannot be cancelled any more: it was rejected or executed, is being executed, or was approved without an execution date. A bulk cannot be cancelled once its execution has begun. */
            405: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CANCELLATION_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CANCELLATION_INVALID";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            409: components["responses"]["conflict"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPayment_GetStatus: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status; for a bulk that was initiated by pain.001 also as pain.002. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentStatusReport"];
                    "application/xml": unknown;
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_EXPIRED`: The payment ended without a signature; what it ordered is deleted. Its status can still be read, as application/json. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: There is no such payment. `PRODUCT_INVALID`: The payment was initiated under another payment service or product. Use the links of its initiation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPayment_GetExtendedStatus: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status, and each payment that was rejected or cancelled. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupStatus: components["schemas"]["PaymentStatus"];
                        reasonCode?: string;
                        fundsAvailable?: boolean;
                        originalTransactionInformationAndStatus?: {
                            originalInstructionId?: string;
                            originalEndToEndId?: string;
                            transactionStatus: components["schemas"]["PaymentStatus"];
                            statusReasonInformationCode?: string;
                            statusReasonAdditionalInformation?: string;
                        }[];
                        _links: components["schemas"]["Links"];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_EXPIRED`: The payment ended without a signature; what it ordered is deleted. Its status can still be read, as application/json. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: There is no such payment. `PRODUCT_INVALID`: The payment was initiated under another payment service or product. Use the links of its initiation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            /** @description `SERVICE_INVALID`: extended-status is for bulks that were initiated in JSON. Read /status of this one with Accept: application/xml (pain.002). */
            405: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_INVALID";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPayment_ConfirmCreditors: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Confirmed. The links start the authorisation. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Version of the standard, 1.3.16. */
                    "x-reference-api-version"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactionStatus: components["schemas"]["PaymentStatus"];
                        _links: components["schemas"]["Links"];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            400: components["responses"]["idempotency-key-reused.invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_EXPIRED`: The payment ended without a signature; what it ordered is deleted. Its status can still be read, as application/json. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: There is no such payment. `PRODUCT_INVALID`: The payment was initiated under another payment service or product. Use the links of its initiation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["api-client-messages"] & {
                        apiClientMessages?: {
                            /** @enum {unknown} */
                            category: "ERROR";
                            /** @enum {unknown} */
                            code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                            /** @description JSON pointer into the body, or the name of a parameter or header. */
                            path?: string;
                            text: string;
                        }[];
                    };
                    "application/problem+json": components["schemas"]["api-client-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: The payee of this payment needs no confirmation, or the payment has ended. Read its status. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["api-client-messages"] & {
                        apiClientMessages?: {
                            /** @enum {unknown} */
                            category: "ERROR";
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                            /** @description JSON pointer into the body, or the name of a parameter or header. */
                            path?: string;
                            text: string;
                        }[];
                    };
                    "application/problem+json": components["schemas"]["api-client-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPayment_Authorisation_GetList: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their ids. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        authorisationIds: string[];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPayment_Authorisation_Start: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description Started. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description Path of the authorisation. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedAuthorisation"];
                };
            };
            /** @description `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `RESOURCE_BLOCKED`: This resource is in an open signing basket. Authorise the basket, or delete it to authorise its members one by one. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "RESOURCE_BLOCKED" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "RESOURCE_BLOCKED" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. `RESOURCE_EXPIRED`: This resource has expired or was rejected. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: The payee is not verified yet, or the payer has not confirmed the result. Read the status of the payment, and follow creditorNameConfirmation. `STATUS_INVALID`: This resource takes no more authorisations. `STATUS_INVALID`: Too many authorisations of this resource are open. Use one of them, or wait until they end. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPayment_Authorisation_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorisationStatus"];
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPayment_Authorisation_Update: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description What follows. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedAuthorisation"];
                };
            };
            /** @description `SCA_INVALID`: This authorisation has failed and cannot be confirmed. Start a new one. `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: This customer has approved this resource already. `STATUS_INVALID`: This authorisation has ended. Read its status; start a new one if the resource is still open. `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPaymentCancellation_Authorisation_GetList: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their ids. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        authorisationIds: string[];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPaymentCancellation_Authorisation_Start: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description Started. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description Path of the authorisation. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedAuthorisation"];
                };
            };
            /** @description `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `SERVICE_INVALID`: No cancellation of this payment waits for an approval. Cancel the payment first (DELETE). `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. `RESOURCE_EXPIRED`: This resource has expired or was rejected. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. `STATUS_INVALID`: Too many authorisations of this resource are open. Use one of them, or wait until they end. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPaymentCancellation_Authorisation_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorisationStatus"];
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    BulkPaymentCancellation_Authorisation_Update: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description What follows. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedAuthorisation"];
                };
            };
            /** @description `SCA_INVALID`: This authorisation has failed and cannot be confirmed. Start a new one. `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: This customer has approved this resource already. `STATUS_INVALID`: This authorisation has ended. Read its status; start a new one if the resource is still open. `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PeriodicPayment_Initiate: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address": string;
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Whether the third party starts the authorisation itself, for instance to group the resource. */
                "tpp-explicit-authorisation-preferred"?: components["parameters"]["tpp-explicit-authorisation-preferred"];
                /** @description Brand of the third party under which the customer knows it. */
                "tpp-brand-logging-information"?: components["parameters"]["tpp-brand-logging-information"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /** @description Id of the consent, unless the access token is one for a consent. */
                "consent-id"?: string;
                /** @description Whether a payment without funds is rejected instead of retried during the day. */
                "tpp-rejection-nofunds-preferred"?: components["parameters"]["tpp-rejection-nofunds-preferred"];
                /** @description Whether the bank verifies the payee itself. */
                "client-vop-requested"?: components["parameters"]["client-vop-requested"];
                /** @description Id of a verification of the payee that the third party asked for before. */
                "client-vop-request-id"?: components["parameters"]["client-vop-request-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Reference of the payer; the payee sees it. */
                    endToEndIdentification?: string;
                    /** @description Reference for the bank only. */
                    instructionIdentification?: string;
                    debtorName?: string;
                    debtorAccount?: components["schemas"]["PaymentAccount"];
                    debtorId?: string;
                    ultimateDebtor?: string;
                    instructedAmount: components["schemas"]["PaymentAmount"];
                    creditorAccount: components["schemas"]["PaymentAccount"];
                    /** @description BIC of the bank of the payee. */
                    creditorAgent?: string;
                    creditorAgentName?: string;
                    creditorName: string;
                    creditorId?: string;
                    creditorAddress?: components["schemas"]["PaymentAddress"];
                    ultimateCreditor?: string;
                    purposeCode?: string;
                    categoryPurposeCode?: string;
                    serviceLevel?: string;
                    remittanceInformationUnstructured?: string;
                    remittanceInformationUnstructuredArray?: string[];
                    remittanceInformationStructured?: string | components["schemas"]["CreditorReference"];
                    remittanceInformationStructuredArray?: components["schemas"]["CreditorReference"][];
                    /** Format: date */
                    startDate?: string;
                    /** Format: date */
                    endDate?: string;
                    /** @description Daily, Weekly, EveryTwoWeeks, Monthly, EveryTwoMonths, Quarterly, SemiAnnual, Annual or MonthlyVariable. */
                    frequency: string;
                    /** @description following, which is usual, or preceding. */
                    executionRule?: string;
                    /** @description Day of the month, 31 for its last one; of weekly orders the day of the week, 1 for Monday. */
                    dayOfExecution?: string;
                    monthsOfExecution?: string[];
                };
                "multipart/form-data": {
                    xml_sct: string;
                    json_standingorderType: {
                        /** Format: date */
                        startDate?: string;
                        /** Format: date */
                        endDate?: string;
                        /** @description Daily, Weekly, EveryTwoWeeks, Monthly, EveryTwoMonths, Quarterly, SemiAnnual, Annual or MonthlyVariable. */
                        frequency: string;
                        /** @description following, which is usual, or preceding. */
                        executionRule?: string;
                        /** @description Day of the month, 31 for its last one; of weekly orders the day of the week, 1 for Monday. */
                        dayOfExecution?: string;
                        monthsOfExecution?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Path of the payment. */
                    Location?: string;
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED; absent while it is open. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether payees of this product are verified before the approval: true or false. */
                    "aspsp-vop-supported"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiatedPayment"];
                };
            };
            /** @description `FORMAT_ERROR`: The debtor account does not exist at this bank, or no payment can be made from it. `SERVICE_INVALID`: The resource names no account, and customers choose one only on the bank's page. Name the account, or send TPP-Redirect-URI where the bank supports REDIRECT. `FORMAT_ERROR`: This bank requires PSU-ID when a payment is initiated. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `FORMAT_ERROR`: This MsgId was used before. Every pain.001 document needs a new one. `FORMAT_ERROR`: The order cannot be accepted as it is. `PERIOD_INVALID`: The standing order cannot pay in this period. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `FORMAT_ERROR`: This key was used before, and its response is no longer stored. Use a new key for a new request. `SESSIONS_NOT_SUPPORTED`: This bank offers no sessions that combine account information and payments; leave Consent-ID out. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "SERVICE_INVALID" | "PERIOD_INVALID" | "SESSIONS_NOT_SUPPORTED" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "SERVICE_INVALID" | "PERIOD_INVALID" | "SESSIONS_NOT_SUPPORTED" | "TIMESTAMP_INVALID";
                    };
                };
            };
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            /** @description `RESOURCE_UNKNOWN`: There is no such resource. `PRODUCT_UNKNOWN`: The bank does not offer this payment product. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "PRODUCT_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "PRODUCT_UNKNOWN";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: Quota of stored bytes exceeded: the size of what no customer has approved, counted until about a day after its end. Send fewer or smaller requests that are not approved. `SERVICE_BLOCKED`: Quota of open resources for this account exceeded: payments and consents that no customer has approved yet. Let the customer approve them, delete some, or wait until they expire. `SERVICE_BLOCKED`: Quota of open resources exceeded: payments, consents and signing baskets that no customer has approved yet. Let customers approve them, delete some, or wait until they expire. `SERVICE_BLOCKED`: Too many requests; wait before the next one. `SERVICE_BLOCKED`: Quota of different unknown account numbers per hour exceeded; until it is free again, no account number is looked up that this third party did not name in that hour. Retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The core banking system does not answer. Repeat the request later with the same X-Request-ID. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    PeriodicPayment_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The standing order. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Reference of the payer; the payee sees it. */
                        endToEndIdentification?: string;
                        /** @description Reference for the bank only. */
                        instructionIdentification?: string;
                        debtorName?: string;
                        debtorAccount?: components["schemas"]["PaymentAccount"];
                        debtorId?: string;
                        ultimateDebtor?: string;
                        instructedAmount: components["schemas"]["PaymentAmount"];
                        creditorAccount: components["schemas"]["PaymentAccount"];
                        /** @description BIC of the bank of the payee. */
                        creditorAgent?: string;
                        creditorAgentName?: string;
                        creditorName: string;
                        creditorId?: string;
                        creditorAddress?: components["schemas"]["PaymentAddress"];
                        ultimateCreditor?: string;
                        purposeCode?: string;
                        categoryPurposeCode?: string;
                        serviceLevel?: string;
                        remittanceInformationUnstructured?: string;
                        remittanceInformationUnstructuredArray?: string[];
                        remittanceInformationStructured?: string | components["schemas"]["CreditorReference"];
                        remittanceInformationStructuredArray?: components["schemas"]["CreditorReference"][];
                        /** Format: date */
                        startDate?: string;
                        /** Format: date */
                        endDate?: string;
                        /** @description Daily, Weekly, EveryTwoWeeks, Monthly, EveryTwoMonths, Quarterly, SemiAnnual, Annual or MonthlyVariable. */
                        frequency: string;
                        /** @description following, which is usual, or preceding. */
                        executionRule?: string;
                        /** @description Day of the month, 31 for its last one; of weekly orders the day of the week, 1 for Monday. */
                        dayOfExecution?: string;
                        monthsOfExecution?: string[];
                        transactionStatus: components["schemas"]["PaymentStatus"];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                    "multipart/form-data": unknown;
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_EXPIRED`: The payment ended without a signature; what it ordered is deleted. Its status can still be read, as application/json. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: There is no such payment. `PRODUCT_INVALID`: The payment was initiated under another payment service or product. Use the links of its initiation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PeriodicPayment_Cancel: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled, where the status says so; otherwise the payer has to approve the cancellation, which the links start. */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactionStatus: components["schemas"]["PaymentStatus"];
                        _links?: components["schemas"]["Links"];
                    };
                };
            };
            /** @description Cancelled; the bank chose not to repeat the status. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["idempotency-key-reused.invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: There is no such payment. `PRODUCT_INVALID`: The payment was initiated under another payment service or product. Use the links of its initiation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            /** @description `CANCELLATION_INVALID`: This payment cannot be cancelled any more: it was rejected or executed, is being executed, or was approved without an execution date. A bulk cannot be cancelled once its execution has begun. */
            405: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CANCELLATION_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CANCELLATION_INVALID";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            409: components["responses"]["conflict"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PeriodicPayment_GetStatus: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status, which executions do not change; for an order that was set up by pain.001 also as pain.002. A warning says that it is suspended. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentStatusReport"];
                    "application/xml": unknown;
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_EXPIRED`: The payment ended without a signature; what it ordered is deleted. Its status can still be read, as application/json. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: There is no such payment. `PRODUCT_INVALID`: The payment was initiated under another payment service or product. Use the links of its initiation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_EXPIRED" | "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN" | "PRODUCT_INVALID";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PeriodicPayment_Authorisation_GetList: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their ids. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        authorisationIds: string[];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PeriodicPayment_Authorisation_Start: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description Started. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description Path of the authorisation. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedAuthorisation"];
                };
            };
            /** @description `SERVICE_INVALID`: The resource names no account, and customers choose one only on the bank's page. Name the account, or send TPP-Redirect-URI where the bank supports REDIRECT. `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `RESOURCE_BLOCKED`: This resource is in an open signing basket. Authorise the basket, or delete it to authorise its members one by one. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "RESOURCE_BLOCKED" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "RESOURCE_BLOCKED" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. `RESOURCE_EXPIRED`: This resource has expired or was rejected. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. `STATUS_INVALID`: Too many authorisations of this resource are open. Use one of them, or wait until they end. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PeriodicPayment_Authorisation_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorisationStatus"];
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PeriodicPayment_Authorisation_Update: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description What follows. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedAuthorisation"];
                };
            };
            /** @description `SCA_INVALID`: This authorisation has failed and cannot be confirmed. Start a new one. `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: This customer has approved this resource already. `STATUS_INVALID`: This authorisation has ended. Read its status; start a new one if the resource is still open. `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PeriodicPaymentCancellation_Authorisation_GetList: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their ids. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        authorisationIds: string[];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PeriodicPaymentCancellation_Authorisation_Start: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description Started. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description Path of the authorisation. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedAuthorisation"];
                };
            };
            /** @description `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `SERVICE_INVALID`: No cancellation of this payment waits for an approval. Cancel the payment first (DELETE). `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. `RESOURCE_EXPIRED`: This resource has expired or was rejected. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. `STATUS_INVALID`: Too many authorisations of this resource are open. Use one of them, or wait until they end. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PeriodicPaymentCancellation_Authorisation_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorisationStatus"];
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    PeriodicPaymentCancellation_Authorisation_Update: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Such as sepa-credit-transfers; the profile of the bank lists those that it offers. */
                "payment-product": components["parameters"]["payment-product"];
                /** @description Id of the payment, from the response that created it. */
                paymentId: components["parameters"]["paymentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description What follows. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedAuthorisation"];
                };
            };
            /** @description `SCA_INVALID`: This authorisation has failed and cannot be confirmed. Start a new one. `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: This customer has approved this resource already. `STATUS_INVALID`: This authorisation has ended. Read its status; start a new one if the resource is still open. `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Consent_Create: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Whether the third party starts the authorisation itself, for instance to group the resource. */
                "tpp-explicit-authorisation-preferred"?: components["parameters"]["tpp-explicit-authorisation-preferred"];
                /** @description Brand of the third party under which the customer knows it. */
                "tpp-brand-logging-information"?: components["parameters"]["tpp-brand-logging-information"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    access: components["schemas"]["RequestedAccess"];
                    recurringIndicator: boolean | ("true" | "false");
                    /** Format: date */
                    validUntil: string;
                    frequencyPerDay: number | string;
                    combinedServiceIndicator?: boolean | ("true" | "false");
                    /** @description Why the accounts are read; the bank shows it to the customer. */
                    purpose?: string;
                };
            };
        };
        responses: {
            /** @description Received. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Path of the consent. */
                    Location?: string;
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED; absent while it is open. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        consentStatus: components["schemas"]["ConsentStatus"];
                        consentId: string;
                        /** @enum {unknown} */
                        scaStatus?: "received" | "psuIdentified" | "psuAuthenticated" | "scaMethodSelected" | "started" | "unconfirmed" | "finalised" | "failed" | "exempted";
                        scaMethods?: components["schemas"]["AuthenticationMethod"][];
                        chosenScaMethod?: components["schemas"]["AuthenticationMethod"];
                        challengeData?: components["schemas"]["ChallengeData"];
                        _links: components["schemas"]["Links"];
                        psuMessage?: string;
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `FORMAT_ERROR`: The consent cannot be accepted as it is. `SERVICE_INVALID`: The bank does not offer such a consent; its profile lists what it offers. `FORMAT_ERROR`: The account does not exist at this bank, or is closed. `FORMAT_ERROR`: No customer holds all of these accounts. Ask for a consent of each customer. `SERVICE_INVALID`: The resource names no account, and customers choose one only on the bank's page. Name the account, or send TPP-Redirect-URI where the bank supports REDIRECT. `FORMAT_ERROR`: This bank requires PSU-ID when a consent is created. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `SESSIONS_NOT_SUPPORTED`: This bank offers no sessions that combine account information and payments; leave combinedServiceIndicator out. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "SERVICE_INVALID" | "SESSIONS_NOT_SUPPORTED" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "SERVICE_INVALID" | "SESSIONS_NOT_SUPPORTED" | "TIMESTAMP_INVALID";
                    };
                };
            };
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: Quota of stored bytes exceeded: the size of what no customer has approved, counted until about a day after its end. Send fewer or smaller requests that are not approved. `SERVICE_BLOCKED`: Quota of open resources for this account exceeded: payments and consents that no customer has approved yet. Let the customer approve them, delete some, or wait until they expire. `SERVICE_BLOCKED`: Quota of open resources exceeded: payments, consents and signing baskets that no customer has approved yet. Let customers approve them, delete some, or wait until they expire. `SERVICE_BLOCKED`: Too many requests; wait before the next one. `SERVICE_BLOCKED`: Quota of different unknown account numbers per hour exceeded; until it is free again, no account number is looked up that this third party did not name in that hour. Retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The bank cannot look accounts up at the moment. Try again later under the same X-Request-ID. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    Consent_Get: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The consent. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access: components["schemas"]["GrantedAccess"];
                        recurringIndicator: boolean;
                        /** Format: date */
                        validUntil: string;
                        frequencyPerDay: number;
                        /** Format: date */
                        lastActionDate: string;
                        consentStatus: components["schemas"]["ConsentStatus"];
                        _links: components["schemas"]["Links"];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `CONSENT_UNKNOWN`: There is no such consent. `RESOURCE_EXPIRED`: The consent ended without a signature; what it asked for is deleted. Its status can still be read. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "RESOURCE_EXPIRED" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "RESOURCE_EXPIRED" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Consent_Delete: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended, or ended before. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["idempotency-key-reused.invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `CONSENT_UNKNOWN`: There is no such consent. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            409: components["responses"]["conflict"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Consent_GetStatus: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status, also after its end. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        consentStatus: components["schemas"]["ConsentStatus"];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `CONSENT_UNKNOWN`: There is no such consent. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Consent_Authorisation_GetList: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their ids. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        authorisationIds: string[];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Consent_Authorisation_Start: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description Started. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description Path of the authorisation. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedAuthorisation"];
                };
            };
            /** @description `SERVICE_INVALID`: The resource names no account, and customers choose one only on the bank's page. Name the account, or send TPP-Redirect-URI where the bank supports REDIRECT. `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `RESOURCE_BLOCKED`: This resource is in an open signing basket. Authorise the basket, or delete it to authorise its members one by one. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "RESOURCE_BLOCKED" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "RESOURCE_BLOCKED" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. `RESOURCE_EXPIRED`: This resource has expired or was rejected. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. `STATUS_INVALID`: Too many authorisations of this resource are open. Use one of them, or wait until they end. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Consent_Authorisation_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorisationStatus"];
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Consent_Authorisation_Update: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description What follows. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedAuthorisation"];
                };
            };
            /** @description `SCA_INVALID`: This authorisation has failed and cannot be confirmed. Start a new one. `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: This customer has approved this resource already. `STATUS_INVALID`: This authorisation has ended. Read its status; start a new one if the resource is still open. `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    FundsConfirmation_Confirm: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the consent, unless the access token is one for a consent. */
                "consent-id"?: string;
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: string;
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    account: components["schemas"]["AccountReference"];
                    cardNumber?: string;
                    payee?: string;
                    instructedAmount: {
                        currency: string;
                        amount: string;
                    };
                };
            };
        };
        responses: {
            /** @description Yes or no. Nothing is reserved on the account. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fundsAvailable: boolean;
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `CARD_INVALID`: The agreement is about another card. `CONSENT_UNKNOWN`: Consent-ID names no consent of this third party to the confirmation of funds. `FORMAT_ERROR`: The request is not well formed. `NO_PIIS_ACTIVATION`: No customer has agreed that this third party asks about the funds of this account. `FORMAT_ERROR`: The question is invalid. See the path of each message. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CARD_INVALID" | "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "NO_PIIS_ACTIVATION" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CARD_INVALID" | "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "NO_PIIS_ACTIVATION" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `CONSENT_EXPIRED`: The consent has ended. Ask for a new one. `CONSENT_INVALID`: The consent is not for this account, is not approved, was withdrawn, its customer does not hold the account any more, or its proxy has no mandate any more. GET /v2/consents/confirmation-of-funds/{consentId} shows its status and its account. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: Too many different amounts were asked about this account. The same amount as before can be repeated; another one after the seconds in Retry-After. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The bank cannot look accounts up at the moment. Try again later. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    FundsConsent_Create: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Whether the third party starts the authorisation itself, for instance to group the resource. */
                "tpp-explicit-authorisation-preferred"?: components["parameters"]["tpp-explicit-authorisation-preferred"];
                /** @description Brand of the third party under which the customer knows it. */
                "tpp-brand-logging-information"?: components["parameters"]["tpp-brand-logging-information"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    account: components["schemas"]["AccountReference"];
                    cardNumber?: string;
                    /** Format: date */
                    cardExpiryDate?: string;
                    cardInformation?: string;
                    registrationInformation?: string;
                };
            };
        };
        responses: {
            /** @description Received. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Path of the consent. */
                    Location?: string;
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED; absent while it is open. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        consentStatus: "received" | "partiallyAuthorised" | "valid" | "rejected" | "revokedByPsu" | "terminatedByTpp";
                        consentId: string;
                        /** @enum {unknown} */
                        scaStatus?: "received" | "psuIdentified" | "psuAuthenticated" | "scaMethodSelected" | "started" | "unconfirmed" | "finalised" | "failed" | "exempted";
                        scaMethods?: components["schemas"]["AuthenticationMethod"][];
                        chosenScaMethod?: components["schemas"]["AuthenticationMethod"];
                        challengeData?: components["schemas"]["ChallengeData"];
                        _links: components["schemas"]["Links"];
                        psuMessage?: string;
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `FORMAT_ERROR`: The account does not exist at this bank, or is closed. `FORMAT_ERROR`: The consent is invalid. See the path of each message. `SERVICE_INVALID`: This bank takes no consents to the confirmation of funds through this interface; piisConsentSupported of its XS2A profile says how they are given. `FORMAT_ERROR`: This bank requires PSU-ID when a consent is created. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: Quota of stored bytes exceeded: the size of what no customer has approved, counted until about a day after its end. Send fewer or smaller requests that are not approved. `SERVICE_BLOCKED`: Quota of open resources for this account exceeded: payments and consents that no customer has approved yet. Let the customer approve them, delete some, or wait until they expire. `SERVICE_BLOCKED`: Quota of open resources exceeded: payments, consents and signing baskets that no customer has approved yet. Let customers approve them, delete some, or wait until they expire. `SERVICE_BLOCKED`: Too many requests; wait before the next one. `SERVICE_BLOCKED`: Quota of different unknown account numbers per hour exceeded; until it is free again, no account number is looked up that this third party did not name in that hour. Retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The bank cannot look accounts up at the moment. Try again later. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    FundsConsent_Get: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The consent. The number of a card is masked. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            iban?: string;
                            bban?: string;
                            maskedPan?: string;
                            msisdn?: string;
                            currency?: string;
                        };
                        cardNumber?: string;
                        /** Format: date */
                        cardExpiryDate?: string;
                        cardInformation?: string;
                        registrationInformation?: string;
                        /** @enum {unknown} */
                        consentStatus: "received" | "partiallyAuthorised" | "valid" | "rejected" | "revokedByPsu" | "terminatedByTpp";
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `CONSENT_UNKNOWN`: There is no such consent. `RESOURCE_EXPIRED`: The consent ended without a signature; what it asked for is deleted. Its status can still be read. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "RESOURCE_EXPIRED" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "RESOURCE_EXPIRED" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    FundsConsent_Delete: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended, or ended before. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["idempotency-key-reused.invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `CONSENT_UNKNOWN`: There is no such consent. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            409: components["responses"]["conflict"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    FundsConsent_GetStatus: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status, also after its end. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        consentStatus: "received" | "partiallyAuthorised" | "valid" | "rejected" | "revokedByPsu" | "terminatedByTpp";
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `CONSENT_UNKNOWN`: There is no such consent. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    FundsConsent_Authorisation_GetList: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their ids. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        authorisationIds: string[];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    FundsConsent_Authorisation_Start: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description Started. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description Path of the authorisation. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedAuthorisation"];
                };
            };
            /** @description `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. `RESOURCE_EXPIRED`: This resource has expired or was rejected. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. `STATUS_INVALID`: Too many authorisations of this resource are open. Use one of them, or wait until they end. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    FundsConsent_Authorisation_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorisationStatus"];
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    FundsConsent_Authorisation_Update: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the consent. */
                consentId: components["parameters"]["consentId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description What follows. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedAuthorisation"];
                };
            };
            /** @description `SCA_INVALID`: This authorisation has failed and cannot be confirmed. Start a new one. `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: This customer has approved this resource already. `STATUS_INVALID`: This authorisation has ended. Read its status; start a new one if the resource is still open. `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Account_GetList: {
        parameters: {
            query?: {
                /** @description Whether balances are part of the response; the consent must cover them. */
                withBalance?: components["parameters"]["withBalance"];
            };
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Required without an access token for a consent. */
                "consent-id"?: components["parameters"]["consent-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How often this can be read today without the customer; absent where nothing is counted. */
                    "consent-accesses-left"?: string;
                    /** @description When the count begins again. */
                    "consent-accesses-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["AccountDetails"][];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `CONSENT_UNKNOWN`: Consent-ID names no consent of this third party. `FORMAT_ERROR`: The request is not well formed. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `CONSENT_EXPIRED`: The consent has ended. Ask for a new one. `CONSENT_INVALID`: The consent does not cover this request, is not approved, was withdrawn, or its proxy has no mandate any more. GET /v1/consents/{consentId} shows its status and access. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            /** @description `ACCESS_EXCEEDED`: This consent allows no more reads of this resource, today or at all. Wait as Retry-After says, or send PSU-IP-Address if the customer made the request; a consent for one access is used up. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The bank cannot read accounts at the moment. Try again later. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    Account_Get: {
        parameters: {
            query?: {
                /** @description Whether balances are part of the response; the consent must cover them. */
                withBalance?: components["parameters"]["withBalance"];
            };
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Required without an access token for a consent. */
                "consent-id"?: components["parameters"]["consent-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the account from the list of accounts (`resourceId`); not its IBAN. */
                "account-id": components["parameters"]["account-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How often this can be read today without the customer; absent where nothing is counted. */
                    "consent-accesses-left"?: string;
                    /** @description When the count begins again. */
                    "consent-accesses-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["AccountDetails"];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `CONSENT_UNKNOWN`: Consent-ID names no consent of this third party. `FORMAT_ERROR`: The request is not well formed. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `CONSENT_EXPIRED`: The consent has ended. Ask for a new one. `CONSENT_INVALID`: The consent does not cover this request, is not approved, was withdrawn, or its proxy has no mandate any more. GET /v1/consents/{consentId} shows its status and access. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            403: components["responses"]["forbidden.https-required"];
            /** @description `RESOURCE_UNKNOWN`: There is no such account under this consent. Ids of accounts differ between consents. `RESOURCE_UNKNOWN`: There is no such resource. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            /** @description `ACCESS_EXCEEDED`: This consent allows no more reads of this resource, today or at all. Wait as Retry-After says, or send PSU-IP-Address if the customer made the request; a consent for one access is used up. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The bank cannot read accounts at the moment. Try again later. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    Account_GetBalances: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Required without an access token for a consent. */
                "consent-id"?: components["parameters"]["consent-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the account from the list of accounts (`resourceId`); not its IBAN. */
                "account-id": components["parameters"]["account-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How often this can be read today without the customer; absent where nothing is counted. */
                    "consent-accesses-left"?: string;
                    /** @description When the count begins again. */
                    "consent-accesses-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["ReportedAccount"];
                        balances: components["schemas"]["Balance"][];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `CONSENT_UNKNOWN`: Consent-ID names no consent of this third party. `FORMAT_ERROR`: The request is not well formed. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `CONSENT_EXPIRED`: The consent has ended. Ask for a new one. `CONSENT_INVALID`: The consent does not cover this request, is not approved, was withdrawn, or its proxy has no mandate any more. GET /v1/consents/{consentId} shows its status and access. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            403: components["responses"]["forbidden.https-required"];
            /** @description `RESOURCE_UNKNOWN`: There is no such account under this consent. Ids of accounts differ between consents. `RESOURCE_UNKNOWN`: There is no such resource. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            /** @description `ACCESS_EXCEEDED`: This consent allows no more reads of this resource, today or at all. Wait as Retry-After says, or send PSU-IP-Address if the customer made the request; a consent for one access is used up. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The bank cannot read accounts at the moment. Try again later. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    CardAccount_GetList: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Required without an access token for a consent. */
                "consent-id"?: components["parameters"]["consent-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cards, with their balances where the consent covers them. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How often this can be read today without the customer; absent where nothing is counted. */
                    "consent-accesses-left"?: string;
                    /** @description When the count begins again. */
                    "consent-accesses-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cardAccounts: components["schemas"]["CardAccountDetails"][];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `CONSENT_UNKNOWN`: Consent-ID names no consent of this third party. `FORMAT_ERROR`: The request is not well formed. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `CONSENT_EXPIRED`: The consent has ended. Ask for a new one. `CONSENT_INVALID`: The consent does not cover this request, is not approved, was withdrawn, or its proxy has no mandate any more. GET /v1/consents/{consentId} shows its status and access. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            /** @description `ACCESS_EXCEEDED`: This consent allows no more reads of this resource, today or at all. Wait as Retry-After says, or send PSU-IP-Address if the customer made the request; a consent for one access is used up. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The bank cannot read accounts at the moment. Try again later. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    CardAccount_Get: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Required without an access token for a consent. */
                "consent-id"?: components["parameters"]["consent-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the account from the list of accounts (`resourceId`); not its IBAN. */
                "account-id": components["parameters"]["account-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How often this can be read today without the customer; absent where nothing is counted. */
                    "consent-accesses-left"?: string;
                    /** @description When the count begins again. */
                    "consent-accesses-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cardAccount: components["schemas"]["CardAccountDetails"];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `CONSENT_UNKNOWN`: Consent-ID names no consent of this third party. `FORMAT_ERROR`: The request is not well formed. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `CONSENT_EXPIRED`: The consent has ended. Ask for a new one. `CONSENT_INVALID`: The consent does not cover this request, is not approved, was withdrawn, or its proxy has no mandate any more. GET /v1/consents/{consentId} shows its status and access. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            403: components["responses"]["forbidden.https-required"];
            /** @description `RESOURCE_UNKNOWN`: There is no such account under this consent. Ids of accounts differ between consents. `RESOURCE_UNKNOWN`: There is no such resource. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            /** @description `ACCESS_EXCEEDED`: This consent allows no more reads of this resource, today or at all. Wait as Retry-After says, or send PSU-IP-Address if the customer made the request; a consent for one access is used up. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The bank cannot read accounts at the moment. Try again later. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    CardAccount_GetBalances: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Required without an access token for a consent. */
                "consent-id"?: components["parameters"]["consent-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the account from the list of accounts (`resourceId`); not its IBAN. */
                "account-id": components["parameters"]["account-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How often this can be read today without the customer; absent where nothing is counted. */
                    "consent-accesses-left"?: string;
                    /** @description When the count begins again. */
                    "consent-accesses-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cardAccount: components["schemas"]["ReportedAccount"];
                        balances: components["schemas"]["Balance"][];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `CONSENT_UNKNOWN`: Consent-ID names no consent of this third party. `FORMAT_ERROR`: The request is not well formed. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `CONSENT_EXPIRED`: The consent has ended. Ask for a new one. `CONSENT_INVALID`: The consent does not cover this request, is not approved, was withdrawn, or its proxy has no mandate any more. GET /v1/consents/{consentId} shows its status and access. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            403: components["responses"]["forbidden.https-required"];
            /** @description `RESOURCE_UNKNOWN`: There is no such account under this consent. Ids of accounts differ between consents. `RESOURCE_UNKNOWN`: There is no such resource. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            /** @description `ACCESS_EXCEEDED`: This consent allows no more reads of this resource, today or at all. Wait as Retry-After says, or send PSU-IP-Address if the customer made the request; a consent for one access is used up. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The bank cannot read accounts at the moment. Try again later. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    Account_GetTransactions: {
        parameters: {
            query: {
                /** @description Which transactions to list: those that are booked, pending, to come (`information`), or several. */
                bookingStatus: "booked" | "pending" | "both" | "information" | "all";
                /** @description Whether balances are part of the response; the consent must cover them. */
                withBalance?: components["parameters"]["withBalance"];
                /** @description First day of the period. */
                dateFrom?: components["parameters"]["dateFrom"];
                /** @description Last day of the period; today by default. */
                dateTo?: components["parameters"]["dateTo"];
                /** @description Only what is newer than this transaction; for banks whose profile offers it. */
                entryReferenceFrom?: components["parameters"]["entryReferenceFrom"];
                /** @description Only what is new since the last list; for banks whose profile offers it. */
                deltaList?: components["parameters"]["deltaList"];
                /** @description 0; further pages are reached by the link `next`. */
                pageIndex?: components["parameters"]["pageIndex"];
                /** @description Transactions of a page; the bank limits it. */
                itemsPerPage?: components["parameters"]["itemsPerPage"];
                /** @description From the link to a further page, never made by hand. */
                cursor?: components["parameters"]["cursor"];
            };
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Required without an access token for a consent. */
                "consent-id"?: components["parameters"]["consent-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the account from the list of accounts (`resourceId`); not its IBAN. */
                "account-id": components["parameters"]["account-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions, newest first; booked ones also as a statement in camt.053.001.08 or MT940, where the bank offers it. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How often this can be read today without the customer; absent where nothing is counted. */
                    "consent-accesses-left"?: string;
                    /** @description When the count begins again. */
                    "consent-accesses-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionReport"];
                    "application/xml": unknown;
                    "text/plain": unknown;
                };
            };
            /** @description `CONSENT_UNKNOWN`: Consent-ID names no consent of this third party. `FORMAT_ERROR`: The request is not well formed. `FORMAT_ERROR`: The cursor is invalid or older than one hour. Request the first page again. `PARAMETER_NOT_SUPPORTED`: The bank does not support this parameter or value; its profile lists what it supports. `PARAMETER_NOT_CONSISTENT`: The cursor cannot be combined with other parameters. Use the next link unchanged. `PERIOD_INVALID`: The transactions are older than 90 days. They can be read with PSU-IP-Address within one hour after the customer approved the consent. `FORMAT_ERROR`: The transactions cannot be listed by these parameters. `PERIOD_INVALID`: The document would be too long. Choose a shorter period, or read the list page by page. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "PARAMETER_NOT_SUPPORTED" | "PARAMETER_NOT_CONSISTENT" | "PERIOD_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "PARAMETER_NOT_SUPPORTED" | "PARAMETER_NOT_CONSISTENT" | "PERIOD_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `CONSENT_EXPIRED`: The consent has ended. Ask for a new one. `CONSENT_INVALID`: The consent does not cover this request, is not approved, was withdrawn, or its proxy has no mandate any more. GET /v1/consents/{consentId} shows its status and access. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            403: components["responses"]["forbidden.https-required"];
            /** @description `RESOURCE_UNKNOWN`: There is no such account under this consent. Ids of accounts differ between consents. `RESOURCE_UNKNOWN`: There is no such resource. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN";
                    };
                };
            };
            /** @description `REQUESTED_FORMATS_INVALID`: The bank does not offer this list in this format. camt.053 and MT940 have booked transactions only: use bookingStatus=booked, or Accept: application/json. `REQUESTED_FORMATS_INVALID`: No representation that this request accepts. */
            406: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "REQUESTED_FORMATS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "REQUESTED_FORMATS_INVALID";
                    };
                };
            };
            /** @description `ACCESS_EXCEEDED`: This consent allows no more reads of this resource, today or at all. Wait as Retry-After says, or send PSU-IP-Address if the customer made the request; a consent for one access is used up. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The bank cannot read accounts at the moment. Try again later. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    Account_DownloadTransactions: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Required without an access token for a consent. */
                "consent-id"?: components["parameters"]["consent-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the account from the list of accounts (`resourceId`); not its IBAN. */
                "account-id": components["parameters"]["account-id"];
                /** @description From the link `download` of a list. */
                "download-id": string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, in a format of the list. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionReport"];
                    "application/xml": unknown;
                    "text/plain": unknown;
                };
            };
            /** @description `CONSENT_UNKNOWN`: Consent-ID names no consent of this third party. `FORMAT_ERROR`: The request is not well formed. `FORMAT_ERROR`: The cursor is invalid or older than one hour. Request the first page again. `PERIOD_INVALID`: The transactions are older than 90 days. They can be read with PSU-IP-Address within one hour after the customer approved the consent. `PERIOD_INVALID`: The document would be too long. Choose a shorter period, or read the list page by page. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "PERIOD_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "PERIOD_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `CONSENT_EXPIRED`: The consent has ended. Ask for a new one. `CONSENT_INVALID`: The consent does not cover this request, is not approved, was withdrawn, or its proxy has no mandate any more. GET /v1/consents/{consentId} shows its status and access. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: There is no such download, or it is older than an hour. Ask for the transactions again. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: There is no such account under this consent. Ids of accounts differ between consents. `RESOURCE_UNKNOWN`: There is no such resource. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN";
                    };
                };
            };
            /** @description `REQUESTED_FORMATS_INVALID`: The bank does not offer this list in this format. camt.053 and MT940 have booked transactions only: use bookingStatus=booked, or Accept: application/json. `REQUESTED_FORMATS_INVALID`: No representation that this request accepts. */
            406: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "REQUESTED_FORMATS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "REQUESTED_FORMATS_INVALID";
                    };
                };
            };
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            /** @description The bank cannot read accounts at the moment. Try again later. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    Account_GetTransaction: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Required without an access token for a consent. */
                "consent-id"?: components["parameters"]["consent-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the account from the list of accounts (`resourceId`); not its IBAN. */
                "account-id": components["parameters"]["account-id"];
                /** @description Id of the transaction, from the list. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. One that was pending is shown as it was booked. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How often this can be read today without the customer; absent where nothing is counted. */
                    "consent-accesses-left"?: string;
                    /** @description When the count begins again. */
                    "consent-accesses-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactionsDetails: components["schemas"]["Transaction"];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `CONSENT_UNKNOWN`: Consent-ID names no consent of this third party. `FORMAT_ERROR`: The request is not well formed. `PERIOD_INVALID`: The transactions are older than 90 days. They can be read with PSU-IP-Address within one hour after the customer approved the consent. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "PERIOD_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "PERIOD_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `CONSENT_EXPIRED`: The consent has ended. Ask for a new one. `CONSENT_INVALID`: The consent does not cover this request, is not approved, was withdrawn, or its proxy has no mandate any more. GET /v1/consents/{consentId} shows its status and access. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `RESOURCE_UNKNOWN`: The account has no such transaction. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED" | "RESOURCE_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: There is no such account under this consent. Ids of accounts differ between consents. `RESOURCE_UNKNOWN`: There is no such resource. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            /** @description `ACCESS_EXCEEDED`: This consent allows no more reads of this resource, today or at all. Wait as Retry-After says, or send PSU-IP-Address if the customer made the request; a consent for one access is used up. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The bank cannot read accounts at the moment. Try again later. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    CardAccount_GetTransactions: {
        parameters: {
            query: {
                /** @description Which transactions to list: those that are booked, pending, to come (`information`), or several. */
                bookingStatus: "booked" | "pending" | "both";
                /** @description First day of the period. */
                dateFrom?: components["parameters"]["dateFrom"];
                /** @description Last day of the period; today by default. */
                dateTo?: components["parameters"]["dateTo"];
                /** @description Only what is newer than this transaction; for banks whose profile offers it. */
                entryReferenceFrom?: components["parameters"]["entryReferenceFrom"];
                /** @description Only what is new since the last list; for banks whose profile offers it. */
                deltaList?: components["parameters"]["deltaList"];
                /** @description 0; further pages are reached by the link `next`. */
                pageIndex?: components["parameters"]["pageIndex"];
                /** @description Transactions of a page; the bank limits it. */
                itemsPerPage?: components["parameters"]["itemsPerPage"];
                /** @description From the link to a further page, never made by hand. */
                cursor?: components["parameters"]["cursor"];
            };
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Required without an access token for a consent. */
                "consent-id"?: components["parameters"]["consent-id"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the account from the list of accounts (`resourceId`); not its IBAN. */
                "account-id": components["parameters"]["account-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions, newest first. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How often this can be read today without the customer; absent where nothing is counted. */
                    "consent-accesses-left"?: string;
                    /** @description When the count begins again. */
                    "consent-accesses-reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cardAccount: components["schemas"]["ReportedAccount"];
                        cardTransactions: components["schemas"]["CardAccountReport"];
                        balances?: components["schemas"]["Balance"][];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `CONSENT_UNKNOWN`: Consent-ID names no consent of this third party. `FORMAT_ERROR`: The request is not well formed. `FORMAT_ERROR`: The cursor is invalid or older than one hour. Request the first page again. `PARAMETER_NOT_SUPPORTED`: The bank does not support this parameter or value; its profile lists what it supports. `PARAMETER_NOT_CONSISTENT`: The cursor cannot be combined with other parameters. Use the next link unchanged. `PERIOD_INVALID`: The transactions are older than 90 days. They can be read with PSU-IP-Address within one hour after the customer approved the consent. `FORMAT_ERROR`: The transactions cannot be listed by these parameters. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "PARAMETER_NOT_SUPPORTED" | "PARAMETER_NOT_CONSISTENT" | "PERIOD_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CONSENT_UNKNOWN" | "FORMAT_ERROR" | "PARAMETER_NOT_SUPPORTED" | "PARAMETER_NOT_CONSISTENT" | "PERIOD_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `CONSENT_EXPIRED`: The consent has ended. Ask for a new one. `CONSENT_INVALID`: The consent does not cover this request, is not approved, was withdrawn, or its proxy has no mandate any more. GET /v1/consents/{consentId} shows its status and access. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "CONSENT_EXPIRED" | "CONSENT_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            403: components["responses"]["forbidden.https-required"];
            /** @description `RESOURCE_UNKNOWN`: There is no such account under this consent. Ids of accounts differ between consents. `RESOURCE_UNKNOWN`: There is no such resource. `RESOURCE_UNKNOWN`: No bank is served under this host name. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            /** @description `ACCESS_EXCEEDED`: This consent allows no more reads of this resource, today or at all. Wait as Retry-After says, or send PSU-IP-Address if the customer made the request; a consent for one access is used up. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "ACCESS_EXCEEDED" | "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            /** @description The bank cannot read accounts at the moment. Try again later. Not available at the moment. */
            503: {
                headers: {
                    /** @description The id of the request: that of the caller, or a new one. */
                    "X-Request-ID"?: string;
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"];
                };
            };
            default: components["responses"]["other-error"];
        };
    };
    SigningBasket_Create: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Whether the third party starts the authorisation itself, for instance to group the resource. */
                "tpp-explicit-authorisation-preferred"?: components["parameters"]["tpp-explicit-authorisation-preferred"];
                /** @description Brand of the third party under which the customer knows it. */
                "tpp-brand-logging-information"?: components["parameters"]["tpp-brand-logging-information"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    paymentIds?: string[];
                    consentIds?: string[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Path of the basket. */
                    Location?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        transactionStatus: "RCVD" | "PATC" | "ACTC" | "RJCT" | "CANC";
                        basketId: string;
                        _links: components["schemas"]["Links"];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            /** @description `FORMAT_ERROR`: The signing basket is invalid. See the path of each message. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `RESOURCE_EXPIRED`: The payment or consent has expired or was rejected. Create a new one. `RESOURCE_BLOCKED`: The payment or consent is in another open signing basket. Delete that one first. `RESOURCE_UNKNOWN`: There is no such payment or consent. `REFERENCE_MIX_INVALID`: These payments and consents cannot be authorised together: they must be of one customer, and at most one of them a recurring consent. `SERVICE_INVALID`: The customer must see the results of the verified payees on the bank's page. Send TPP-Redirect-URI where the bank supports REDIRECT. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "RESOURCE_EXPIRED" | "RESOURCE_BLOCKED" | "RESOURCE_UNKNOWN" | "REFERENCE_MIX_INVALID" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "RESOURCE_EXPIRED" | "RESOURCE_BLOCKED" | "RESOURCE_UNKNOWN" | "REFERENCE_MIX_INVALID" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found.unknown-host"];
            /** @description `SERVICE_INVALID`: This bank offers no signing baskets. Authorise each payment and consent alone. */
            405: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_INVALID";
                    };
                };
            };
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. `REFERENCE_STATUS_INVALID`: The payment or consent takes no authorisation: it is authorised or has ended, its payee is not confirmed yet, or it leaves its accounts to the customer. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID" | "REFERENCE_STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID" | "REFERENCE_STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: Quota of stored bytes exceeded: the size of what no customer has approved, counted until about a day after its end. Send fewer or smaller requests that are not approved. `SERVICE_BLOCKED`: Quota of open resources exceeded: payments, consents and signing baskets that no customer has approved yet. Let customers approve them, delete some, or wait until they expire. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    SigningBasket_Get: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the signing basket. */
                basketId: components["parameters"]["basketId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The basket, also after its end. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        payments?: string[];
                        consents?: string[];
                        /** @enum {unknown} */
                        transactionStatus: "RCVD" | "PATC" | "ACTC" | "RJCT" | "CANC";
                        _links: components["schemas"]["Links"];
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: There is no such signing basket. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    SigningBasket_Delete: {
        parameters: {
            query?: never;
            header: {
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the signing basket. */
                basketId: components["parameters"]["basketId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or ended before. Its payments and consents stay as they were. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["idempotency-key-reused.invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: There is no such signing basket. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            /** @description `STATUS_INVALID`: A signing basket cannot be deleted after its first signature. `STATUS_INVALID`: The resource changed meanwhile or is in another state. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    SigningBasket_GetStatus: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the signing basket. */
                basketId: components["parameters"]["basketId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status, also after its end. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        transactionStatus: "RCVD" | "PATC" | "ACTC" | "RJCT" | "CANC";
                        /** @description Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains. */
                        tppMessages?: components["schemas"]["TppWarning"][];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: There is no such signing basket. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    SigningBasket_Authorisation_GetList: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the signing basket. */
                basketId: components["parameters"]["basketId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their ids. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        authorisationIds: string[];
                    };
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    SigningBasket_Authorisation_Start: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /** @description Whether the customer prefers a page of the bank (`true`) or embedded fields (`false`). */
                "tpp-redirect-preferred"?: components["parameters"]["tpp-redirect-preferred"];
                /** @description Whether the customer prefers to approve on a device. */
                "tpp-decoupled-preferred"?: components["parameters"]["tpp-decoupled-preferred"];
                /** @description Where the browser returns to after the approval. */
                "tpp-redirect-uri"?: components["parameters"]["tpp-redirect-uri"];
                /** @description Where the browser returns to if the approval fails; `tpp-redirect-uri` by default. */
                "tpp-nok-redirect-uri"?: components["parameters"]["tpp-nok-redirect-uri"];
                /** @description Where changes of status are sent. */
                "tpp-notification-uri"?: components["parameters"]["tpp-notification-uri"];
                /** @description Which changes are sent: `SCA`, `PROCESS`, or only the `LAST` one. */
                "tpp-notification-content-preferred"?: components["parameters"]["tpp-notification-content-preferred"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the signing basket. */
                basketId: components["parameters"]["basketId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description Started. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description Whether changes are sent to TPP-Notification-URI: true or false; absent where none was given, or the bank sends none. */
                    "aspsp-notification-support"?: string;
                    /** @description Which changes are sent: status= and some of SCA, PROCESS, LAST. */
                    "aspsp-notification-content"?: string;
                    /** @description Path of the authorisation. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedAuthorisation"];
                };
            };
            /** @description `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `SERVICE_INVALID`: The customer must see the results of the verified payees on the bank's page. Send TPP-Redirect-URI where the bank supports REDIRECT. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `FORMAT_ERROR`: TPP-Redirect-URI is required: the customer approves on a page of the bank. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. `RESOURCE_EXPIRED`: This resource has expired or was rejected. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED" | "RESOURCE_EXPIRED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. `STATUS_INVALID`: Too many authorisations of this resource are open. Use one of them, or wait until they end. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    SigningBasket_Authorisation_Get: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the signing basket. */
                basketId: components["parameters"]["basketId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorisationStatus"];
                };
            };
            400: components["responses"]["invalid.timestamp-invalid"];
            401: components["responses"]["certificate-blocked.certificate-expired.certificate-invalid.certificate-missing.certificate-revoked.role-invalid.signature-invalid.signature-missing.token-expired.token-invalid.token-unknown.unauthorized"];
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    SigningBasket_Authorisation_Update: {
        parameters: {
            query?: never;
            header: {
                /** @description Name by which the customer signs in at the bank. */
                "psu-id"?: components["parameters"]["psu-id"];
                /** @description Kind of that name, where the bank has several. */
                "psu-id-type"?: components["parameters"]["psu-id-type"];
                /** @description Id of the company that the customer acts for. */
                "psu-corporate-id"?: components["parameters"]["psu-corporate-id"];
                /** @description Kind of that id, where the bank has several. */
                "psu-corporate-id-type"?: components["parameters"]["psu-corporate-id-type"];
                /** @description IP address of the customer. With it the customer takes part, and the request is not counted. */
                "psu-ip-address"?: components["parameters"]["psu-ip-address"];
                /** @description IP port of the customer’s own request. */
                "psu-ip-port"?: components["parameters"]["psu-ip-port"];
                /** @description The header `Accept` of the customer’s own request. */
                "psu-accept"?: components["parameters"]["psu-accept"];
                /** @description The header `Accept-Charset` of the customer’s own request. */
                "psu-accept-charset"?: components["parameters"]["psu-accept-charset"];
                /** @description The header `Accept-Encoding` of the customer’s own request. */
                "psu-accept-encoding"?: components["parameters"]["psu-accept-encoding"];
                /** @description The header `Accept-Language` of the customer’s own request. */
                "psu-accept-language"?: components["parameters"]["psu-accept-language"];
                /** @description The header `User-Agent` of the customer’s own request. */
                "psu-user-agent"?: components["parameters"]["psu-user-agent"];
                /** @description The method of the customer’s own request. */
                "psu-http-method"?: components["parameters"]["psu-http-method"];
                /** @description Id of the customer’s device or app installation. */
                "psu-device-id"?: components["parameters"]["psu-device-id"];
                /** @description Where the customer is, such as `GEO:52.506931;13.144558`. */
                "psu-geo-location"?: components["parameters"]["psu-geo-location"];
                /**
                 * @description Identifies the request; the response repeats it. A change with the same id and body takes effect once.
                 * @example 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
                 */
                "X-Request-ID": components["parameters"]["X-Request-ID"];
                /**
                 * @description SHA-256 or SHA-512 of the body, also of an empty one. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                 */
                Digest?: components["parameters"]["Digest"];
                /**
                 * @description Signature of draft-cavage-http-signatures-10 over the headers that it lists, among them digest and x-request-id. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example keyId="SN=9FA1,CA=CN=Test%20QTSP%20CA,O=Test,C=NL",algorithm="rsa-sha256",headers="digest x-request-id",signature="bm90IGEgc2lnbmF0dXJl"
                 */
                Signature?: components["parameters"]["Signature"];
                /**
                 * @description The certificate of the signature (QSEAL), base64 of its DER bytes. Required where the bank's profile has `tppSignatureRequired`; verified in any case.
                 * @example MIIC5TCCAoqgAwIBAgIQ
                 */
                "TPP-Signature-Certificate"?: components["parameters"]["TPP-Signature-Certificate"];
            };
            path: {
                /** @description Id of the signing basket. */
                basketId: components["parameters"]["basketId"];
                /** @description Id of the authorisation, from its list or from the response that started it. */
                authorisationId: components["parameters"]["authorisationId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorisationData"];
            };
        };
        responses: {
            /** @description What follows. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description How the customer approves: EMBEDDED, REDIRECT or DECOUPLED. */
                    "aspsp-sca-approach"?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedAuthorisation"];
                };
            };
            /** @description `SCA_INVALID`: This authorisation has failed and cannot be confirmed. Start a new one. `FORMAT_ERROR`: PSU-ID is required: the customer is not named yet. `FORMAT_ERROR`: This key was used before with another request. `FORMAT_ERROR`: The request is not well formed. `SCA_METHOD_UNKNOWN`: The customer has no such method of authentication. `SERVICE_INVALID`: Another step comes first. Follow the links of the authorisation. `FORMAT_ERROR`: Encrypted passwords are not supported. Send `password`; the connection is encrypted. `TIMESTAMP_INVALID`: Date is more than 15 minutes before or after the time at the bank. Send the time of the request. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SCA_INVALID" | "FORMAT_ERROR" | "SCA_METHOD_UNKNOWN" | "SERVICE_INVALID" | "TIMESTAMP_INVALID";
                    };
                };
            };
            /** @description `CERTIFICATE_BLOCKED`: The client certificate is blocked. `CERTIFICATE_EXPIRED`: The client certificate has expired. `CERTIFICATE_INVALID`: The client certificate is not accepted. `CERTIFICATE_MISSING`: A client certificate is needed. `CERTIFICATE_REVOKED`: The client certificate has been revoked. `PSU_CREDENTIALS_INVALID`: Customer, password or code is wrong, or the customer is blocked. `ROLE_INVALID`: The certificate does not carry the role this service needs. `SIGNATURE_INVALID`: The signature of the request is not accepted. `SIGNATURE_MISSING`: The request must be signed. `TOKEN_EXPIRED`: The access token has expired. Request a new one. `TOKEN_INVALID`: The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one. `TOKEN_UNKNOWN`: The access token is missing, or is not one of this bank. Request one from its authorization server. `TOKEN_INVALID`: Authentication is missing or not accepted. */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "CERTIFICATE_BLOCKED" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CERTIFICATE_MISSING" | "CERTIFICATE_REVOKED" | "PSU_CREDENTIALS_INVALID" | "ROLE_INVALID" | "SIGNATURE_INVALID" | "SIGNATURE_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "TOKEN_UNKNOWN";
                    };
                };
            };
            /** @description `RESOURCE_UNKNOWN`: No such resource, or no such authorisation of it. `SERVICE_BLOCKED`: This customer may not approve this at present. The customer should contact the bank. `SERVICE_BLOCKED`: This caller may not do this. `SERVICE_BLOCKED`: Use https. `SERVICE_BLOCKED`: In this approach the customer does this at the bank. Follow the links of the authorisation. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "RESOURCE_UNKNOWN" | "SERVICE_BLOCKED";
                    };
                };
            };
            404: components["responses"]["not-found.unknown-host"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            /** @description `STATUS_INVALID`: This customer has approved this resource already. `STATUS_INVALID`: This authorisation has ended. Read its status; start a new one if the resource is still open. `STATUS_INVALID`: The resource changed meanwhile or is in another state. `STATUS_INVALID`: This resource takes no more authorisations. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "STATUS_INVALID";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "STATUS_INVALID";
                    };
                };
            };
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description `SERVICE_BLOCKED`: The customer is being asked on a device already. Wait until that request has ended. `SERVICE_BLOCKED`: Too many requests; wait before the next one. */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description The limit that was exceeded, and when it is free again; absent if another limit refused. */
                    RateLimit?: string;
                    /** @description Quota and window of that limit. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tpp-messages"] & {
                        tppMessages: (components["schemas"]["TppMessage"] & {
                            /** @enum {unknown} */
                            code: "SERVICE_BLOCKED";
                        })[];
                    };
                    "application/problem+json": components["schemas"]["tpp-problem"] & {
                        /** @enum {unknown} */
                        code: "SERVICE_BLOCKED";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
}
