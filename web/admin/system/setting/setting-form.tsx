import { Button, Radio, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { t } from '#texts';
import { tSystem } from '#texts/system';
import { type Setting, setSetting } from '../../../../contract/setting.ts';
import { call } from '../../../api/call.ts';
import { titleOf } from '../../../paths.ts';
import { setTitle, storeAppName } from '../../../session/title.ts';
import { storeWording } from '../../../session/wording.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { RestoredNote } from '../../../ui/mantine/form/restored-note.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import { WhileOnline } from '../../access/while-online.tsx';
import forms from '../../layout/form.module.css';
import { Panel } from '../../layout/panel.tsx';
import { useUnsavedGuard } from '../../unsaved.ts';
import { LogoField } from './logo-field.tsx';
import styles from './setting.module.css';
import { bodyOf, changedValues, valuesOf } from './setting-values.ts';
import { WordingPreview } from './wording-preview.tsx';

const words = tSystem.setting;

/**
 * Applies new wording to the screen at once: navigates to the current URL, which re-renders everything that reads it.
 */
function useApply() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return async (saved: Setting) => {
    storeAppName(saved.name);
    storeWording(saved.wording);
    setTitle(titleOf(pathname));
    client.setQueryData(['setting'], saved);
    await client.invalidateQueries({ queryKey: ['config'] });
    await navigate(pathname + search, { replace: true, preventScrollReset: true });
  };
}

export function SettingForm({ setting }: { setting: Setting }) {
  const mayWrite = useAllowed(toCall(setSetting));
  const apply = useApply();
  const [logo, setLogo] = useState<File>();
  const [kept, setKept] = useState(setting);
  const {
    form,
    field,
    problems,
    busy,
    onSubmit,
    kept: draft,
  } = useCallForm({
    initial: valuesOf(setting),
    draft: 'setting',
    check: (values) => missing(values, words.missing),
    async send(values) {
      const body = bodyOf(changedValues(valuesOf(kept), values), logo);
      const saved = await call(setSetting, { body });
      setLogo(undefined);
      setKept(saved);
      form.setValues(valuesOf(saved));
      form.resetDirty(valuesOf(saved));
      await apply(saved);
      notifications.show({ color: 'ok', message: words.saved });
    },
  });
  useUnsavedGuard(form.isDirty() || logo !== undefined);
  const { values, errors } = form;

  return (
    <form className={`${forms.form} ${styles.page}`} onSubmit={onSubmit} noValidate>
      <RestoredNote kept={draft} />
      <ErrorSummary problems={problems} />
      {!mayWrite && <p className={forms.note}>{words.readOnly}</p>}
      <Panel title={words.brand}>
        <div className={forms.form}>
          <TextInput
            {...field('name')}
            label={words.name}
            description={words.nameHint}
            readOnly={!mayWrite}
          />
          <TextInput
            {...field('shortName')}
            label={words.shortName}
            description={words.shortNameHint}
            readOnly={!mayWrite}
            styles={{ input: { maxWidth: 320 } }}
          />
          <LogoField
            current={values.logo === '' ? undefined : `${kept.staticBase}/${values.logo}`}
            had={kept.logo !== ''}
            file={logo}
            onFile={setLogo}
            onKeep={(keep) => form.setFieldValue('logo', keep ? kept.logo : '')}
            error={typeof errors.logo === 'string' ? errors.logo : undefined}
            disabled={!mayWrite || busy}
          />
        </div>
      </Panel>
      <Panel title={words.footer}>
        <div className={forms.form}>
          <Textarea
            {...field('contact')}
            label={words.contact}
            description={words.contactHint}
            rows={4}
            readOnly={!mayWrite}
          />
          <TextInput {...field('copyright')} label={words.copyright} readOnly={!mayWrite} />
          <TextInput
            {...field('filings')}
            label={words.filings}
            description={words.filingsHint}
            readOnly={!mayWrite}
          />
        </div>
      </Panel>
      <Panel title={words.wording}>
        <Radio.Group {...field('wording')} aria-label={words.wording} readOnly={!mayWrite}>
          <div className={styles.choices}>
            <Radio
              value="as specified"
              label={words.asSpecified}
              description={words.asSpecifiedHint}
              disabled={!mayWrite}
            />
            <Radio
              value="corrected"
              label={words.corrected}
              description={words.correctedHint}
              disabled={!mayWrite}
            />
          </div>
        </Radio.Group>
        <WordingPreview />
      </Panel>
      {mayWrite && (
        <div>
          <WhileOnline>
            <Button type="submit" loading={busy}>
              {t.admin.save}
            </Button>
          </WhileOnline>
        </div>
      )}
    </form>
  );
}
