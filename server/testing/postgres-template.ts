/** The template database that the tests' PostgreSQL copies for each app. */
export const TEMPLATE = 'vitrine_template';
