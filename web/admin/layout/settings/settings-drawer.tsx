import '@mantine/core/styles/Switch.css';
import { Button, Drawer, Switch } from '@mantine/core';
import { useState } from 'react';
import { tLayout } from '#texts/layout';
import { t } from '#texts/reading';
import { LanguageSwitch } from '../../../ui/language-switch.tsx';
import { useOnTop } from '../../../ui/mantine/use-on-top.ts';
import { ThemeMenu } from '../../../ui/theme-menu.tsx';
import type { Device } from '../sidebar/sidebar-state.ts';
import { ColorChoice } from './color-choice.tsx';
import { changeSettings, resetSettings, useSettings } from './settings.ts';
import styles from './settings-drawer.module.css';
import { SizeChoice } from './size-choice.tsx';
import { StyleChoice } from './style-choice.tsx';

const words = tLayout.settings;
const switches = ['tagsView', 'fixedHeader', 'sidebarLogo'] as const;

/** Controls that are in the navbar on a desktop. */
function MobileChoices() {
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{words.device}</h3>
      <div className={styles.row}>
        {words.theme}
        <ThemeMenu label={t.reading.themeLabel} names={t.reading.themes} />
      </div>
      <div className={styles.row}>
        {words.language}
        <LanguageSwitch />
      </div>
      <SizeChoice />
    </section>
  );
}

interface Props {
  device: Device;
  opened: boolean;
  onClose(): void;
}

/** §2, settings drawer. Each choice is applied and stored at once. */
export function SettingsDrawer({ device, opened, onClose }: Props) {
  const settings = useSettings();
  const [said, say] = useState('');
  const reset = () => {
    resetSettings();
    say(words.wasReset);
  };
  return (
    <Drawer
      {...useOnTop(opened)}
      opened={opened}
      onClose={onClose}
      position="right"
      size={320}
      title={words.title}
    >
      <p className={styles.hint}>{words.hint}</p>
      <StyleChoice />
      <ColorChoice />
      <section className={styles.part}>
        <h3 className={styles.title}>{words.parts}</h3>
        {switches.map((name) => (
          <Switch
            key={name}
            label={words[name]}
            labelPosition="left"
            withThumbIndicator={false}
            classNames={{ body: styles.switch ?? '' }}
            checked={settings[name]}
            onChange={({ currentTarget }) => changeSettings({ [name]: currentTarget.checked })}
          />
        ))}
      </section>
      {device === 'mobile' && <MobileChoices />}
      <Button variant="default" fullWidth onClick={reset}>
        {words.reset}
      </Button>
      <p className={styles.said} role="status">
        {said}
      </p>
    </Drawer>
  );
}
