import { escapeHtml } from '../../shared/escape.ts';
import type { OpenApi } from './document.ts';
import type { Operation } from './operation.ts';
import type { JsonSchema } from './schemas.ts';

const slugOf = (tag: string): string => tag.toLowerCase().replace(/[^a-z]+/g, '-');

/** Back-ticks become code, line breaks paragraphs; nothing else of Markdown is used here. */
const inline = (text: string): string => escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
const prose = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => `<p>${inline(part)}</p>`)
    .join('');

const whoMay: Record<string, string> = {
  userToken: 'a user’s token',
  adminToken: 'an administrator’s token',
  guestToken: 'a reviewer’s token',
  personalToken: 'a personal token',
  ticket: 'a ticket',
};

function securityText(security: Operation['security']): string {
  const names = security.flatMap((one) => Object.keys(one)).map((name) => whoMay[name] ?? name);
  if (names.length === 0) return 'Anybody.';
  if (security.some((one) => Object.keys(one).length === 0)) return 'Anybody; a user’s token may show more.';
  return `With ${names.join(' or ')}.`;
}

/** A short word for a schema's type. */
function typeOf(schema: JsonSchema): string {
  const { enum: options, anyOf, type, format, const: only } = schema;
  if (Array.isArray(options)) return options.map((option) => JSON.stringify(option)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((each) => typeOf(each as JsonSchema)))].join(' | ');
  if (type === 'array') return `${typeOf((schema.items ?? {}) as JsonSchema)}[]`;
  return String(format ?? (Array.isArray(type) ? type.join(' | ') : (type ?? 'any')));
}

/** Fields of a schema, those of nested objects with a dot. */
function* fieldsOf(
  schema: JsonSchema,
  prefix = '',
): Generator<[name: string, schema: JsonSchema, required: boolean]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const items = field.items as JsonSchema | undefined;
    yield [prefix + name, field, schema.required?.includes(name) ?? false];
    if (field.properties) yield* fieldsOf(field, `${prefix}${name}.`);
    else if (items?.properties) yield* fieldsOf(items, `${prefix}${name}[].`);
  }
}

const fieldTable = (caption: string, rows: [name: string, type: string, note: string][]): string =>
  rows.length === 0
    ? ''
    : `<div class="scroll" role="region" aria-label="${escapeHtml(caption)}" tabindex="0"><table><caption>${escapeHtml(caption)}</caption><tbody>${rows
        .map(
          ([name, type, note]) =>
            `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td><code>${escapeHtml(type)}</code></td><td>${inline(note)}</td></tr>`,
        )
        .join('')}</tbody></table></div>`;

const schemaTable = (caption: string, schema: JsonSchema | undefined): string =>
  schema === undefined
    ? ''
    : fieldTable(
        caption,
        [...fieldsOf(schema)].map(([name, field, required]) => [
          name,
          typeOf(field),
          required ? 'required' : '',
        ]),
      );

function operationHtml(path: string, method: string, operation: Operation): string {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation;
  const done = responses[200] as { content?: Record<string, { schema?: JsonSchema }> } | undefined;
  const [answerType, answer] = Object.entries(done?.content ?? {})[0] ?? [];
  const data = answer?.schema?.properties?.data;
  const statuses = Object.keys(responses)
    .map((status) => `<code>${status}</code>`)
    .join(' ');
  return `<details id="${operationId}"><summary><span class="method">${method.toUpperCase()}</span> <code class="path">${escapeHtml(path)}</code> <span class="what">${inline(summary)}</span></summary>
<div><p>${securityText(security)} ${description ? inline(description) : ''}</p>
${fieldTable(
  'Parameters',
  parameters.map(({ name, in: where, required, schema, description: note }) => [
    name,
    typeOf(schema),
    [where, required ? 'required' : '', note ?? ''].filter(Boolean).join(', '),
  ]),
)}
${Object.entries(requestBody?.content ?? {})
  .map(([type, { schema }]) => schemaTable(`Body, ${type}`, schema))
  .join('')}
${data ? schemaTable('Answer, data', data.items ? (data.items as JsonSchema) : data) : answerType ? `<p>Answers <code>${escapeHtml(answerType)}</code>.</p>` : ''}
<p>Statuses: ${statuses}</p></div></details>`;
}

/** The document for people: one line a call, which opens; no script. */
export function apiPage({ info, tags, paths }: OpenApi): { title: string; body: string } {
  const { title, description } = info as { title: string; description: string };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name }) => {
    const own = operations.filter(
      ({ operation, method }) => operation.tags.includes(name) && method !== 'head',
    );
    return `<section><h2 id="${slugOf(name)}">${escapeHtml(name)}</h2>${own
      .map(({ path, method, operation }) => operationHtml(path, method, operation))
      .join('')}</section>`;
  });
  const contents = tags
    .map(({ name }) => `<li><a href="#${slugOf(name)}">${escapeHtml(name)}</a></li>`)
    .join('');
  return {
    title,
    body: `<header><div><a href="/">Home</a></div></header><main><h1>${escapeHtml(title)}</h1>${prose(description)}
<p>The same for programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Groups"><ul>${contents}</ul></nav>${sections.join('')}</main>`,
  };
}
