import { Button, NativeSelect, TextInput } from '@mantine/core';
import { t } from '#texts';
import { tInstitutions } from '#texts/institutions';
import { registerBySignIn, type SignInState } from '../../../../contract/institutions.ts';
import { call, type DataOf } from '../../../api/call.ts';
import { countryChoices } from '../../../ui/countries.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing, withoutEmpty } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import styles from '../account-frame.module.css';
import { AccountFrame } from '../account-frame.tsx';
import { PurposeField } from '../purpose-field.tsx';
import own from './institutions.module.css';

const words = tInstitutions.steps;
const { register } = t.account;

interface Props {
  state: SignInState;
  ticket: string;
  onDone(done: DataOf<typeof registerBySignIn>): void;
}

/** The application of a new person, whose address is proved and who needs no password. */
export function SignInRegisterForm({ state, ticket, onDone }: Props) {
  const { institution, email, affiliation } = state;
  const { form, field, problems, busy, onSubmit } = useCallForm({
    initial: {
      firstName: state.firstName,
      familyName: state.familyName,
      affiliation: '',
      purpose: '',
      country: '',
    },
    check: (values) => {
      const { firstName, familyName, affiliation, purpose } = register.missing;
      return missing(values, { firstName, familyName, affiliation, purpose });
    },
    async send({ country, ...rest }) {
      onDone(await call(registerBySignIn, { body: { ticket, ...rest, ...withoutEmpty({ country }) } }));
    },
  });
  return (
    <AccountFrame title={words.register} intro={words.registerBody(institution, email ?? '')}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <ErrorSummary problems={problems} />
        {affiliation !== '' && <p className={own.vouched}>{words.vouched(institution, affiliation)}</p>}
        <div className={styles.columns}>
          <TextInput {...field('firstName')} label={register.firstName} autoComplete="given-name" size="md" />
          <TextInput
            {...field('familyName')}
            label={register.familyName}
            autoComplete="family-name"
            size="md"
          />
        </div>
        <TextInput
          {...field('affiliation')}
          label={register.affiliation}
          description={register.affiliationHint}
          autoComplete="organization"
          size="md"
        />
        <PurposeField
          field={field('purpose')}
          value={form.values.purpose}
          onChange={(purpose) => form.setFieldValue('purpose', purpose)}
        />
        <NativeSelect
          {...field('country')}
          label={register.country}
          data={countryChoices(form.values.country)}
          autoComplete="country"
          size="md"
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {words.registerSubmit}
        </Button>
      </form>
    </AccountFrame>
  );
}
