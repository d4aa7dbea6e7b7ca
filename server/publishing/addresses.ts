import { permalinkPath } from '../../contract/identifier-urls.ts';
import { pictureSize, pictureVariant } from '../../contract/pictures.ts';

/** Absolute URLs for machine formats, which are read outside of any page. */
export function addresses(publicUrl: string, staticBase: string) {
  const base = staticBase.startsWith('/') ? publicUrl + staticBase : staticBase;
  return {
    home: `${publicUrl}/`,
    dataset: (id: string): string => `${publicUrl}/datasetDetail/${encodeURIComponent(id)}`,
    /** The permanent address of all versions of a dataset, which leads to the newest one (releases.md). */
    lineage: (slug: string): string => publicUrl + permalinkPath(slug),
    /** The permanent address of one version. */
    permalink: (slug: string, version: string): string => publicUrl + permalinkPath(slug, version),
    /** The URL of a path, such as a download link. */
    of: (path: string): string => publicUrl + path,
    file: (path: string): string => `${base}/${path}`,
    /** Few link previews support WebP: the JPEG variant, where there is one. */
    preview(path: string): { url: string; width?: number; height?: number } {
      const size = pictureSize(path);
      return size
        ? { url: `${base}/${pictureVariant(path, size.width, 'jpeg')}`, ...size }
        : { url: `${base}/${path}` };
    },
  };
}

export type Addresses = ReturnType<typeof addresses>;
