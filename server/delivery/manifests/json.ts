import { goneInBatches, inBatches, type Manifest } from './manifest.ts';

/** One JSON object, a file a line. Its addresses carry no ticket: who reads JSON can send a header. */
export function* jsonManifest(manifest: Manifest): Generator<string> {
  const { dataset, page, release, since, files, size, urlOf } = manifest;
  const head = {
    dataset: { ...dataset, url: page },
    release,
    ...(since && { since: { version: since.version, release: since.release } }),
    totals: { files: files.length, size },
  };
  yield `${JSON.stringify(head).slice(0, -1)},\n"files":[`;
  yield* inBatches(manifest, ({ purged, ...file }, n) => {
    const rest = purged ? { purged } : { url: urlOf(file.path, false) };
    return `${n === 0 ? '' : ','}\n${JSON.stringify({ ...file, ...rest })}`;
  });
  if (since) {
    let first = true;
    yield '],\n"gone":[';
    yield* goneInBatches(since, (gone) => {
      const line = `${first ? '' : ','}\n${JSON.stringify(gone)}`;
      first = false;
      return line;
    });
  }
  yield ']}\n';
}
