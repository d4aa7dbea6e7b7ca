export { noticesStore } from './notices.store.ts';
export { reminders } from './reminders.ts';
