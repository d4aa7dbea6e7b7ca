import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { t } from '#texts';
import { tAccount } from '#texts/account';
import { applyAgain, type OwnApplication } from '../../../../contract/own-account.ts';
import { call } from '../../../api/call.ts';
import { countryChoices } from '../../../ui/countries.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing, withoutEmpty } from '../../../ui/mantine/form/form-errors.ts';
import { RestoredNote } from '../../../ui/mantine/form/restored-note.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import styles from './application.module.css';

const words = tAccount.own.application.form;
const { register } = t.account;

interface Props {
  application: OwnApplication;
  userId: string;
  onSent(application: OwnApplication): void;
}

/** The application as last submitted, to be submitted again, changed or not. */
export function ApplicationForm({ application, userId, onSent }: Props) {
  const { firstName, familyName, affiliation, purpose, country, status } = application;
  const { form, field, problems, busy, onSubmit, kept } = useCallForm({
    initial: { firstName, familyName, affiliation, purpose, country: country ?? '', message: '' },
    // Keyed by user: another person on this device must not see it.
    draft: `application:${userId}`,
    check: (values) => {
      const { firstName, familyName, affiliation, purpose } = register.missing;
      return missing(values, { firstName, familyName, affiliation, purpose });
    },
    async send({ country, message, ...rest }) {
      const body = { ...rest, ...withoutEmpty({ country, message }) };
      onSent(await call(applyAgain, { body }));
    },
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-labelledby="apply-again">
      <h3 className={styles.formTitle} id="apply-again">
        {words.title}
      </h3>
      <RestoredNote kept={kept} />
      <ErrorSummary problems={problems} />
      <Textarea
        {...field('message')}
        label={words.message}
        description={words.messageHint}
        autoComplete="off"
        rows={3}
        size="md"
      />
      <Textarea {...field('purpose')} label={register.purpose} autoComplete="off" rows={4} size="md" />
      <div className={styles.pair}>
        <TextInput {...field('firstName')} label={register.firstName} autoComplete="given-name" size="md" />
        <TextInput
          {...field('familyName')}
          label={register.familyName}
          autoComplete="family-name"
          size="md"
        />
      </div>
      <div className={styles.pair}>
        <TextInput
          {...field('affiliation')}
          label={register.affiliation}
          autoComplete="organization"
          size="md"
        />
        <NativeSelect
          {...field('country')}
          label={register.country}
          data={countryChoices(form.values.country)}
          autoComplete="country"
          size="md"
        />
      </div>
      <Button type="submit" size="md" loading={busy} className={styles.submit ?? ''}>
        {status === 'expired' ? words.renew : words.submit}
      </Button>
    </form>
  );
}
