import { Button, Group, Stack, Text } from '@mantine/core';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { tUploads as words } from '#texts/uploads';
import { formatCount, formatSizeShort } from '../../../ui/format.ts';
import { CallDialog } from '../../layout/call-dialog.tsx';
import { type ChosenFiles, type ChosenFolder, fromDrop, fromFolderField } from './chosen.ts';
import { addAsFolder, addFile, type Target } from './queue.ts';
import styles from './uploads.module.css';

const filesOf = ({ files }: ChosenFolder): string =>
  words.files(formatCount(files.length), files.length === 1);

const sizeOf = ({ files }: ChosenFolder): number => files.reduce((sum, { file }) => sum + file.size, 0);

interface Props {
  target: Target;
  isNext: boolean;
  onFromServer?: () => void;
}

/** Files and whole folders, chosen or dropped; asks for each folder how to add it. */
export function ChooseFiles({ target, isNext, onFromServer }: Props) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [asked, setAsked] = useState<ChosenFolder[]>([]);

  const take = (chosen: ChosenFiles) => {
    for (const file of chosen.files) addFile(target, file);
    setAsked((before) => [...before, ...chosen.folders]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void fromDrop(event.dataTransfer).then(take);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>, isFolder: boolean) => {
    const list = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = '';
    take(isFolder ? { files: [], folders: fromFolderField(list) } : { files: list, folders: [] });
  };
  const answer = (how: 'one' | 'many' | 'not') => {
    const [first, ...rest] = asked;
    setAsked(rest);
    if (!first || how === 'not') return;
    if (how === 'one') addAsFolder(target, first);
    else
      for (const { file, relativePath } of first.files)
        addFile(target, file, `${first.name}/${relativePath}`);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way beside the buttons, not instead of them
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Text>{words.drop}</Text>
      <Group gap="sm">
        <Button variant={isNext ? 'filled' : 'default'} onClick={() => files.current?.click()}>
          {words.chooseFiles}
        </Button>
        <Button variant="default" onClick={() => folder.current?.click()}>
          {words.chooseFolder}
        </Button>
        {onFromServer && (
          <Button variant="default" onClick={onFromServer}>
            {words.fromServer}
          </Button>
        )}
      </Group>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={words.chooseFiles}
        onChange={(event) => choose(event, false)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // React's types lack the attribute.
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        aria-label={words.chooseFolder}
        onChange={(event) => choose(event, true)}
      />
      <FolderQuestion folder={asked[0]} onAnswer={answer} />
    </div>
  );
}

interface QuestionProps {
  folder: ChosenFolder | undefined;
  onAnswer(how: 'one' | 'many' | 'not'): void;
}

function FolderQuestion({ folder, onAnswer }: QuestionProps) {
  return (
    <CallDialog about={folder} title={({ name }) => words.folderTitle(name)} onClose={() => onAnswer('not')}>
      {(asked) => (
        <Stack gap="md">
          <Text>
            {asked.files.length === 0
              ? words.empty
              : words.folderHolds(filesOf(asked), formatSizeShort(sizeOf(asked)))}
          </Text>
          {asked.files.length > 0 && (
            <>
              <div>
                <Button fullWidth onClick={() => onAnswer('one')}>
                  {words.asOne}
                </Button>
                <p className={styles.note}>{words.asOneHint}</p>
              </div>
              <div>
                <Button fullWidth variant="default" onClick={() => onAnswer('many')}>
                  {words.asMany}
                </Button>
                <p className={styles.note}>{words.asManyHint}</p>
              </div>
            </>
          )}
          <Button variant="subtle" onClick={() => onAnswer('not')}>
            {words.cancel}
          </Button>
        </Stack>
      )}
    </CallDialog>
  );
}
