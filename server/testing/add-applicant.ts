import { newId, newOrderedId } from '../shared/ids.ts';
import { cheapHash } from './admin.ts';
import { type Inside, sql } from './look-inside.ts';

interface Applicant {
  email: string;
  password: string;
  firstName: string;
  familyName: string;
  affiliation: string;
  purpose: string;
}

/**
 * Adds an applicant with a cheap password hash, as registering leaves one where nothing approves by itself: registering
 * takes some 0.3 s of a processor.
 * @param at ms
 * @returns the id
 */
export async function addApplicant(portal: Inside, person: Applicant, at: number): Promise<string> {
  const id = newId();
  const { email, password, firstName, familyName, affiliation, purpose } = person;
  const said = [firstName, familyName, affiliation, purpose].map((text) => `'${text.replaceAll("'", "''")}'`);
  await sql(
    portal,
    `insert into users (id, email, password_hash, first_name, family_name, affiliation, purpose, status, created_at, applied_at)
      values ('${id}', '${email.toLowerCase()}', '${cheapHash(password)}', ${said.join(', ')}, 'pending', ${at}, ${at})`,
  );
  await sql(
    portal,
    `insert into reviews (id, user_id, to_status, at, former)
      values ('${newOrderedId()}', '${id}', 'pending', ${at}, '{}')`,
  );
  return id;
}
