import { creatorsOf } from '../../contract/creators.ts';
import type { Setting } from '../../contract/setting.ts';
import { shorten } from '../shared/words.ts';
import { xml } from '../shared/xml.ts';
import type { Addresses } from './addresses.ts';
import { nameOf } from './describe.ts';
import type { Listed } from './sitemap.ts';

export const feedPath = '/feed.xml';
const MOST = 50;
const SUMMARY = 1_000;

const element = (name: string, text: string): string => `<${name}>${xml(text)}</${name}>`;
const author = (name: string): string => `<author>${element('name', name)}</author>`;

function entry(dataset: Listed, addresses: Addresses): string {
  const url = addresses.dataset(dataset.id);
  const summary = shorten(dataset.plain, SUMMARY) || `${dataset.name} ${dataset.version}`;
  return [
    '<entry>',
    element('id', url),
    element('title', `${dataset.name} ${dataset.version}`),
    `<link rel="alternate" type="text/html" href="${xml(url)}"/>`,
    element('published', dataset.publishedAt ?? dataset.createdAt),
    element('updated', dataset.changedAt),
    ...creatorsOf(dataset.authors).map((creator) => author(nameOf(creator))),
    dataset.modalityName === '' ? '' : `<category term="${xml(dataset.modalityName)}"/>`,
    element('summary', summary),
    '</entry>',
  ].join('');
}

/**
 * Atom (RFC 4287) of new and changed datasets.
 * @param datasets by their last change, newest first
 */
export function feed(datasets: readonly Listed[], { name }: Setting, addresses: Addresses): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', addresses.of(feedPath)),
    element('title', name),
    // An empty feed needs an `updated` element, too.
    element('updated', datasets[0]?.changedAt ?? new Date(0).toISOString()),
    author(name),
    `<link rel="self" type="application/atom+xml" href="${xml(addresses.of(feedPath))}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(addresses.home)}"/>`,
    ...datasets.slice(0, MOST).map((dataset) => entry(dataset, addresses)),
    '</feed>\n',
  ].join('\n');
}
