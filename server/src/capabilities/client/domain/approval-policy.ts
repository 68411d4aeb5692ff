/** As long as the OAuth server waits for the answer to a sign-in elsewhere. */
export const signInApprovalMinutes = 5;
/** How long an ended request is kept, for the device that asks what became of it. */
export const approvalKeptHours = 24;
