import { tDataset } from '#texts/dataset';
import type { PDFDocumentProxy } from '../../ui/pdf/open-pdf.ts';
import classes from './document-tools.module.css';

export type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;
type Place = Outline[number]['dest'];

/** Page number from 1; undefined for a target outside of this document. */
async function pageOf(pdf: PDFDocumentProxy, place: Place): Promise<number | undefined> {
  const found: unknown = typeof place === 'string' ? await pdf.getDestination(place) : place;
  const target: unknown = Array.isArray(found) ? found[0] : undefined;
  if (typeof target === 'number') return target + 1;
  if (typeof target !== 'object' || target === null) return undefined;
  return (await pdf.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1;
}

interface Props {
  id: string;
  pdf: PDFDocumentProxy;
  outline: Outline;
  goTo: (page: number) => void;
  close: () => void;
}

function Entries({ outline, go }: { outline: Outline; go: (place: Place) => void }) {
  return (
    <ol>
      {outline.map(({ title, dest, items }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles repeat, and the list never changes
        <li key={index}>
          {dest ? (
            <button type="button" onClick={() => go(dest)}>
              {title}
            </button>
          ) : (
            // An entry with a URL or a script is plain text: nothing links out of the PDF.
            <span>{title}</span>
          )}
          {items.length > 0 && <Entries outline={items} go={go} />}
        </li>
      ))}
    </ol>
  );
}

/** The PDF's own table of contents. Escape closes it. */
export function DocumentOutline({ id, pdf, outline, goTo, close }: Props) {
  const go = (place: Place) => {
    pageOf(pdf, place).then(
      (page) => page !== undefined && goTo(page),
      (error: unknown) => console.error('The outline leads to a page that is not there.', error),
    );
  };
  return (
    <nav
      className={classes.outline}
      id={id}
      aria-label={tDataset.document.outline}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <Entries outline={outline} go={go} />
    </nav>
  );
}
