import { pictureSize, pictureVariant } from '../../contract/pictures.ts';

/** Whole addresses of what machines are told about: they read them outside of any page. */
export function addresses(publicUrl: string, staticBase: string) {
  const base = staticBase.startsWith('/') ? publicUrl + staticBase : staticBase;
  return {
    home: `${publicUrl}/`,
    dataset: (id: string): string => `${publicUrl}/datasetDetail/${encodeURIComponent(id)}`,
    /** Of a path of ours, such as a download link. */
    of: (path: string): string => publicUrl + path,
    file: (path: string): string => `${base}/${path}`,
    /** Few who show a link's preview know WebP: the JPEG, where there is one. */
    preview(path: string): { url: string; width?: number; height?: number } {
      const size = pictureSize(path);
      return size
        ? { url: `${base}/${pictureVariant(path, size.width, 'jpeg')}`, ...size }
        : { url: `${base}/${path}` };
    },
  };
}

export type Addresses = ReturnType<typeof addresses>;
