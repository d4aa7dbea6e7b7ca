import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useRef } from 'react';
import { t } from '#texts';
import { tRecalls } from '#texts/recalls';
import { tVersions as words } from '#texts/versions';
import { updateDataset } from '../../../../contract/dataset-admin.ts';
import { type AdminVersion, purgeRelease } from '../../../../contract/dataset-versions.ts';
import { openRecall } from '../../../../contract/recalls.ts';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import { type Ask, type Asked, aboutVersion } from './asked.ts';

interface Props {
  name: string;
  version: AdminVersion;
  /** Its drawer is the one that is open. */
  isShown: boolean;
  /** Publishing it is what comes next; a view has one filled button. */
  isNext: boolean;
  ask: Ask;
  onOpen(id: string): void;
}

/** What can be done with a version: what comes next as a button, the rest in a menu. */
export function VersionActions({ name, version, isShown, isNext, ask, onOpen }: Props) {
  const menu = useRef<HTMLButtonElement>(null);
  const mayChange = useAllowed(toCall(updateDataset));
  const mayPurge = useAllowed(toCall(purgeRelease));
  const { status, frozenAt, freezing, filesPurged } = version;
  const open = (what: Asked['what']) => ask({ what, about: aboutVersion(name, version) });
  const purges = mayPurge && frozenAt !== null && !filesPurged;
  return (
    <Group gap="xs" wrap="nowrap">
      {mayChange && status === 'draft' && (
        <Button
          size="compact-sm"
          variant={isNext ? 'filled' : 'default'}
          aria-label={t.admin.datasets.actionOn(t.admin.datasets.publish, `${name} ${version.version}`)}
          onClick={() => {
            // A published version has no such button: the focus stays at its version.
            menu.current?.focus();
            open('publish');
          }}
        >
          {t.admin.datasets.publish}
        </Button>
      )}
      {(!isShown || status !== 'draft' || mayChange) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon ref={menu} variant="default" aria-label={words.more(version.version)}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!isShown && <Menu.Item onClick={() => onOpen(version.id)}>{words.open}</Menu.Item>}
            {status !== 'draft' && (
              <Menu.Item component="a" href={paths.datasetDetail(version.id)}>
                {t.admin.datasets.view}
              </Menu.Item>
            )}
            <Allowed {...toCall(updateDataset)}>
              {status === 'withdrawn' && !filesPurged && (
                <Menu.Item onClick={() => open('publish')}>{t.admin.datasets.publish} …</Menu.Item>
              )}
              {status === 'published' && frozenAt === null && freezing === null && (
                <Menu.Item onClick={() => open('freeze')}>{words.freeze.action} …</Menu.Item>
              )}
              {!filesPurged && (
                <Menu.Item onClick={() => open('embargo')}>{words.embargo.action} …</Menu.Item>
              )}
              {status === 'published' && (
                <Menu.Item onClick={() => open('withdraw')}>{t.admin.datasets.withdraw} …</Menu.Item>
              )}
            </Allowed>
            {status !== 'draft' && (
              <Allowed {...toCall(openRecall)}>
                <Menu.Item onClick={() => open('recall')}>{tRecalls.choose.action} …</Menu.Item>
              </Allowed>
            )}
            {purges && (
              <>
                <Menu.Divider />
                <Menu.Item color="error" onClick={() => open('purgeFile')}>
                  {words.purgeFile.action} …
                </Menu.Item>
                <Menu.Item color="error" onClick={() => open('purge')}>
                  {words.purge.action} …
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}
