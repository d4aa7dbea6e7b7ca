import {
  type PictureFormat,
  pictureFormats,
  pictureSize,
  pictureVariant,
  widthsOf,
} from '../../contract/pictures.ts';
import type { Setting } from '../../contract/setting.ts';
import { staticUrl } from './setting.ts';

interface Props {
  setting: Setting;
  /** Path of the default image below the static base. */
  path: string;
  className: string | undefined;
  /** Displayed width, as the `sizes` attribute. */
  sizes: string;
  /** Above the fold: loaded eagerly instead of lazily. */
  first: boolean;
}

/** A sample image with its variants; older images have only one. */
export function Picture({ setting, path, className, sizes, first }: Props) {
  const size = pictureSize(path);
  const urlOf = (width: number, format: PictureFormat) =>
    staticUrl(setting, pictureVariant(path, width, format));
  const setOf = (format: PictureFormat) =>
    size &&
    widthsOf(size)
      .map((width) => `${urlOf(width, format)} ${width}w`)
      .join(', ');
  return (
    <picture>
      {size &&
        pictureFormats
          .filter((format) => format !== 'jpeg')
          .map((format) => (
            <source key={format} type={`image/${format}`} srcSet={setOf(format)} sizes={sizes} />
          ))}
      <img
        className={className}
        src={size ? urlOf(size.width, 'jpeg') : staticUrl(setting, path)}
        srcSet={setOf('jpeg')}
        sizes={size && sizes}
        alt=""
        width={size?.width}
        height={size?.height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  );
}
