import { tUploads as words } from '#texts/uploads';
import { confirm } from '../../../ui/mantine/confirm.ts';

/** What was sent is lost with an upload. */
export const confirmRemoval = (name: string): Promise<boolean> =>
  confirm({
    title: words.removeTitle(name),
    message: words.removeBody,
    confirmLabel: words.removeConfirm,
    cancelLabel: words.cancel,
    danger: true,
  });
