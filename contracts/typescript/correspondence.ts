// Made by `npm run generate`. Do not edit.
export interface paths {
    "/v1/correspondence/communications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Communications by filters
         * @description Pages through messages by medium, delivery status or batch. A sender lists one of its own batches; a gateway and staff need no batch.
         */
        get: operations["Correspondence_Communications_GetList"];
        put?: never;
        /**
         * Schedule a message for delivery
         * @description Accepts a message for a customer or for an address; Portico chooses the medium by preference and delivers it later. The response returns the id by which the delivery is followed.
         */
        post: operations["Correspondence_Communications_Initiate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/communications/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule many messages of a batch for delivery
         * @description Accepts many messages in one request and says for each whether it was accepted. Messages that were rejected can be corrected and sent again.
         */
        post: operations["Correspondence_Batches_Initiate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/communications/batches/{batch-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many communications of a batch have which delivery status
         * @description Counts the messages of a batch by delivery status. Poll it until none is left to deliver.
         */
        get: operations["Correspondence_Batches_Get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/communications/statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report delivery statuses of communications
         * @description For a delivery gateway of the bank: reports what happened to messages that it took. A status that came too late is ignored.
         */
        post: operations["Correspondence_Communications_UpdateStatuses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/communications/{communication-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One communication with its delivery status
         * @description The message with its delivery status, number of attempts and, if it may be shown, its text.
         */
        get: operations["Correspondence_Communications_Get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/templates/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a document from a template
         * @description Fills a template with data and returns the document in the media type of `Accept`. It sends nothing.
         */
        post: operations["Correspondence_Templates_Render"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/me/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages of the mailbox by filters
         * @description Pages through the mailbox of the signed-in customer, or of the organization that the customer acts for.
         */
        get: operations["Correspondence_Messages_GetList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/me/messages/{message-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One complete message; reading it does not mark it as read
         * @description The whole message with links to its attachments. Mark it as read with the operation for that.
         */
        get: operations["Correspondence_Messages_Get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/me/messages/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Number of messages by status
         * @description Counts messages by status, for a badge in the app.
         */
        get: operations["Correspondence_Messages_Summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/me/messages/{message-id}/mark-as-read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a message as read
         * @description Marks the message as read for the signed-in customer. Repeating it changes nothing.
         */
        post: operations["Correspondence_Messages_MarkAsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/me/messages/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive messages by id or by age
         * @description Moves messages out of the inbox, either those with the given ids or all that are older than a time.
         */
        post: operations["Correspondence_Messages_Archive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/classifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Classifications of this interface and of the interfaces without their own
         * @description Lists of literals that members of these interfaces take their values from. Cache them by `ETag`.
         */
        get: operations["Correspondence_Classifications_GetList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/classifications/{schema-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One classification with its values
         * @description The literals of one list with their names in the language of `Accept-Language`.
         */
        get: operations["Correspondence_Classifications_Get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/me/notification-preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Notification preferences of the customer
         * @description What the customer has chosen; `is-default` marks groups for which nothing was chosen.
         */
        get: operations["Correspondence_NotificationPreferences_Get"];
        put?: never;
        /**
         * Change notification preferences; all changes apply or none
         * @description Changes the preferences that the body has; if one cannot be changed, none is. Mandatory groups cannot be switched off on every channel.
         */
        post: operations["Correspondence_NotificationPreferences_Set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/notification-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Notification groups and their default preferences
         * @description The kinds of notifications that the bank sends, with the channels that are on by default.
         */
        get: operations["Correspondence_NotificationGroups_GetList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/correspondence/attachments/{attachment-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an attachment by its content-url
         * @description Downloads the file of a link from a message. The link is signed and expires soon; read the message again to get a new one.
         */
        get: operations["Correspondence_Attachments_Get"];
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
        /** @description Why a message of the batch was rejected. */
        BatchItemProblem: {
            problem: string;
            message: string;
            details?: string | Record<string, never>;
            errors?: components["schemas"]["FieldError"][];
        };
        /** @description A message with its delivery status. */
        Communication: {
            "communication-id": string;
            /** @description Where it goes; masked for some callers. */
            contact: {
                usage: string;
                /** @enum {unknown} */
                kind: "email" | "sms" | "push" | "mailbox" | "letter";
                details: string;
                "contact-preference"?: {
                    "preferred-language"?: string;
                    "opt-ins": {
                        purpose: string;
                        "contact-medium"?: string;
                    }[];
                    "opt-outs": {
                        purpose: string;
                        "contact-medium"?: string;
                    }[];
                    uri: string;
                };
                uri?: string;
            };
            "customer-number"?: string;
            /** Format: date-time */
            created: string;
            /** @enum {unknown} */
            status: "queued" | "sending" | "sent" | "delivered" | "failed" | "expired" | "cancelled";
            /** Format: date-time */
            sent?: string;
            /** Format: date-time */
            expires: string;
            /** @enum {unknown} */
            "message-kind": "alert" | "reminder" | "advice" | "notice" | "announcement" | "offer" | "statement" | "one-time-password" | "security-notice" | "private-message";
            /** @enum {unknown} */
            priority: "high" | "normal" | "low";
            "batch-id"?: string;
            /** @description Attempts after the first. */
            "retry-count": number;
            message?: components["schemas"]["Message"];
        };
        /** @description An address to send to, instead of those of the customer. */
        ContactInput: {
            /** @enum {unknown} */
            usage?: "primary" | "home" | "work" | "legal" | "delivery" | "temporary" | "other";
            /** @enum {unknown} */
            kind: "email" | "sms" | "push" | "mailbox" | "letter";
            /** @description The phone number or address. */
            details: string;
            "contact-preference"?: unknown;
            uri?: unknown;
        };
        /** @description What was created. */
        Created: {
            /** @description Its id. */
            id: string;
            /** @description Its address. */
            uri: string;
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
        /** @description A message in the mailbox of a customer. */
        MailboxMessage: {
            "message-id": string;
            "customer-number"?: string;
            /** Format: date-time */
            received?: string;
            /** @enum {unknown} */
            status?: "unread" | "read" | "archived";
            /** @enum {unknown} */
            "mailbox-folder"?: "inbox" | "sent";
            /** @enum {unknown} */
            "message-kind"?: "alert" | "reminder" | "advice" | "notice" | "announcement" | "offer" | "statement" | "one-time-password" | "security-notice" | "private-message";
            /** @enum {unknown} */
            urgency?: "urgent" | "normal" | "non-urgent";
            message?: components["schemas"]["Message"];
            "message-category"?: string;
            "has-attachments"?: boolean;
            "is-read"?: boolean;
        };
        /** @description The text of a message with its attachments. */
        Message: {
            title?: string;
            body?: {
                /** @enum {unknown} */
                "content-type"?: "text/html" | "text/plain";
                content?: string;
            };
            attachments?: {
                "content-type"?: string;
                name?: string;
                "content-url"?: string;
            }[];
        };
        /** @description The text of a message; use a template instead where there is one. */
        MessageInput: {
            title: string;
            body: {
                /** @enum {unknown} */
                "content-type": "text/html" | "text/plain";
                content: string;
            };
            attachments?: {
                /** @enum {unknown} */
                "content-type": "image/png" | "image/jpeg" | "application/pdf" | "application/msword" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "application/vnd.ms-excel" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
                name: string;
                content?: string;
                "content-url"?: string;
            }[];
        };
        /** @description An amount of money. */
        Money: {
            /** @description ISO 4217. */
            currency: string;
            /** @description Decimal number with a point. */
            amount: string;
        };
        /** @description A kind of notification with its defaults. */
        NotificationGroup: {
            /** @enum {unknown} */
            "group-id": "incoming-payment" | "outgoing-payment" | "low-balance" | "card-transaction" | "payment-status" | "standing-order" | "loan-due" | "statement-ready" | "security" | "signature-requested" | "consent-expiry" | "consent-status" | "mailbox";
            name: string;
            description: string;
            "default-channels": {
                /** @enum {unknown} */
                "contact-medium": "email" | "sms" | "push" | "mailbox" | "letter";
                enabled: boolean;
            }[];
            "default-threshold"?: components["schemas"]["Money"];
            /** @enum {unknown} */
            "default-frequency"?: "P1D" | "P7D" | "P1M";
            /** @description Whether the customer cannot switch it off. */
            mandatory: boolean;
            /** @description Whether each account can have its own preference. */
            "per-account": boolean;
        };
        /** @description What the customer chose for a group, or the default. */
        NotificationPreference: {
            "customer-number": string;
            "account-id"?: string;
            /** @enum {unknown} */
            "notification-group": "incoming-payment" | "outgoing-payment" | "low-balance" | "card-transaction" | "payment-status" | "standing-order" | "loan-due" | "statement-ready" | "security" | "signature-requested" | "consent-expiry" | "consent-status" | "mailbox";
            threshold?: components["schemas"]["Money"];
            /** @enum {unknown} */
            frequency?: "P1D" | "P7D" | "P1M";
            channels: {
                /** @enum {unknown} */
                "contact-medium": "email" | "sms" | "push" | "mailbox" | "letter";
                enabled: boolean;
            }[];
            "is-default": boolean;
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
        /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. */
        "Idempotency-Key": string;
        /** @description Number of the page, from 1 on. */
        page: number;
        /** @description Items of a page; the bank limits it. */
        "page-size": number;
        /** @description Ascending (`asc`) or descending (`desc`). */
        "sort-order": "asc" | "desc";
        /** @description Id of the message, from the mailbox. */
        "message-id": string;
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
    Correspondence_Communications_GetList: {
        parameters: {
            query?: {
                /** @description Only messages for this medium. */
                "contact-medium"?: "email" | "sms" | "push" | "mailbox" | "letter";
                /** @description Only messages with one of these statuses. */
                statuses?: ("queued" | "sending" | "sent" | "delivered" | "failed" | "expired" | "cancelled")[];
                /** @description Id of the batch, chosen by the sender. */
                "batch-id"?: string;
                /** @description Number of the page, from 1 on. */
                page?: components["parameters"]["page"];
                /** @description Items of a page; the bank limits it. */
                "page-size"?: components["parameters"]["page-size"];
                /** @description Ascending (`asc`) or descending (`desc`). */
                "sort-order"?: components["parameters"]["sort-order"];
                /** @description Member by which the items are ordered. */
                "sort-by"?: "created" | "priority" | "expires" | "status" | "sent";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of communications. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        page: number;
                        "page-size": number;
                        "total-count": number;
                        "total-pages": number;
                        "total-count-is-estimate": boolean;
                        "sort-by": string;
                        "sort-order": string;
                        items: components["schemas"]["Communication"][];
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
    Correspondence_Communications_Initiate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. Required of clients that are registered as strict. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    "customer-number"?: string;
                    contact?: components["schemas"]["ContactInput"];
                    /** @enum {unknown} */
                    "contact-medium"?: "email" | "sms" | "push" | "mailbox" | "letter";
                    "source-channel"?: string;
                    "template-id"?: string;
                    "template-data"?: Record<string, never>;
                    message?: components["schemas"]["MessageInput"];
                    /** @enum {unknown} */
                    priority?: "high" | "normal" | "low";
                    /** @enum {unknown} */
                    urgency?: "urgent" | "normal" | "non-urgent";
                    /** @description A literal of the classification `message-categories`. */
                    "message-category"?: string;
                    /** Format: date-time */
                    expires?: string;
                    /** Format: date-time */
                    "not-before"?: string;
                    /** @enum {unknown} */
                    "notification-group"?: "incoming-payment" | "outgoing-payment" | "low-balance" | "card-transaction" | "payment-status" | "standing-order" | "loan-due" | "statement-ready" | "security" | "signature-requested" | "consent-expiry" | "consent-status" | "mailbox";
                    "account-id"?: string;
                    /** @enum {unknown} */
                    "message-kind": "alert" | "reminder" | "advice" | "notice" | "announcement" | "offer" | "statement" | "one-time-password" | "security-notice" | "private-message";
                    "batch-id"?: string;
                };
            };
        };
        responses: {
            /** @description Scheduled. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description URL of the communication. */
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
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            /** @description `attachment-rejected`: An attachment does not match its media type, or contains active content. `no-contact-for-medium`: The recipient cannot be reached by this medium. `recipient-deceased`: The recipient is reported as deceased. `recipient-not-found`: Unknown customer. `recipient-opted-out`: The recipient does not want messages of this kind. `template-data-not-valid`: The data does not match the schema of the template. `template-not-found`: The template does not exist in this format. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "attachment-rejected" | "no-contact-for-medium" | "recipient-deceased" | "recipient-not-found" | "recipient-opted-out" | "template-data-not-valid" | "template-not-found";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "attachment-rejected" | "no-contact-for-medium" | "recipient-deceased" | "recipient-not-found" | "recipient-opted-out" | "template-data-not-valid" | "template-not-found";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Correspondence_Batches_Initiate: {
        parameters: {
            query?: never;
            header: {
                /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    "batch-id": string;
                    items: {
                        "customer-number"?: string;
                        contact?: components["schemas"]["ContactInput"];
                        /** @enum {unknown} */
                        "contact-medium"?: "email" | "sms" | "push" | "mailbox" | "letter";
                        "source-channel"?: string;
                        "template-id"?: string;
                        "template-data"?: Record<string, never>;
                        message?: components["schemas"]["MessageInput"];
                        /** @enum {unknown} */
                        priority?: "high" | "normal" | "low";
                        /** @enum {unknown} */
                        urgency?: "urgent" | "normal" | "non-urgent";
                        /** @description A literal of the classification `message-categories`. */
                        "message-category"?: string;
                        /** Format: date-time */
                        expires?: string;
                        /** Format: date-time */
                        "not-before"?: string;
                        /** @enum {unknown} */
                        "notification-group"?: "incoming-payment" | "outgoing-payment" | "low-balance" | "card-transaction" | "payment-status" | "standing-order" | "loan-due" | "statement-ready" | "security" | "signature-requested" | "consent-expiry" | "consent-status" | "mailbox";
                        "account-id"?: string;
                        /** @enum {unknown} */
                        "message-kind": "alert" | "reminder" | "advice" | "notice" | "announcement" | "offer" | "statement" | "security-notice" | "private-message";
                    }[];
                };
            };
        };
        responses: {
            /** @description One result for each message, in the order of the request. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    /** @description `true` if this is the stored response to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        "batch-id": string;
                        "accepted-count": number;
                        "rejected-count": number;
                        items: {
                            /** @enum {unknown} */
                            status: "accepted" | "rejected";
                            id?: string;
                            uri?: string;
                            problem?: components["schemas"]["BatchItemProblem"];
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            /** @description `attachment-rejected`: An attachment does not match its media type, or contains active content. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "attachment-rejected";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "attachment-rejected";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Correspondence_Batches_Get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the batch, chosen by the sender. */
                "batch-id": string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every delivery status with its number of communications. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        "batch-id": string;
                        "total-count": number;
                        "total-count-is-estimate": boolean;
                        items: {
                            /** @enum {unknown} */
                            status: "queued" | "sending" | "sent" | "delivered" | "failed" | "expired" | "cancelled";
                            count: number;
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
    Correspondence_Communications_UpdateStatuses: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: {
                        /** Format: uuid */
                        "communication-id": string;
                        /** @enum {unknown} */
                        status: "sending" | "sent" | "delivered" | "failed";
                        reason?: string;
                        "hard-failure"?: boolean;
                        /** Format: date-time */
                        occurred?: string;
                    }[];
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
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            /** @description `communication-already-taken`: Another gateway is delivering this communication. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "communication-already-taken";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "communication-already-taken";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Correspondence_Communications_Get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the communication, from the response that accepted it. */
                "communication-id": string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The communication. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Communication"];
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
    Correspondence_Templates_Render: {
        parameters: {
            query?: never;
            header?: {
                /** @description Media type of the document. */
                accept?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    "template-id": string;
                    /** @enum {unknown} */
                    format: "pdf" | "docx";
                    "template-data"?: Record<string, never>;
                    /** Format: language */
                    locale?: string;
                    "file-name"?: string;
                };
            };
        };
        responses: {
            /** @description The document, base64 in JSON or as raw bytes. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        "content-type": string;
                        name: string;
                        content: string;
                    };
                    "application/pdf": unknown;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": unknown;
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden.https-required"];
            404: components["responses"]["not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            /** @description `template-data-not-valid`: The data does not match the schema of the template. `template-not-found`: The template does not exist in this format. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "template-data-not-valid" | "template-not-found";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "template-data-not-valid" | "template-not-found";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Correspondence_Messages_GetList: {
        parameters: {
            query?: {
                /** @description Only messages of these categories. */
                categories?: string[];
                /** @description Only messages that were received at this time or later. */
                "from-time"?: string;
                /** @description Only messages that were received before this time. */
                "to-time"?: string;
                /** @description Only messages with one of these statuses. */
                statuses?: ("unread" | "read" | "archived")[];
                /** @description Members to add that are left out by default. */
                include?: string[];
                /** @description Members to leave out of the response. */
                trim?: string[];
                /** @description Number of the page, from 1 on. */
                page?: components["parameters"]["page"];
                /** @description Items of a page; the bank limits it. */
                "page-size"?: components["parameters"]["page-size"];
                /** @description Ascending (`asc`) or descending (`desc`). */
                "sort-order"?: components["parameters"]["sort-order"];
                /** @description Member by which the items are ordered. */
                "sort-by"?: "received" | "urgency" | "message-kind" | "status";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of messages. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        page: number;
                        "page-size": number;
                        "total-count": number;
                        "total-pages": number;
                        "total-count-is-estimate": boolean;
                        "sort-by": string;
                        "sort-order": string;
                        items: components["schemas"]["MailboxMessage"][];
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
    Correspondence_Messages_Get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the message, from the mailbox. */
                "message-id": components["parameters"]["message-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailboxMessage"];
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
    Correspondence_Messages_Summary: {
        parameters: {
            query?: {
                /** @description Only messages with one of these statuses. */
                statuses?: ("unread" | "read" | "archived")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every requested status with its count. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        "total-count": number;
                        items: {
                            /** @enum {unknown} */
                            status: "unread" | "read" | "archived";
                            count: number;
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
    Correspondence_Messages_MarkAsRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the message, from the mailbox. */
                "message-id": components["parameters"]["message-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
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
            409: components["responses"]["conflict"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Correspondence_Messages_Archive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    "message-ids"?: string[];
                    /** Format: date */
                    "received-before"?: string;
                    "include-unread"?: boolean;
                    "mailbox-folders"?: ("inbox" | "sent")[];
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
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Correspondence_Classifications_GetList: {
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
    Correspondence_Classifications_Get: {
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
    Correspondence_NotificationPreferences_Get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One preference per group, and one per account with its own preference. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["NotificationPreference"][];
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
    Correspondence_NotificationPreferences_Set: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client; a repeated request with the same key and body gets the first response again. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: {
                        "customer-number"?: string;
                        "account-id"?: string;
                        /** @enum {unknown} */
                        "notification-group": "incoming-payment" | "outgoing-payment" | "low-balance" | "card-transaction" | "payment-status" | "standing-order" | "loan-due" | "statement-ready" | "security" | "signature-requested" | "consent-expiry" | "consent-status" | "mailbox";
                        /** @description An amount of money. */
                        threshold?: {
                            /** @description ISO 4217. */
                            currency: string;
                            /** @description Decimal number with a point. */
                            amount: string;
                        } | null;
                        /** @enum {unknown} */
                        frequency?: "P1D" | "P7D" | "P1M" | null;
                        channels?: {
                            /** @enum {unknown} */
                            "contact-medium": "email" | "sms" | "push" | "mailbox" | "letter";
                            enabled: boolean;
                        }[];
                        "is-default"?: unknown;
                    }[];
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
            413: components["responses"]["payload-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            /** @description `account-not-found`: The customer does not have this account. `no-contact-for-medium`: The recipient cannot be reached by this medium. `preference-not-changeable`: Messages of this group cannot be turned off. */
            440: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "account-not-found" | "no-contact-for-medium" | "preference-not-changeable";
                    };
                    "application/problem+json": components["schemas"]["business-problem"] & {
                        /** @enum {unknown} */
                        problem: "account-not-found" | "no-contact-for-medium" | "preference-not-changeable";
                    };
                };
            };
            500: components["responses"]["internal-error"];
            503: components["responses"]["service-unavailable"];
            default: components["responses"]["other-error"];
        };
    };
    Correspondence_NotificationGroups_GetList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups with their defaults. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["NotificationGroup"][];
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
    Correspondence_Attachments_Get: {
        parameters: {
            query: {
                /** @description When the link expires, in seconds since 1970. */
                until: number;
                /** @description Signature of the link. */
                mark: string;
            };
            header?: never;
            path: {
                /** @description Id of the attachment, from its link. */
                "attachment-id": string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file content. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "application/pdf": unknown;
                    "application/msword": unknown;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": unknown;
                    "application/vnd.ms-excel": unknown;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
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
