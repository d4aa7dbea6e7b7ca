import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { OpenQuestion } from './confirm.ts';
import { useOnTop } from './use-on-top.ts';

/** The dialog of `confirm`; the text stays during the closing transition. */
export default function ConfirmDialog({ question }: { question: OpenQuestion | undefined }) {
  // Mounted closed, even when loaded for a question: only on opening does it remember the focused element, to restore
  // it.
  const [shown, setShown] = useState<OpenQuestion>();
  useEffect(() => {
    if (question) setShown(question);
  }, [question]);
  const close = () => question?.answer(false);
  const opened = question !== undefined && shown !== undefined;
  return (
    <Modal {...useOnTop(opened)} opened={opened} onClose={close} title={shown?.title} centered zIndex={600}>
      <Text>{shown?.message}</Text>
      {shown?.hint && (
        <Text size="sm" c="dimmed" mt="sm">
          {shown.hint}
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={close} data-autofocus={shown?.danger || undefined}>
          {shown?.cancelLabel}
        </Button>
        <Button
          color={shown?.danger ? 'error' : 'brand'}
          onClick={() => question?.answer(true)}
          data-autofocus={!shown?.danger || undefined}
        >
          {shown?.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
