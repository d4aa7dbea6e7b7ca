import { xml } from './xml.ts';

/** A piece of XML: markup already, or nothing. */
export type Xml = string | undefined;

/**
 * An element; attributes and text are escaped.
 * @param content a string: text; a list: elements, of which those that are undefined are left out
 */
export function element(
  name: string,
  content: string | readonly Xml[] = [],
  attributes: Record<string, string | undefined> = {},
): string {
  const said = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : ` ${key}="${xml(value)}"`,
  );
  const inner =
    typeof content === 'string' ? xml(content) : content.filter((one) => one !== undefined).join('');
  return inner === '' ? `<${name}${said.join('')}/>` : `<${name}${said.join('')}>${inner}</${name}>`;
}
