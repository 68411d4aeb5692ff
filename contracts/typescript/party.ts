// Made by `npm run generate`. Do not edit.
export interface paths {
    "/v1/party/parties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List parties by filters
         * @description Pages through parties that match all filters. Filter by exact values such as id number, phone number or e-mail address; use the search operation for words.
         */
        get: operations["Parties_GetList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/party/parties/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List parties that changed after a token
         * @description Keeps a copy up to date. Start without a token, then call again with the `sync-token` of the last response while `has-more` is true. The same party may appear again.
         */
        get: operations["Parties_Sync"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/party/parties/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search parties by words and location, the best first
         * @description Finds parties by words, also with small spelling differences, and by distance from a point. Results are ordered by how well they match.
         */
        get: operations["Parties_Search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/party/parties/{party-number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One party
         * @description The current record. `include` adds parts that are left out by default, `trim` leaves members out. Use the `ETag` as `If-Match` of the next change.
         */
        get: operations["Parties_Get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/party/parties/{party-number}/as-of": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a party as it was on a day, according to what was recorded at a point in time
         * @description The record as it was on a day (`true-on`), according to what the bank knew at a time (`known-at`). Use it for audits and disputes.
         */
        get: operations["Parties_GetAsOf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/party/parties/{party-number}/relationships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the relationships of a party
         * @description Owners, representatives, mandates and other relationships of the party, in both directions; `role` says which side it has.
         */
        get: operations["Parties_Relationship_GetList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/party/parties/{party-number}/id-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the identification documents of a party, newest first
         * @description All documents, also expired and replaced ones; `status` says which are valid.
         */
        get: operations["Parties_IdDocuments_GetList"];
        put?: never;
        /**
         * Register an identification document of an individual
         * @description Adds a document that the bank has seen. A document that is registered already, or has expired, is rejected.
         */
        post: operations["Parties_RegisterIdentificationDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/party/parties/{party-number}/servicing-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the servicing unit and managers of a party
         * @description Replaces the members that the body has. Managers must belong to the servicing unit.
         */
        patch: operations["Party_ModifyServicingInfo"];
        trace?: never;
    };
    "/v1/party/parties/{party-number}/contact-preference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the contact preference of a party: language, purposes and media
         * @description Replaces the members that the body has. An opt-in and an opt-out for the same purpose and medium contradict each other and are rejected.
         */
        patch: operations["Parties_ContactPreference_Modify"];
        trace?: never;
    };
    "/v1/party/parties/{party-number}/contact-points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contact points of a party, the primary ones first
         * @description Phone numbers, e-mail and postal addresses and social accounts that are valid now; `include-expired` adds the earlier ones.
         */
        get: operations["Parties_GetContactPoints"];
        put?: never;
        /**
         * Register a contact point
         * @description Adds a contact point; it starts unverified. A customer needs strong authentication.
         */
        post: operations["Parties_RegisterContactPoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/party/parties/{party-number}/contact-points/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a contact point
         * @description Changes the members that the body has; null clears an optional date. A changed address is unverified again. A customer needs strong authentication.
         */
        patch: operations["Parties_ModifyContactPoint"];
        trace?: never;
    };
    "/v1/party/parties/individuals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an individual, or upgrade one to a higher profile
         * @description Creates a party and returns its number. If the id number is known with a lower registration profile, the existing party is upgraded instead.
         */
        post: operations["Individuals_Register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/party/parties/individuals/{party-number}/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct data that was recorded wrongly
         * @description For errors in the record, not for changes in life: history before and after the correction stays. Some members require the approval of a second employee.
         */
        patch: operations["Individuals_ApplyCorrections"];
        trace?: never;
    };
    "/v1/party/parties/individuals/{party-number}/surname": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the surname of an individual
         * @description For a change by marriage or by decision of an authority, with the new identification document. The birth surname stays.
         */
        patch: operations["Individuals_ChangeSurname"];
        trace?: never;
    };
    "/v1/party/parties/individuals/{party-number}/employmentprofile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the employment profile of an individual
         * @description Changes the members that the body has; null clears an optional one.
         */
        patch: operations["Individuals_ModifyEmploymentProfile"];
        trace?: never;
    };
    "/v1/party/parties/individuals/{party-number}/residentialprofile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the residential profile of an individual
         * @description Changes the members that the body has; null clears an optional one.
         */
        patch: operations["Individuals_ModifyResidentialProfile"];
        trace?: never;
    };
    "/v1/party/parties/individuals/{party-number}/death-report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the death of an individual
         * @description Records the date of death. Users of the party are suspended and messages to it cancelled once the death is confirmed.
         */
        post: operations["Individuals_ReportDeath"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/party/parties/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an organization, or upgrade one to a higher profile
         * @description Creates a party and returns its number. If the id number is known with a lower registration profile, the existing party is upgraded instead.
         */
        post: operations["Organizations_Register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/party/parties/organizations/{party-number}/name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change names or legal structure of an organization
         * @description Changes the members that the body has; at least one must differ from the record.
         */
        patch: operations["Organization_ModifyBusinessName"];
        trace?: never;
    };
    "/v1/party/parties/organizations/{party-number}/ownership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Replace the owners of an organization
         * @description Replaces the whole list of owners. Shares must not exceed 100 percent, and a beneficial owner must be among them.
         */
        patch: operations["Organization_ChangeOwnership"];
        trace?: never;
    };
    "/v1/party/parties/organizations/{party-number}/size": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change size and measures of an organization
         * @description Changes the members that the body has. Size class and measures must fit each other.
         */
        patch: operations["Organization_ModifySize"];
        trace?: never;
    };
    "/v1/party/classifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the classifications that members of this interface use
         * @description Lists of literals, such as occupations and countries, that members of this interface take their values from. Cache them by `ETag`.
         */
        get: operations["Party_Classifications_GetList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/party/classifications/{schema-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one classification with its values
         * @description The literals of one list with their names in the language of `Accept-Language`.
         */
        get: operations["Party_Classifications_Get"];
        put?: never;
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
        /** @description `problem` names the reason; `message` is for people. */
        "business-problem": {
            problem: string;
            message: string;
            details?: string | Record<string, never>;
            type: string;
            status: number;
            "trace-id"?: string;
        };
        /** @description The request does not match its schema; one entry for each field. */
        "validation-problem": {
            title: string;
            status: number;
            errors: components["schemas"]["FieldError"][];
        };
        /** @description A phone number, an electronic or a postal address; `kind` says which members it has. */
        Address: {
            /** @enum {unknown} */
            kind?: "phone" | "email" | "social" | "web" | "postal";
            number?: string;
            extension?: string;
            "country-code"?: string;
            "national-destination-code"?: string;
            "subscriber-number"?: string;
            value?: string;
            provider?: string;
            label?: string;
            "street-name"?: string;
            "building-number"?: string;
            "post-code"?: string;
            "town-name"?: string;
            "country-subdivision"?: string;
            country?: string;
            "street-code"?: string;
            "town-code"?: string;
            "address-code"?: string;
            coordinates?: components["schemas"]["Coordinates"];
        };
        /** @description An address. The method of the contact point says which members are required. */
        AddressInput: {
            kind?: string;
            number?: string;
            extension?: string;
            "country-code"?: unknown;
            "national-destination-code"?: unknown;
            "subscriber-number"?: unknown;
            value?: string;
            provider?: string;
            label?: string;
            "street-name"?: string;
            "building-number"?: string;
            "post-code"?: string;
            "town-name"?: string;
            "country-subdivision"?: string;
            country?: string;
            "street-code"?: string;
            "town-code"?: string;
            "address-code"?: string;
            coordinates?: components["schemas"]["CoordinatesInput"];
        };
        /** @description What the party allows or refuses to be contacted about, and by which medium. */
        ContactChoice: {
            purpose?: string;
            /**
             * @description Absent: every medium.
             * @enum {unknown}
             */
            "contact-medium"?: "email" | "sms" | "push" | "mailbox" | "letter";
            /** Format: date-time */
            since?: string;
            /** @description Where the party chose it. */
            channel?: string;
        };
        /** @description What the party allows to be contacted about, and by which medium. */
        ContactOptInInput: {
            /** @description A literal of the classification `contact-purposes`. */
            purpose: string;
            /**
             * @description Absent: every medium.
             * @enum {unknown}
             */
            "contact-medium"?: "email" | "sms" | "push" | "mailbox" | "letter";
            since?: unknown;
            channel?: unknown;
        };
        /** @description What the party refuses to be contacted about, and by which medium. */
        ContactOptOutInput: {
            /** @description A literal of the classification `contact-purposes`. */
            purpose: string;
            /**
             * @description Absent: every medium.
             * @enum {unknown}
             */
            "contact-medium"?: "email" | "sms" | "push" | "mailbox" | "letter";
            since?: unknown;
            channel?: unknown;
        };
        /** @description A way to reach the party. */
        ContactPoint: {
            id?: string;
            uri?: string;
            /** @enum {unknown} */
            method?: "postal" | "landline" | "mobile" | "fax" | "email" | "web" | "social";
            /** @enum {unknown} */
            usage?: "primary" | "home" | "work" | "legal" | "delivery" | "temporary" | "other";
            address?: components["schemas"]["Address"];
            "contact-preference"?: components["schemas"]["ContactPreference"];
            /** Format: date */
            "valid-from"?: string;
            /** Format: date */
            "valid-until"?: string;
            /** @description Whether the party proved that it can be reached there. */
            verified?: boolean;
        };
        /** @description How the party wants to be contacted. */
        ContactPreference: {
            "preferred-language"?: string;
            "opt-ins"?: components["schemas"]["ContactChoice"][];
            "opt-outs"?: components["schemas"]["ContactChoice"][];
            uri?: string;
        };
        /** @description How the party wants to be contacted. */
        ContactPreferenceInput: {
            /** Format: language */
            "preferred-language"?: string;
            "opt-ins"?: components["schemas"]["ContactOptInInput"][];
            "opt-outs"?: components["schemas"]["ContactOptOutInput"][];
            uri?: unknown;
        };
        /** @description A point on the earth (WGS 84), in degrees. */
        Coordinates: {
            lat?: number;
            long?: number;
        };
        /** @description A point on the earth (WGS 84), in degrees. */
        CoordinatesInput: {
            lat: number;
            long: number;
        };
        /** @description What a change created or changed. */
        Created: {
            /** @description Its id. */
            id: string;
            /** @description Its address. */
            uri: string;
        };
        /** @description What the party is to the bank. */
        Customer: {
            /** @enum {unknown} */
            status?: "potential" | "prospective" | "active" | "dormant" | "former" | "declined" | "rejected";
            sector?: string;
            segment?: string;
            /** Format: date */
            "status-since"?: string;
            "status-reason"?: string;
        };
        /** @description When the individual died. */
        Death: {
            /** Format: date */
            date?: string;
            /** Format: date */
            "reported-on"?: string;
        };
        /** @description An e-mail address. */
        ElectronicAddressInput: {
            kind?: string;
            value: string;
            /** @description For social accounts, the network. */
            provider?: string;
        };
        /** @description The employment of an individual. */
        Employment: {
            "employer-name"?: string;
            "employer-party-number"?: string;
            /** Format: date */
            "employed-since"?: string;
            "job-title"?: string;
            "tenure-years"?: number;
            "experience-years"?: number;
            "education-level"?: string;
            occupation?: string;
            industry?: string;
            /** @enum {unknown} */
            "contract-kind"?: "permanent" | "fixed-term" | "temporary";
            "net-monthly-income"?: components["schemas"]["Money"];
        };
        /** @description One field of the request that is wrong. */
        FieldError: {
            /** @description Path of the field, such as `items[3].status`; absent if the request as a whole is wrong. */
            field?: string;
            /**
             * @description Reason, for programs.
             * @enum {unknown}
             */
            code: "required" | "unknown-field" | "type" | "too-short" | "too-long" | "too-few" | "too-many" | "pattern" | "format" | "enum" | "minimum" | "maximum" | "duplicate" | "combination-required" | "combination-not-allowed" | "checksum" | "mismatch" | "malformed";
            /** @description Reason, for people; in English. */
            message: string;
        };
        /** @description An identification document that the bank has seen. */
        IdentificationDocument: {
            id?: string;
            /** @enum {unknown} */
            kind?: "passport" | "identity-card" | "driver-license" | "residence-permit";
            "document-number"?: string;
            /** Format: date */
            "issue-date"?: string;
            /** Format: date */
            "expiry-date"?: string;
            "issuing-country"?: string;
            "issuing-authority"?: string;
            "place-of-issue"?: string;
            "place-of-issue-code"?: string;
            "content-url"?: string;
            /** @enum {unknown} */
            status?: "valid" | "expired" | "replaced" | "revoked";
            /** Format: date-time */
            "registered-on"?: string;
            "verified-by"?: string;
        };
        /** @description An identification document that the bank has seen. */
        IdentificationDocumentInput: {
            /** @enum {unknown} */
            kind: "passport" | "identity-card" | "driver-license" | "residence-permit";
            "document-number": string;
            /** Format: date */
            "issue-date": string;
            /** Format: date */
            "expiry-date"?: string;
            "issuing-country": string;
            "issuing-authority": string;
            "place-of-issue"?: string;
            "place-of-issue-code"?: string;
            "content-url"?: string;
            id?: unknown;
            status?: unknown;
            "registered-on"?: unknown;
            "verified-by"?: unknown;
        };
        /** @description An amount of money. */
        Money: {
            /** @description ISO 4217. */
            currency: string;
            /** @description Decimal number with a point. */
            amount: string;
        };
        /** @description An amount of money. */
        MoneyInput: {
            /** @description ISO 4217. */
            currency: string;
            /** @description Decimal number with a point. */
            amount: string;
        };
        /** @description Size class and measures of the organization. */
        OrganizationSize: {
            /** @enum {unknown} */
            size?: "micro" | "small" | "medium" | "large";
            headcount?: number;
            "annual-turnover"?: components["schemas"]["Money"];
            "balance-sheet-total"?: components["schemas"]["Money"];
            "fiscal-year"?: number;
        };
        /** @description An owner: a party by its number, or another one by name and id number. */
        OwnerInput: {
            "party-number"?: string;
            name?: string;
            "id-number"?: string;
            /** @enum {unknown} */
            "id-kind"?: "registration-number" | "tax-id-number" | "personal-id-number" | "identity-card-number" | "passport-number" | "driver-license-number" | "social-security-number";
            /** @description Percent. */
            share: number;
            /** @description Whether the owner controls the organization in the end. */
            "is-beneficial-owner"?: boolean;
            /** @description A literal of the classification `control-kinds`. */
            "control-kind"?: string;
        };
        /** @description Who owns the organization. */
        Ownership: {
            "ownership-kind"?: string;
            owners?: {
                "party-number"?: string;
                name?: string;
                /** @enum {unknown} */
                "id-kind"?: "registration-number" | "tax-id-number" | "personal-id-number" | "identity-card-number" | "passport-number" | "driver-license-number" | "social-security-number";
                "id-number"?: string;
                share?: number;
                "is-beneficial-owner"?: boolean;
                "control-kind"?: string;
            }[];
            "content-url"?: string;
        };
        /** @description A party. `kind` says which members it can have; `include` and `trim` say which of them are returned. */
        Party: {
            /** @enum {unknown} */
            kind: "individual" | "organization";
            "party-number": string;
            "display-name"?: string;
            /** @enum {unknown} */
            "registration-profile"?: "contact" | "prospect" | "customer";
            /** @enum {unknown} */
            "record-state"?: "live" | "merged" | "erased";
            "country-of-residence"?: string;
            "picture-url"?: string;
            "id-number"?: string;
            /** @enum {unknown} */
            "id-kind"?: "registration-number" | "tax-id-number" | "personal-id-number" | "identity-card-number" | "passport-number" | "driver-license-number" | "social-security-number";
            "id-issuing-country"?: string;
            customer?: components["schemas"]["Customer"];
            "contact-preference"?: components["schemas"]["ContactPreference"];
            "servicing-info"?: components["schemas"]["ServicingInfo"];
            "contact-points"?: components["schemas"]["ContactPoint"][];
            relationships?: components["schemas"]["Relationship"][];
            /** Format: date-time */
            created?: string;
            /** Format: date-time */
            "last-modified"?: string;
            "sync-token"?: string;
            "full-name"?: string;
            "given-name"?: string;
            "middle-name"?: string;
            surname?: string;
            "birth-surname"?: string;
            /** @enum {unknown} */
            gender?: "female" | "male" | "not-known" | "not-applicable";
            /** Format: date */
            "birth-date"?: string;
            "birth-place"?: string;
            "birth-place-code"?: string;
            "birth-country"?: string;
            citizenships?: string[];
            /** @enum {unknown} */
            "legal-capacity"?: "full" | "limited" | "none" | "unknown";
            /** @enum {unknown} */
            "marital-status"?: "single" | "married" | "registered-partnership" | "separated" | "divorced" | "widowed" | "unknown";
            /** @enum {unknown} */
            "employment-status"?: "employed" | "self-employed" | "unemployed" | "student" | "retired" | "homemaker" | "other";
            employment?: components["schemas"]["Employment"];
            "residential-profile"?: components["schemas"]["ResidentialProfile"];
            "tax-residencies"?: components["schemas"]["TaxResidency"][];
            /** @enum {unknown} */
            "individual-status"?: "living" | "deceased";
            death?: components["schemas"]["Death"];
            "id-documents"?: components["schemas"]["IdentificationDocument"][];
            "registered-name"?: string;
            "commercial-name"?: string;
            "legal-structure"?: string;
            "organization-purpose"?: string;
            "sole-trader"?: boolean;
            /** Format: date */
            established?: string;
            lei?: string;
            industry?: string;
            ownership?: components["schemas"]["Ownership"];
            size?: components["schemas"]["OrganizationSize"];
        };
        /** @description A party in its present state. */
        PartyChange: {
            /** @enum {unknown} */
            kind: "individual" | "organization";
            "party-number": string;
            "display-name"?: string;
            /** @enum {unknown} */
            "registration-profile"?: "contact" | "prospect" | "customer";
            /**
             * @description Delete the copy of an erased party.
             * @enum {unknown}
             */
            "record-state"?: "live" | "merged" | "erased";
            "country-of-residence"?: string;
            "picture-url"?: string;
            "id-number"?: string;
            /** @enum {unknown} */
            "id-kind"?: "registration-number" | "tax-id-number" | "personal-id-number" | "identity-card-number" | "passport-number" | "driver-license-number" | "social-security-number";
            "id-issuing-country"?: string;
            customer?: components["schemas"]["Customer"];
            "contact-preference"?: components["schemas"]["ContactPreference"];
            "servicing-info"?: components["schemas"]["ServicingInfo"];
            "contact-points"?: components["schemas"]["ContactPoint"][];
            relationships?: components["schemas"]["Relationship"][];
            /** Format: date-time */
            created?: string;
            /** Format: date-time */
            "last-modified"?: string;
            "sync-token"?: string;
            "full-name"?: string;
            "given-name"?: string;
            "middle-name"?: string;
            surname?: string;
            "birth-surname"?: string;
            /** @enum {unknown} */
            gender?: "female" | "male" | "not-known" | "not-applicable";
            /** Format: date */
            "birth-date"?: string;
            "birth-place"?: string;
            "birth-place-code"?: string;
            "birth-country"?: string;
            citizenships?: string[];
            /** @enum {unknown} */
            "legal-capacity"?: "full" | "limited" | "none" | "unknown";
            /** @enum {unknown} */
            "marital-status"?: "single" | "married" | "registered-partnership" | "separated" | "divorced" | "widowed" | "unknown";
            /** @enum {unknown} */
            "employment-status"?: "employed" | "self-employed" | "unemployed" | "student" | "retired" | "homemaker" | "other";
            employment?: components["schemas"]["Employment"];
            "residential-profile"?: components["schemas"]["ResidentialProfile"];
            "tax-residencies"?: components["schemas"]["TaxResidency"][];
            /** @enum {unknown} */
            "individual-status"?: "living" | "deceased";
            death?: components["schemas"]["Death"];
            "id-documents"?: components["schemas"]["IdentificationDocument"][];
            "registered-name"?: string;
            "commercial-name"?: string;
            "legal-structure"?: string;
            "organization-purpose"?: string;
            "sole-trader"?: boolean;
            /** Format: date */
            established?: string;
            lei?: string;
            industry?: string;
            ownership?: components["schemas"]["Ownership"];
            size?: components["schemas"]["OrganizationSize"];
            /** @description The party that this one was merged into. */
            "survivor-party-number"?: string;
        };
        /** @description Parties that changed. */
        PartyChanges: {
            items: components["schemas"]["PartyChange"][];
            /** @description Send it with the next call. */
            "sync-token": string;
            /** @description Whether to call again at once. */
            "has-more": boolean;
        };
        /** @description A page of a list of parties. */
        PartyPage: {
            page: number;
            "page-size": number;
            "total-count": number;
            "total-pages": number;
            /** @description Whether the count was estimated because it is large. */
            "total-count-is-estimate"?: boolean;
            items: components["schemas"]["Party"][];
            /** @enum {unknown} */
            "sort-by": "party-number" | "display-name" | "customer.status" | "created" | "last-modified";
            /** @enum {unknown} */
            "sort-order": "asc" | "desc";
        };
        /** @description A page of search results. */
        PartySearchPage: {
            page: number;
            "page-size": number;
            "total-count": number;
            "total-pages": number;
            /** @description Whether the count was estimated because it is large. */
            "total-count-is-estimate"?: boolean;
            items: components["schemas"]["Party"][];
        };
        /** @description A phone number, international or as dialled in the country of the bank. */
        PhoneInput: {
            kind?: string;
            number: string;
            extension?: string;
            "country-code"?: unknown;
            "national-destination-code"?: unknown;
            "subscriber-number"?: unknown;
        };
        /** @description A postal address. */
        PostalAddressInput: {
            kind?: string;
            /** @description The lines of the address as printed. */
            label?: string;
            "street-name"?: string;
            "building-number"?: string;
            "post-code"?: string;
            "town-name": string;
            "country-subdivision"?: string;
            /** @description ISO 3166-1 alpha-2. */
            country: string;
            "street-code"?: string;
            "town-code"?: string;
            "address-code"?: string;
            coordinates?: components["schemas"]["CoordinatesInput"];
        };
        /** @description A relationship to another party. */
        Relationship: {
            id?: string;
            /** @enum {unknown} */
            kind?: "kinship" | "ownership" | "mandate" | "work";
            /**
             * @description Which side this party has.
             * @enum {unknown}
             */
            role?: "spouse" | "parent" | "child" | "sibling" | "kin" | "investor" | "investee" | "proxy" | "principal" | "employee" | "employer";
            "to-party"?: {
                "party-number"?: string;
                "display-name"?: string;
                /** @enum {unknown} */
                kind?: "individual" | "organization";
            };
            /** @description Percent, of ownerships. */
            share?: number;
            "is-beneficial-owner"?: boolean;
            mandate?: {
                scope?: string[];
                "signing-group"?: string;
            };
            /** Format: date */
            "valid-from"?: string;
            /** Format: date */
            "valid-until"?: string;
        };
        /** @description Where and how an individual lives. */
        ResidentialProfile: {
            /** @enum {unknown} */
            "residence-status"?: "resident" | "non-resident";
            /** @enum {unknown} */
            "tenure-status"?: "outright-owner" | "owner-with-mortgage" | "tenant-market-rent" | "tenant-reduced-rent" | "rent-free" | "unknown";
            "years-at-address"?: number;
            "household-size"?: number;
            "minor-dependants"?: number;
            "adult-dependants"?: number;
            /** Format: date */
            "resident-since"?: string;
        };
        /** @description Who in the bank serves the party. */
        ServicingInfo: {
            "servicing-unit"?: string;
            "relationship-manager"?: string;
            "deputy-manager"?: string;
            "service-channel"?: string;
            /** Format: date */
            since?: string;
        };
        /** @description Who in the bank serves the party. */
        ServicingInfoInput: {
            "servicing-unit"?: string;
            "relationship-manager"?: string;
            "deputy-manager"?: string;
            "service-channel"?: string;
            since?: unknown;
        };
        /** @description A country in which the party pays taxes. */
        TaxResidency: {
            country?: string;
            /** @description Tax number there. */
            tin?: string;
        };
    };
    responses: {
        /** @description `conflict`: The resource changed meanwhile or is in another state. */
        conflict: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "conflict";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "conflict";
                };
            };
        };
        /** @description `forbidden`: This caller may not do this. `https-required`: Use https. */
        "forbidden.https-required": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "forbidden" | "https-required";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "forbidden" | "https-required";
                };
            };
        };
        /** @description `gone`: The resource is no longer there. */
        gone: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "gone";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "gone";
                };
            };
        };
        /** @description `idempotency-key-reused`: This key was used before with another request. */
        "idempotency-key-reused": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "idempotency-key-reused";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "idempotency-key-reused";
                };
            };
        };
        /** @description `internal-error`: Something failed on our side. */
        "internal-error": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "internal-error";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "internal-error";
                };
            };
        };
        /** @description `invalid`: The request is not well formed. */
        invalid: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["validation-problem"];
                "application/problem+json": components["schemas"]["validation-problem"];
            };
        };
        /** @description `not-acceptable`: No representation that this request accepts. */
        "not-acceptable": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "not-acceptable";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "not-acceptable";
                };
            };
        };
        /** @description `not-found`: There is no such resource. */
        "not-found": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "not-found";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "not-found";
                };
            };
        };
        /** @description Any other error. 405: Method not allowed. 408: The request body did not arrive in time. 413: The request body is too large. 415: Unsupported media type. */
        "other-error": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"];
                "application/problem+json": components["schemas"]["business-problem"];
            };
        };
        /** @description `payload-too-large`: The request body is too large. */
        "payload-too-large": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "payload-too-large";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "payload-too-large";
                };
            };
        };
        /** @description `precondition-failed`: If-Match names an older version. */
        "precondition-failed": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "precondition-failed";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "precondition-failed";
                };
            };
        };
        /** @description `request-timeout`: The request body did not arrive in time. */
        "request-timeout": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "request-timeout";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "request-timeout";
                };
            };
        };
        /** @description `service-unavailable`: Not available at the moment. */
        "service-unavailable": {
            headers: {
                /** @description The id of the request: that of the caller, or a new one. */
                "X-Request-ID"?: string;
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "service-unavailable";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "service-unavailable";
                };
            };
        };
        /** @description `step-up-required`: A stronger or fresher sign-in is needed. `unauthorized`: Authentication is missing or not accepted. */
        "step-up-required.unauthorized": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "step-up-required" | "unauthorized";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "step-up-required" | "unauthorized";
                };
            };
        };
        /** @description `too-many-requests`: Too many requests; wait before the next one. */
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
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "too-many-requests";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "too-many-requests";
                };
            };
        };
        /** @description `unauthorized`: Authentication is missing or not accepted. */
        unauthorized: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "unauthorized";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "unauthorized";
                };
            };
        };
        /** @description `unsupported-media-type`: Unsupported media type. */
        "unsupported-media-type": {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "unsupported-media-type";
                };
                "application/problem+json": components["schemas"]["business-problem"] & {
                    /** @enum {unknown} */
                    problem: "unsupported-media-type";
                };
            };
        };
    };
    parameters: {
        /** @description Only individuals, or only organizations. */
        kind: "individual" | "organization";
        /** @description Number of the page, from 1 on. */
        page: number;
        /** @description Items of a page; the bank limits it. */
        "page-size": number;
        /** @description Members to add that are left out by default. */
        include: string[];
        /** @description Members to leave out of the response. */
        trim: string[];
        /** @description Number of the party, which the bank gave it on registration. */
        "party-number": string;
        /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
        "if-match": string;
        /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. Required of clients that are registered as strict. */
        "Idempotency-Key": string;
        /** @description Languages of texts in the response, the preferred one first. */
        "accept-language": string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of the request: that of the caller, or a new one. */
        "X-Request-ID": string;
        /** @description The authentication schemes, and the error if credentials were sent (RFC 9110, 6750, 9449, 9470). */
        "WWW-Authenticate": string;
        /** @description Seconds to wait before the next request. */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    Parties_GetList: {
        parameters: {
            query?: {
                /** @description Only individuals, or only organizations. */
                kind?: components["parameters"]["kind"];
                /** @description Only parties with one of these statuses. */
                statuses?: ("potential" | "prospective" | "active" | "dormant" | "former" | "declined" | "rejected")[];
                /** @description Exact id number, such as that of a register or a tax office. */
                "id-number"?: string;
                /** @description Kind of the id number. */
                "id-kind"?: "registration-number" | "tax-id-number" | "personal-id-number" | "identity-card-number" | "passport-number" | "driver-license-number" | "social-security-number";
                /** @description Only individuals with this status. */
                "individual-status"?: "living" | "deceased";
                /** @description A name of the party; for single words use the search. */
                name?: string;
                /** @description Exact phone number of a contact point. */
                "phone-number"?: string;
                /** @description Exact e-mail address of a contact point. */
                email?: string;
                /** @description Exact name of a social account. */
                "social-account"?: string;
                /** @description Number of the page, from 1 on. */
                page?: components["parameters"]["page"];
                /** @description Items of a page; the bank limits it. */
                "page-size"?: components["parameters"]["page-size"];
                /** @description Member by which the items are ordered. */
                "sort-by"?: "party-number" | "display-name" | "customer.status" | "created" | "last-modified";
                /** @description Ascending (`asc`) or descending (`desc`). */
                "sort-order"?: "asc" | "desc";
                /** @description Members to add that are left out by default. */
                include?: components["parameters"]["include"];
                /** @description Members to leave out of the response. */
                trim?: components["parameters"]["trim"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of parties. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartyPage"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Parties_Sync: {
        parameters: {
            query?: {
                /** @description The token of the last response; absent for a full copy. */
                "sync-token"?: string;
                /** @description Members to add that are left out by default. */
                include?: components["parameters"]["include"];
                /** @description Members to leave out of the response. */
                trim?: components["parameters"]["trim"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each changed party once, in its current state. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartyChanges"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            410: components["responses"]["gone"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Parties_Search: {
        parameters: {
            query: {
                /** @description Only individuals, or only organizations. */
                kind?: components["parameters"]["kind"];
                /** @description Words to find. */
                q: string;
                /** @description Members in which the words are looked for; all by default. */
                "search-fields"?: ("display-name" | "given-name" | "surname" | "birth-surname" | "registered-name" | "commercial-name" | "contact-points.address" | "party-number")[];
                /** @description Whether all words must match, or any. */
                "search-mode"?: "any" | "all";
                /** @description Latitude of the centre of the search. */
                lat?: number;
                /** @description Longitude of the centre of the search. */
                long?: number;
                /** @description Distance from the centre, in kilometres. */
                radius?: number;
                /** @description Number of the page, from 1 on. */
                page?: components["parameters"]["page"];
                /** @description Items of a page; the bank limits it. */
                "page-size"?: components["parameters"]["page-size"];
                /** @description Members to add that are left out by default. */
                include?: components["parameters"]["include"];
                /** @description Members to leave out of the response. */
                trim?: components["parameters"]["trim"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of hits. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartySearchPage"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Parties_Get: {
        parameters: {
            query?: {
                /** @description Members to add that are left out by default. */
                include?: components["parameters"]["include"];
                /** @description Members to leave out of the response. */
                trim?: components["parameters"]["trim"];
            };
            header?: {
                /** @description The `ETag` of a copy; 304 if the copy is still current. */
                "if-none-match"?: string;
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The party. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description The version of the party. */
                    ETag?: string;
                    /** @description Never cached. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Party"];
                };
            };
            /** @description Unchanged since that version. */
            304: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description The version of the party. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            410: components["responses"]["gone"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Parties_GetAsOf: {
        parameters: {
            query?: {
                /** @description What the bank knew at this time; now by default. */
                "known-at"?: string;
                /** @description The day on which the facts were true; today by default. */
                "true-on"?: string;
            };
            header?: never;
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The party as it was. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Party"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            410: components["responses"]["gone"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Parties_Relationship_GetList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Relationships of the party. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relationship"][];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            410: components["responses"]["gone"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Parties_IdDocuments_GetList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Documents; organizations have none. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentificationDocument"][];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["step-up-required.unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            410: components["responses"]["gone"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Parties_RegisterIdentificationDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
                /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentificationDocumentInput"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            /** @description `id-document-already-registered`: This document is already registered. `id-document-expired`: This document has expired. `id-document-limit-reached`: This party has reached the maximum number of documents. `party-deceased`: This person is reported as deceased. `party-kind-mismatch`: This command applies to the other kind of party. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "id-document-already-registered" | "id-document-expired" | "id-document-limit-reached" | "party-deceased" | "party-kind-mismatch";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "id-document-already-registered" | "id-document-expired" | "id-document-limit-reached" | "party-deceased" | "party-kind-mismatch";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Party_ModifyServicingInfo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    "servicing-unit"?: string | null;
                    "relationship-manager"?: string | null;
                    "deputy-manager"?: string | null;
                    "service-channel"?: string | null;
                    /** Format: date */
                    "effective-date"?: string;
                    since?: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            /** @description `manager-not-found`: Unknown manager. `manager-not-in-unit`: This manager does not work in that unit. `party-deceased`: This person is reported as deceased. `servicing-unit-not-found`: Unknown servicing unit. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "manager-not-found" | "manager-not-in-unit" | "party-deceased" | "servicing-unit-not-found";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "manager-not-found" | "manager-not-in-unit" | "party-deceased" | "servicing-unit-not-found";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Parties_ContactPreference_Modify: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: language */
                    "preferred-language"?: string | null;
                    "opt-ins"?: components["schemas"]["ContactOptInInput"][] | null;
                    "opt-outs"?: components["schemas"]["ContactOptOutInput"][] | null;
                    uri?: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            /** @description `party-deceased`: This person is reported as deceased. `preference-not-changeable`: Messages for this purpose are part of the service as long as a product is open. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "party-deceased" | "preference-not-changeable";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "party-deceased" | "preference-not-changeable";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Parties_GetContactPoints: {
        parameters: {
            query?: {
                /** @description Only contact points of these methods. */
                method?: ("postal" | "landline" | "mobile" | "fax" | "email" | "web" | "social")[];
                /** @description Only contact points for these uses. */
                usage?: ("primary" | "home" | "work" | "legal" | "delivery" | "temporary" | "other")[];
                /** @description Whether contact points that are no longer valid are listed. */
                "include-expired"?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Contact points. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPoint"][];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            410: components["responses"]["gone"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Parties_RegisterContactPoints: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
                /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. Required of clients that are registered as strict. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    method: "postal" | "landline" | "mobile" | "fax" | "email" | "web" | "social";
                    /** @enum {unknown} */
                    usage?: "primary" | "home" | "work" | "legal" | "delivery" | "temporary" | "other";
                    address: components["schemas"]["AddressInput"];
                    "contact-preference"?: components["schemas"]["ContactPreferenceInput"];
                    /** Format: date */
                    "valid-from"?: string;
                    /** Format: date */
                    "valid-until"?: string;
                    id?: unknown;
                    uri?: unknown;
                    verified?: unknown;
                };
            };
        };
        responses: {
            /** @description Stored. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description URL of the contact point. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["step-up-required.unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            /** @description `contact-point-already-registered`: This contact point is already registered. `contact-point-limit-reached`: This party has reached the maximum number of contact points. `party-deceased`: This person is reported as deceased. `preference-not-changeable`: Messages for this purpose are part of the service as long as a product is open. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "contact-point-already-registered" | "contact-point-limit-reached" | "party-deceased" | "preference-not-changeable";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "contact-point-already-registered" | "contact-point-limit-reached" | "party-deceased" | "preference-not-changeable";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Parties_ModifyContactPoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
                /** @description Id of the contact point, from their list. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    method?: "postal" | "landline" | "mobile" | "fax" | "email" | "web" | "social";
                    /** @enum {unknown} */
                    usage?: "primary" | "home" | "work" | "legal" | "delivery" | "temporary" | "other";
                    address?: components["schemas"]["AddressInput"];
                    "contact-preference"?: components["schemas"]["ContactPreferenceInput"];
                    /** Format: date */
                    "valid-from"?: string | null;
                    /** Format: date */
                    "valid-until"?: string | null;
                    id?: unknown;
                    uri?: unknown;
                    verified?: unknown;
                };
            };
        };
        responses: {
            /** @description Stored. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description URL of the contact point. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["step-up-required.unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            /** @description `contact-point-already-registered`: This contact point is already registered. `contact-point-in-use`: Address is used for sign-in; change it in the identity interface. `mandatory-field-cleared`: The registration profile of this party requires this field. `party-deceased`: This person is reported as deceased. `preference-not-changeable`: Messages for this purpose are part of the service as long as a product is open. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "contact-point-already-registered" | "contact-point-in-use" | "mandatory-field-cleared" | "party-deceased" | "preference-not-changeable";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "contact-point-already-registered" | "contact-point-in-use" | "mandatory-field-cleared" | "party-deceased" | "preference-not-changeable";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Individuals_Register: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. Required of clients that are registered as strict. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    "registration-profile": "contact" | "prospect" | "customer";
                    "party-number"?: string;
                    "duplicate-override"?: string;
                    "id-number"?: string;
                    /** @enum {unknown} */
                    "id-kind"?: "registration-number" | "tax-id-number" | "personal-id-number" | "identity-card-number" | "passport-number" | "driver-license-number" | "social-security-number";
                    "id-issuing-country"?: string;
                    "country-of-residence"?: string;
                    "contact-preference"?: components["schemas"]["ContactPreferenceInput"];
                    "servicing-info"?: components["schemas"]["ServicingInfoInput"];
                    "display-name"?: unknown;
                    "full-name"?: unknown;
                    "record-state"?: unknown;
                    created?: unknown;
                    "last-modified"?: unknown;
                    "sync-token"?: unknown;
                    "given-name": string;
                    "middle-name"?: string;
                    surname: string;
                    "birth-surname"?: string;
                    "mobile-phone"?: components["schemas"]["PhoneInput"];
                    "email-address"?: components["schemas"]["ElectronicAddressInput"];
                    "contact-address"?: components["schemas"]["PostalAddressInput"];
                    "legal-address"?: components["schemas"]["PostalAddressInput"];
                    "delivery-address"?: components["schemas"]["PostalAddressInput"];
                    /** Format: date */
                    "birth-date"?: string;
                    "birth-place"?: string;
                    "birth-place-code"?: string;
                    "birth-country"?: string;
                    /** @enum {unknown} */
                    gender?: "female" | "male" | "not-known" | "not-applicable";
                    citizenships?: string[];
                    /** @enum {unknown} */
                    "marital-status"?: "single" | "married" | "registered-partnership" | "separated" | "divorced" | "widowed" | "unknown";
                    /** @enum {unknown} */
                    "employment-status"?: "employed" | "self-employed" | "unemployed" | "student" | "retired" | "homemaker" | "other";
                    "id-document"?: components["schemas"]["IdentificationDocumentInput"];
                    "tax-residencies"?: {
                        country: string;
                        tin?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Registered, or upgraded to a higher profile. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description URL of the party. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            410: components["responses"]["gone"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            /** @description `contact-point-limit-reached`: This party has reached the maximum number of contact points. `duplicate-party-suspected`: A similar party exists; an employee may confirm that this is another one. `id-document-already-registered`: This document is already registered. `id-document-expired`: This document has expired. `id-document-limit-reached`: This party has reached the maximum number of documents. `id-number-already-registered`: A party with this identification number is already registered. `id-number-not-acceptable`: This kind of number does not identify this kind of party. `manager-not-found`: Unknown manager. `manager-not-in-unit`: This manager does not work in that unit. `party-deceased`: This person is reported as deceased. `party-kind-mismatch`: This command applies to the other kind of party. `party-rejected`: The bank does not accept this party as a customer. `preference-not-changeable`: Messages for this purpose are part of the service as long as a product is open. `profile-downgrade-not-allowed`: A registration profile cannot be lowered. `servicing-unit-not-found`: Unknown servicing unit. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "contact-point-limit-reached" | "duplicate-party-suspected" | "id-document-already-registered" | "id-document-expired" | "id-document-limit-reached" | "id-number-already-registered" | "id-number-not-acceptable" | "manager-not-found" | "manager-not-in-unit" | "party-deceased" | "party-kind-mismatch" | "party-rejected" | "preference-not-changeable" | "profile-downgrade-not-allowed" | "servicing-unit-not-found";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "contact-point-limit-reached" | "duplicate-party-suspected" | "id-document-already-registered" | "id-document-expired" | "id-document-limit-reached" | "id-number-already-registered" | "id-number-not-acceptable" | "manager-not-found" | "manager-not-in-unit" | "party-deceased" | "party-kind-mismatch" | "party-rejected" | "preference-not-changeable" | "profile-downgrade-not-allowed" | "servicing-unit-not-found";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Individuals_ApplyCorrections: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    "given-name"?: string | null;
                    "middle-name"?: string | null;
                    surname?: string | null;
                    "birth-surname"?: string | null;
                    /** @enum {unknown} */
                    gender?: "female" | "male" | "not-known" | "not-applicable" | null;
                    /** Format: date */
                    "birth-date"?: string | null;
                    "birth-place"?: string | null;
                    "birth-place-code"?: string | null;
                    "birth-country"?: string | null;
                    citizenships?: string[] | null;
                    "id-number"?: string | null;
                    /** @enum {unknown} */
                    "id-kind"?: "registration-number" | "tax-id-number" | "personal-id-number" | "identity-card-number" | "passport-number" | "driver-license-number" | "social-security-number" | null;
                    "id-issuing-country"?: string | null;
                    /** @enum {unknown} */
                    "marital-status"?: "single" | "married" | "registered-partnership" | "separated" | "divorced" | "widowed" | "unknown" | null;
                    /** @enum {unknown} */
                    "legal-capacity"?: "full" | "limited" | "none" | "unknown" | null;
                    /** @description A literal of the classification `correction-reasons`. */
                    reason: string;
                    "case-id"?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            /** @description `id-number-already-registered`: A party with this identification number is already registered. `id-number-not-acceptable`: This kind of number does not identify this kind of party. `mandatory-field-cleared`: The registration profile of this party requires this field. `party-kind-mismatch`: This command applies to the other kind of party. `second-approval-required`: A second employee must approve this correction. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "id-number-already-registered" | "id-number-not-acceptable" | "mandatory-field-cleared" | "party-kind-mismatch" | "second-approval-required";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "id-number-already-registered" | "id-number-not-acceptable" | "mandatory-field-cleared" | "party-kind-mismatch" | "second-approval-required";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Individuals_ChangeSurname: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    surname: string;
                    /** @description A literal of the classification `surname-change-reasons`. */
                    reason: string;
                    /** Format: date */
                    "effective-date": string;
                    "id-document"?: components["schemas"]["IdentificationDocumentInput"];
                    "content-url"?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            /** @description `id-document-already-registered`: This document is already registered. `id-document-expired`: This document has expired. `id-document-limit-reached`: This party has reached the maximum number of documents. `party-deceased`: This person is reported as deceased. `party-kind-mismatch`: This command applies to the other kind of party. `surname-unchanged`: The surname is already recorded. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "id-document-already-registered" | "id-document-expired" | "id-document-limit-reached" | "party-deceased" | "party-kind-mismatch" | "surname-unchanged";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "id-document-already-registered" | "id-document-expired" | "id-document-limit-reached" | "party-deceased" | "party-kind-mismatch" | "surname-unchanged";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Individuals_ModifyEmploymentProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    "employment-status"?: "employed" | "self-employed" | "unemployed" | "student" | "retired" | "homemaker" | "other" | null;
                    "employer-name"?: string | null;
                    "employer-party-number"?: string | null;
                    /** Format: date */
                    "employed-since"?: string | null;
                    "job-title"?: string | null;
                    "tenure-years"?: number | null;
                    "experience-years"?: number | null;
                    /** @description A literal or a code of the classification `education-levels`. */
                    "education-level"?: string | null;
                    /** @description A literal or a code of the classification `occupations`. */
                    occupation?: string | null;
                    /** @description A literal or a code of the classification `industries`. */
                    industry?: string | null;
                    /** @enum {unknown} */
                    "contract-kind"?: "permanent" | "fixed-term" | "temporary" | null;
                    /** @description An amount of money. */
                    "net-monthly-income"?: {
                        /** @description ISO 4217. */
                        currency: string;
                        /** @description Decimal number with a point. */
                        amount: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            /** @description `mandatory-field-cleared`: The registration profile of this party requires this field. `party-deceased`: This person is reported as deceased. `party-kind-mismatch`: This command applies to the other kind of party. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "mandatory-field-cleared" | "party-deceased" | "party-kind-mismatch";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "mandatory-field-cleared" | "party-deceased" | "party-kind-mismatch";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Individuals_ModifyResidentialProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    "residence-status"?: "resident" | "non-resident" | null;
                    /** @enum {unknown} */
                    "tenure-status"?: "outright-owner" | "owner-with-mortgage" | "tenant-market-rent" | "tenant-reduced-rent" | "rent-free" | "unknown" | null;
                    "years-at-address"?: number | null;
                    "household-size"?: number | null;
                    "minor-dependants"?: number | null;
                    "adult-dependants"?: number | null;
                    "country-of-residence"?: string | null;
                    /** Format: date */
                    "resident-since"?: string | null;
                    "tax-residencies"?: {
                        country: string;
                        tin?: string;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            /** @description `mandatory-field-cleared`: The registration profile of this party requires this field. `party-deceased`: This person is reported as deceased. `party-kind-mismatch`: This command applies to the other kind of party. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "mandatory-field-cleared" | "party-deceased" | "party-kind-mismatch";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "mandatory-field-cleared" | "party-deceased" | "party-kind-mismatch";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Individuals_ReportDeath: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
                /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date */
                    "date-of-death": string;
                    /** @description A literal of the classification `death-report-sources`. */
                    source: string;
                    "certificate-number"?: string;
                    "issuing-authority"?: string;
                    "reported-by"?: string;
                    "content-url"?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            /** @description `death-already-reported`: Another date of death was reported before. `death-date-before-birth`: The date of death is before the date of birth. `party-kind-mismatch`: This command applies to the other kind of party. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "death-already-reported" | "death-date-before-birth" | "party-kind-mismatch";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "death-already-reported" | "death-date-before-birth" | "party-kind-mismatch";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Organizations_Register: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. Required of clients that are registered as strict. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    "registration-profile": "contact" | "prospect" | "customer";
                    "party-number"?: string;
                    "duplicate-override"?: string;
                    "id-number"?: string;
                    /** @enum {unknown} */
                    "id-kind"?: "registration-number" | "tax-id-number" | "personal-id-number" | "identity-card-number" | "passport-number" | "driver-license-number" | "social-security-number";
                    "id-issuing-country"?: string;
                    "country-of-residence"?: string;
                    "contact-preference"?: components["schemas"]["ContactPreferenceInput"];
                    "servicing-info"?: components["schemas"]["ServicingInfoInput"];
                    "display-name"?: unknown;
                    "full-name"?: unknown;
                    "record-state"?: unknown;
                    created?: unknown;
                    "last-modified"?: unknown;
                    "sync-token"?: unknown;
                    "commercial-name": string;
                    "registered-name"?: string;
                    /** @description A literal of the classification `legal-structures`. */
                    "legal-structure"?: string;
                    /** @description A literal of the classification `organization-purposes`. */
                    "organization-purpose"?: string;
                    /** Format: date */
                    established?: string;
                    "sole-trader"?: boolean;
                    lei?: string;
                    /** @description A literal or a code of the classification `industries`. */
                    industry?: string;
                    phone: components["schemas"]["PhoneInput"];
                    "email-address"?: components["schemas"]["ElectronicAddressInput"];
                    "contact-address"?: components["schemas"]["PostalAddressInput"];
                    "legal-address"?: components["schemas"]["PostalAddressInput"];
                    "delivery-address"?: components["schemas"]["PostalAddressInput"];
                    ownership?: {
                        /** @description A literal of the classification `ownership-kinds`. */
                        "ownership-kind"?: string;
                        owners: components["schemas"]["OwnerInput"][];
                        "content-url"?: string;
                    };
                    size?: {
                        /** @enum {unknown} */
                        size?: "micro" | "small" | "medium" | "large";
                        headcount?: number;
                        "annual-turnover"?: components["schemas"]["MoneyInput"];
                        "balance-sheet-total"?: components["schemas"]["MoneyInput"];
                        "fiscal-year"?: number;
                    };
                    representatives?: {
                        "party-number": string;
                        role: string;
                        "signing-group"?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Registered, or upgraded to a higher profile. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description URL of the party. */
                    Location?: string;
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            410: components["responses"]["gone"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            /** @description `beneficial-owner-missing`: No owner is a beneficial owner, by share or by declaration. `contact-point-limit-reached`: This party has reached the maximum number of contact points. `duplicate-party-suspected`: A similar party exists; an employee may confirm that this is another one. `id-number-already-registered`: A party with this identification number is already registered. `id-number-not-acceptable`: This kind of number does not identify this kind of party. `manager-not-found`: Unknown manager. `manager-not-in-unit`: This manager does not work in that unit. `ownership-exceeds-total`: The shares add up to more than 100 percent. `party-kind-mismatch`: This command applies to the other kind of party. `party-rejected`: The bank does not accept this party as a customer. `preference-not-changeable`: Messages for this purpose are part of the service as long as a product is open. `profile-downgrade-not-allowed`: A registration profile cannot be lowered. `servicing-unit-not-found`: Unknown servicing unit. `size-not-consistent`: Size and measures do not match. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "beneficial-owner-missing" | "contact-point-limit-reached" | "duplicate-party-suspected" | "id-number-already-registered" | "id-number-not-acceptable" | "manager-not-found" | "manager-not-in-unit" | "ownership-exceeds-total" | "party-kind-mismatch" | "party-rejected" | "preference-not-changeable" | "profile-downgrade-not-allowed" | "servicing-unit-not-found" | "size-not-consistent";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "beneficial-owner-missing" | "contact-point-limit-reached" | "duplicate-party-suspected" | "id-number-already-registered" | "id-number-not-acceptable" | "manager-not-found" | "manager-not-in-unit" | "ownership-exceeds-total" | "party-kind-mismatch" | "party-rejected" | "preference-not-changeable" | "profile-downgrade-not-allowed" | "servicing-unit-not-found" | "size-not-consistent";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Organization_ModifyBusinessName: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    "registered-name"?: string | null;
                    "commercial-name"?: string | null;
                    /** @description A literal of the classification `legal-structures`. */
                    "legal-structure"?: string | null;
                    /** Format: date */
                    "effective-date": string;
                    reason?: string;
                    "content-url"?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            /** @description `mandatory-field-cleared`: The registration profile of this party requires this field. `name-unchanged`: The names are already recorded. `party-kind-mismatch`: This command applies to the other kind of party. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "mandatory-field-cleared" | "name-unchanged" | "party-kind-mismatch";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "mandatory-field-cleared" | "name-unchanged" | "party-kind-mismatch";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Organization_ChangeOwnership: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A literal of the classification `ownership-kinds`. */
                    "ownership-kind"?: string;
                    /** Format: date */
                    "effective-date": string;
                    owners: components["schemas"]["OwnerInput"][];
                    "content-url"?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            /** @description `beneficial-owner-missing`: No owner is a beneficial owner, by share or by declaration. `ownership-exceeds-total`: The shares add up to more than 100 percent. `party-kind-mismatch`: This command applies to the other kind of party. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "beneficial-owner-missing" | "ownership-exceeds-total" | "party-kind-mismatch";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "beneficial-owner-missing" | "ownership-exceeds-total" | "party-kind-mismatch";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Organization_ModifySize: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is made to; the change is rejected if there is a newer one. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /** @description Number of the party, which the bank gave it on registration. */
                "party-number": components["parameters"]["party-number"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    size?: "micro" | "small" | "medium" | "large" | null;
                    headcount?: number | null;
                    /** @description An amount of money. */
                    "annual-turnover"?: {
                        /** @description ISO 4217. */
                        currency: string;
                        /** @description Decimal number with a point. */
                        amount: string;
                    } | null;
                    /** @description An amount of money. */
                    "balance-sheet-total"?: {
                        /** @description ISO 4217. */
                        currency: string;
                        /** @description Decimal number with a point. */
                        amount: string;
                    } | null;
                    "fiscal-year"?: number | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            410: components["responses"]["gone"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            /** @description `party-kind-mismatch`: This command applies to the other kind of party. `size-not-consistent`: Size and measures do not match. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "party-kind-mismatch" | "size-not-consistent";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "party-kind-mismatch" | "size-not-consistent";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Party_Classifications_GetList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of texts in the response, the preferred one first. */
                "accept-language"?: components["parameters"]["accept-language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lists, without their values. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Changes with the texts and values; each language has its own. */
                    ETag?: string;
                    /** @description For an hour. */
                    "Cache-Control"?: string;
                    /** @description The language chosen, and those of texts that the bank has not translated. */
                    "content-language"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            "schema-id": string;
                            name: string;
                            description: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Party_Classifications_Get: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of texts in the response, the preferred one first. */
                "accept-language"?: components["parameters"]["accept-language"];
            };
            path: {
                /** @description Id of the classification, from the list. */
                "schema-id": string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list with its values. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description Changes with the texts and values; each language has its own. */
                    ETag?: string;
                    /** @description For an hour. */
                    "Cache-Control"?: string;
                    /** @description The language chosen, and those of texts that the bank has not translated. */
                    "content-language"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        "schema-id": string;
                        name: string;
                        description: string;
                        values: {
                            literal: string;
                            code: string;
                            description: string;
                            "parent-literal"?: string;
                            /**
                             * Format: date-time
                             * @description The last moment at which new data may use the value; absent if there is none.
                             */
                            "valid-until"?: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
}
