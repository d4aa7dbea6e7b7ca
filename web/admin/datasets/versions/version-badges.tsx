import { Badge } from '@mantine/core';
import { tVersions } from '#texts/versions';
import type { AdminVersion } from '../../../../contract/dataset-versions.ts';
import { embargoOf } from './asked.ts';

const words = tVersions.state;

/** What a version is, in words: its status, and whatever is special about its files. */
export function VersionBadges({ version }: { version: AdminVersion }) {
  const { status, frozenAt, freezing, filesPurged } = version;
  const until = embargoOf(version);
  return (
    <>
      <Badge color={status === 'draft' ? 'warn' : status === 'published' ? 'ok' : 'neutral'}>
        {words[status]}
      </Badge>
      {frozenAt !== null && <Badge color="brand">{words.frozen}</Badge>}
      {freezing === 'pending' && <Badge color="warn">{words.pending}</Badge>}
      {until !== undefined && <Badge color="warn">{words.embargo(until)}</Badge>}
      {filesPurged && <Badge color="error">{words.purged}</Badge>}
    </>
  );
}
