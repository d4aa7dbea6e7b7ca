import { t as en } from '../../../texts/en-signature.ts';
import type { Language } from '../../../texts/languages.ts';
import { t as zhCN } from '../../../texts/zh-CN-signature.ts';
import { turns } from '../../http/index.ts';
import type { SiteOf } from '../../mail/index.ts';
import { taskFile, type WorkerPool } from '../../workers/index.ts';
import type { SignatureDocument } from './documents.store.ts';
import type { PdfOrder } from './signature-pdf.ts';

const words = { en, 'zh-CN': zhCN } as const;

const writing = taskFile<typeof import('./signature-pdf.task.ts')>(
  new URL('./signature-pdf.task.ts', import.meta.url),
);

/** 2026-01-31T12:00:00.000Z as people read it. */
const inWords = (time: string): string => `${time.slice(0, 19).replace('T', ' ')} UTC`;

interface Dependencies {
  /** Worker threads, which render other texts, too. */
  pool: WorkerPool;
  site: SiteOf;
}

/** The documents of signatures: for programs, and for people. */
export function signatureDocuments({ pool, site }: Dependencies) {
  // One at a time, so that a thread stays free for the other texts; a document takes a second or two.
  const places = turns({
    atOnce: 1,
    waiting: 20,
    patience: 30_000,
    busy: 'Many documents are being written right now. Please try again in a moment.',
  });

  async function json(document: SignatureDocument): Promise<string> {
    const { name, publicUrl } = await site();
    return `${JSON.stringify({ portal: { name, url: publicUrl }, ...document }, undefined, 2)}\n`;
  }

  return {
    json,

    /** @throws AppError 503 when many are being written */
    async pdf(document: SignatureDocument, language: Language): Promise<Buffer> {
      const { signature, terms, sealsHold } = document;
      const says = words[language];
      const { name, publicUrl } = await site();
      const order: PdfOrder = {
        language,
        title: says.title,
        rows: [
          [says.dataset, signature.datasetName],
          [says.terms, `${terms.title}, ${says.version(String(terms.version))}`],
          [says.name, signature.name],
          [says.email, signature.email],
          [says.affiliation, signature.affiliation],
          [says.signedAt, inWords(signature.signedAt)],
          ...(signature.ip === '' ? [] : ([[says.ip, signature.ip]] as [string, string][])),
          [says.portal, `${name}, ${publicUrl}`],
          [says.sha256, signature.sha256],
          [says.id, signature.id],
          [says.seal, signature.seal],
          [says.keyId, signature.keyId],
        ],
        notes: [sealsHold ? says.holds : says.fails, says.attached.replaceAll('`', '')],
        heading: says.text,
        text: terms.text,
        json: await json(document),
        signedAt: signature.signedAt,
        pages: says.page('{page}', '{of}'),
      };
      await places.take();
      try {
        return Buffer.from(await pool.run(writing, 'write', order));
      } finally {
        places.end();
      }
    },
  };
}

export type SignatureDocuments = ReturnType<typeof signatureDocuments>;
