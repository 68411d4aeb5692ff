/** Runs in a thread for large forms, see `form-body.ts`. */
export { readForm as read } from './form-data.ts';
