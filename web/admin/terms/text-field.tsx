import { Button, Skeleton, Tabs, Text, Textarea, type TextareaProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '#texts';
import { tAdminTerms } from '#texts/admin-terms';
import { CallError } from '../../api/call.ts';
import { failureWords } from '../../api/failure-words.ts';
import prose from '../../ui/prose.module.css';
import styles from './terms.module.css';
import { termsPreviewQuery } from './terms.query.ts';

const words = tAdminTerms.form;
const parts = ['write', 'preview'] as const;

interface Props {
  field: TextareaProps;
  text: string;
  /** Changes with each attempt that failed: the field is shown again, where its error is. */
  problems: readonly unknown[];
}

/** The Markdown text, and what it will look like. */
export function TextField({ field, text, problems }: Props) {
  const [part, setPart] = useState<(typeof parts)[number]>('write');
  useEffect(() => {
    if (problems.length > 0) setPart('write');
  }, [problems]);
  return (
    <Tabs value={part} onChange={(next) => setPart(next === 'preview' ? 'preview' : 'write')}>
      <Tabs.List aria-label={words.text} mb="sm">
        {parts.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {words.parts[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="write">
        <Textarea {...field} label={words.text} description={words.textHint} rows={16} resize="vertical" />
      </Tabs.Panel>
      <Tabs.Panel value="preview" className={styles.preview}>
        {part === 'preview' && <Preview text={text.trim()} />}
      </Tabs.Panel>
    </Tabs>
  );
}

function Preview({ text }: { text: string }) {
  const { data, error, refetch } = useQuery({ ...termsPreviewQuery(text), enabled: text !== '' });
  if (text === '') return <Text c="dimmed">{words.nothingWritten}</Text>;
  if (data)
    return (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
      <div className={prose.prose} dangerouslySetInnerHTML={{ __html: data.html }} />
    );
  if (!error) return <Skeleton height={120} aria-busy />;
  return (
    <Text role="alert">
      {error instanceof CallError ? (error.errors[0]?.message ?? failureWords(error)) : words.previewFailed}{' '}
      <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
        {t.admin.table.retry}
      </Button>
    </Text>
  );
}
