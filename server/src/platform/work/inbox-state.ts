/**
 * Condition on an event of an inbox that is found by its id. Not `state = 'pending'`: while statistics know no open event,
 * the planner would read the index of all open ones.
 */
export const isPending = "coalesce(state, '') = 'pending'";
